import type {
  DocumentsSection,
  InsightSection,
  MailSection,
  PortalSection,
  ProvidersSection,
  RemindersSection,
  StaffSection,
} from './settings.ts';

/** Days after completion when a portal link expires, if links expire at all. */
export const DAYS_AFTER_COMPLETION = 30;

/** Smallest and largest values that a firm may set. */
export const RANGES = {
  linkDays: [7, 365],
  deviceDays: [1, 365],
  graceDays: [0, 90],
  idleMinutes: [15, 720],
  maxMb: [4, 50],
  firstChase: [2, 20],
  chaseEvery: [2, 20],
  tries: [1, 10],
  stuckAfter: [3, 90],
  quietAfter: [3, 90],
} as const;

export const PORTAL_DEFAULTS: PortalSection = { stepUp: 'off', linkDays: null, deviceDays: 180 };

export const STAFF_DEFAULTS: StaffSection = {
  secondFactor: 'encouraged',
  graceDays: 14,
  idleMinutes: null,
  refuseCommonPasswords: false,
  changeAdminPasswords: false,
};

export const DOCUMENTS_DEFAULTS: DocumentsSection = { maxMb: 50 };

export const PROVIDERS_DEFAULTS: ProvidersSection = { firstChase: 5, chaseEvery: 5 };

export const REMINDERS_DEFAULTS: RemindersSection = { requests: 'gentle', tasks: 'off', at: '09:00', tries: 4 };

export const INSIGHT_DEFAULTS: InsightSection = { stuckAfter: 15, quietAfter: 10 };

export const CLOCK_DEFAULTS: MailSection = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };

/** Recommended values. The defaults differ where the specification describes another behaviour. */
export const RECOMMENDED = {
  portal: { stepUp: 'new-device', linkDays: 90 },
  staff: { secondFactor: 'required', idleMinutes: 30, refuseCommonPasswords: true, changeAdminPasswords: true },
  reminders: { tasks: 'gentle' },
} as const satisfies {
  portal: Partial<PortalSection>;
  staff: Partial<StaffSection>;
  reminders: Partial<RemindersSection>;
};
