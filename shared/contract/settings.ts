import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { day, flag, nullableText, oneOf, requiredLine } from './fields.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
export const time = z.string('Must be a time such as 08:00').check(z.regex(TIME, 'Must be a time such as 08:00'));

/** Most days that a firm closes for besides bank holidays, past ones included. */
const MAX_CLOSED_DAYS = 200;

/** What the firm is and when it is there, as an admin may set it. */
export const firmSection = z.strictObject({
  name: requiredLine(LIMITS.name, 'Name is required'),
  /** Told to clients beside their adviser's name. */
  phone: nullableText(LIMITS.phone),
  hours: nullableText(LIMITS.name),
  /** Days besides weekends and England's bank holidays on which nobody works, `YYYY-MM-DD`: each once, in order. */
  closedDays: z.array(day).check(
    z.overwrite((days) => [...new Set(days)].sort()),
    z.maxLength(MAX_CLOSED_DAYS, `At most ${MAX_CLOSED_DAYS} days`),
  ),
});

export const mailSection = z.strictObject({
  /** London's time from which, and until which, nothing is mailed to clients by itself. */
  quietFrom: time,
  quietTo: time,
  /** London's time at which advisers get their summary on working days. */
  dailyAt: time,
});

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};

export const RANGES = {
  linkDays: [7, 365],
  deviceDays: [1, 365],
  graceDays: [0, 90],
  idleMinutes: [15, 720],
} as const;

export const portalSection = z.strictObject({
  /** Whether a device is asked once for a code that is mailed. */
  stepUp: oneOf(['off', 'new-device']),
  /** Days after which a link that was not used ends; `null` for never. */
  linkDays: z.nullable(wholeNumber(...RANGES.linkDays)),
  deviceDays: wholeNumber(...RANGES.deviceDays),
});

export const staffSection = z.strictObject({
  secondFactor: oneOf(['off', 'encouraged', 'required']),
  graceDays: wholeNumber(...RANGES.graceDays),
  /** Minutes without a request after which a session ends; `null` for its twelve hours. */
  idleMinutes: z.nullable(wholeNumber(...RANGES.idleMinutes)),
  /** Whether a new password may not be a common one, nor hold the person's or the firm's name. */
  refuseCommonPasswords: flag,
  changeAdminPasswords: flag,
});

export const PORTAL_DEFAULTS: z.infer<typeof portalSection> = { stepUp: 'off', linkDays: null, deviceDays: 180 };

export const STAFF_DEFAULTS: z.infer<typeof staffSection> = {
  secondFactor: 'encouraged',
  graceDays: 14,
  idleMinutes: null,
  refuseCommonPasswords: false,
  changeAdminPasswords: false,
};

/** The values that the firm is recommended: out of the box each is the one that product 1 describes, where the two differ. */
export const RECOMMENDED = {
  portal: { stepUp: 'new-device', linkDays: 90 },
  staff: { secondFactor: 'required', idleMinutes: 30, refuseCommonPasswords: true, changeAdminPasswords: true },
} as const satisfies { portal: Partial<z.infer<typeof portalSection>>; staff: Partial<z.infer<typeof staffSection>> };

export const CLOCK_DEFAULTS: z.infer<typeof mailSection> = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };
