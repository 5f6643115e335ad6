import * as z from 'zod/mini';
import {
  day,
  httpsAddress,
  httpsAddressOrText,
  nullableLine,
  nullableText,
  oneOf,
  requiredLine,
} from './contract/fields.ts';
import { UNNAMED_FIRM } from './rules/firm.ts';
import { LIMITS, MAX_CLOSED_DAYS, MAX_UPLOAD_MB } from './rules/limits.ts';
import { DAYS_TO_ANSWER } from './rules/requests.ts';
import { sayDay } from './rules/say-date.ts';
import { uncapitalised } from './rules/text.ts';

/** Labels of the values of a choice, the least strict first. */
type Options<W extends string> = Readonly<Record<W, string>>;

interface About<T> {
  label: string;
  /** Words for the audit log, if they differ from the label. */
  log?: string;
  default: T;
  recommended?: NonNullable<T>;
  /** Direction of a change that weakens security. Admins are notified of it. */
  weaker?: 'higher' | 'lower';
  /** Clients trust emails and pages by it. Admins are notified of a change. */
  trusted?: true;
  /** Folded on the settings page. */
  advanced?: true;
  /** Choice in the same section without which the setting has no effect. */
  onlyIf?: { field: string; is: string };
}

interface Range {
  from: number;
  to: number;
  /** In the plural. */
  unit: string;
}

interface NumberSetting extends About<number>, Range {
  kind: 'number';
}

/** Number that may be unset, with the label of its field. */
interface OptionalNumberSetting extends About<number | null>, Range {
  kind: 'optional number';
  field: string;
  options: Options<'unset' | 'set'>;
}

interface ChoiceSetting extends About<string> {
  kind: 'choice';
  options: Options<string>;
}

interface FlagSetting extends About<boolean> {
  kind: 'flag';
  options: Options<'false' | 'true'>;
}

interface TimeSetting extends About<string> {
  kind: 'time';
  stepSeconds?: number;
}

interface TextSetting extends About<string | null> {
  kind: 'text';
  max: number;
  /** Error if it is blank; absent if it may be. */
  required?: string;
  isPhone?: true;
  /** Has several lines. The audit log has no values of it. */
  isLong?: true;
  example?: string;
}

interface DaysSetting extends About<readonly string[]> {
  kind: 'days';
}

export type Setting =
  | NumberSetting
  | OptionalNumberSetting
  | ChoiceSetting
  | FlagSetting
  | TimeSetting
  | TextSetting
  | DaysSetting;

const wholeNumber = ({ from, to }: Range) => {
  const message = `Must be a whole number from ${from} to ${to}`;
  return z.int(message).check(z.gte(from, message), z.lte(to, message));
};

const TIME = 'Must be a time such as 08:00';
const time = () => z.string(TIME).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME));

/** Due items become due on quarters of an hour. */
const QUARTER_SECONDS = 900;
const QUARTER = 'Must be a quarter of an hour, such as 09:00 or 09:15';
const quarter = () =>
  z.string('Must be a time such as 09:00').check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, QUARTER));

const described = <S extends z.core.$ZodType, T extends Setting>(schema: S, setting: T) =>
  Object.assign(schema, { setting });

type Without<T> = Omit<T, 'kind'>;

/** Builders of settings: schemas of the stored value, each with its description. */
const setting = {
  number: (about: Without<NumberSetting>) => described(wholeNumber(about), { kind: 'number', ...about }),
  optionalNumber: (about: Without<OptionalNumberSetting>) =>
    described(z.nullable(wholeNumber(about)), { kind: 'optional number', ...about }),
  choice: <const W extends readonly [string, ...string[]]>(
    words: W,
    about: Without<ChoiceSetting> & { default: W[number]; options: Options<W[number]> },
  ) => described(oneOf(words), { kind: 'choice', ...about }),
  flag: (about: Without<FlagSetting>) => described(z.boolean('Must be true or false'), { kind: 'flag', ...about }),
  time: (about: Without<TimeSetting>) => described(time(), { kind: 'time', ...about }),
  quarter: (about: Without<TimeSetting>) =>
    described(quarter(), { kind: 'time', stepSeconds: QUARTER_SECONDS, ...about }),
  line: (about: Without<TextSetting> & { required: string }) =>
    described(requiredLine(about.max, about.required), { kind: 'text', ...about }),
  text: (about: Without<TextSetting>) => described(nullableText(about.max), { kind: 'text', ...about }),
  optionalLine: (about: Without<TextSetting>) => described(nullableLine(about.max), { kind: 'text', ...about }),
  frn: (about: Without<TextSetting>) =>
    described(nullableLine(LIMITS.name, /^\d{6,7}$/, 'Must be 6 or 7 digits'), { kind: 'text', ...about }),
  address: (about: Without<TextSetting>) => described(httpsAddress(about.max), { kind: 'text', ...about }),
  addressOrText: (about: Without<TextSetting>) =>
    described(httpsAddressOrText(about.max), { kind: 'text', isLong: true, ...about }),
};

/** Longest legal line in characters. */
const LEGAL_LINE = 300;

const closedDays = z.array(day).check(
  z.overwrite((days) => [...new Set(days)].sort()),
  z.maxLength(MAX_CLOSED_DAYS, `At most ${MAX_CLOSED_DAYS} days`),
);

const REMINDER_OPTIONS = {
  false: 'Off',
  true: 'On: 3 days before, on the day, then weekly three times',
} as const;

/**
 * All settings of the firm by section. Schemas, ranges, defaults, recommendations, names in the audit log, fields of
 * the page and the table in docs/product.md come from here.
 */
export const SETTINGS = {
  firm: z.strictObject({
    /** Shown to clients next to their adviser's name. Without one, the deployment's counts. */
    name: setting.line({
      label: 'Name',
      default: UNNAMED_FIRM,
      max: LIMITS.name,
      required: 'Name is required',
      trusted: true,
    }),
    phone: setting.text({ label: 'Phone', default: null, max: LIMITS.phone, isPhone: true, trusted: true }),
    hours: setting.text({
      label: 'Hours',
      default: null,
      max: LIMITS.name,
      example: 'Monday to Friday, 9:00 to 17:30',
    }),
    /** Days off besides weekends and bank holidays, `YYYY-MM-DD`. */
    closedDays: described(closedDays, { kind: 'days', label: 'Closed days', default: [] }),
  }),
  /** Lines that the law wants in emails and on pages for clients. The firm writes them, because each needs another. */
  legal: z.strictObject({
    statusLine: setting.optionalLine({ label: 'Status line', default: null, max: LEGAL_LINE, trusted: true }),
    legalName: setting.optionalLine({ label: 'Legal name', default: null, max: LIMITS.name, trusted: true }),
    company: setting.optionalLine({
      label: 'Company and registered office',
      default: null,
      max: LEGAL_LINE,
      trusted: true,
    }),
    /** Number in the register of the Financial Conduct Authority. */
    frn: setting.frn({ label: 'FCA number', log: 'FCA number', default: null, max: 7, trusted: true }),
    privacyUrl: setting.address({ label: 'Privacy notice', default: null, max: LIMITS.link, trusted: true }),
    complaints: setting.addressOrText({
      label: 'How to complain',
      log: 'complaints procedure',
      default: null,
      max: LIMITS.link,
      trusted: true,
    }),
    dataContact: setting.optionalLine({
      label: 'Data protection contact',
      default: null,
      max: LEGAL_LINE,
      trusted: true,
    }),
  }),
  portal: z.strictObject({
    stepUp: setting.choice(['off', 'new-device'], {
      label: 'New devices',
      log: 'confirmation of new devices',
      default: 'off',
      recommended: 'new-device',
      weaker: 'lower',
      options: { off: 'The link opens the page', 'new-device': 'Ask for a code once on each device' },
    }),
    linkDays: setting.optionalNumber({
      label: 'Portal links',
      log: 'days until unused links expire',
      field: 'Days without use',
      from: 7,
      to: 365,
      unit: 'days',
      default: null,
      recommended: 90,
      weaker: 'higher',
      options: { unset: 'Never expire', set: 'Expire when unused' },
    }),
    deviceDays: setting.number({
      label: 'Days to remember a device',
      from: 1,
      to: 365,
      unit: 'days',
      default: 180,
      weaker: 'higher',
      advanced: true,
    }),
  }),
  staff: z.strictObject({
    secondFactor: setting.choice(['off', 'encouraged', 'required'], {
      label: 'Second factor',
      default: 'encouraged',
      recommended: 'required',
      weaker: 'lower',
      options: { off: 'Up to each person', encouraged: 'Encouraged', required: 'Required' },
    }),
    graceDays: setting.number({
      label: 'Days to set one up',
      log: 'days to set up a second factor',
      from: 0,
      to: 90,
      unit: 'days',
      default: 14,
      weaker: 'higher',
      onlyIf: { field: 'secondFactor', is: 'required' },
    }),
    idleMinutes: setting.optionalNumber({
      label: 'Inactivity',
      log: 'sign-out after inactivity',
      field: 'Minutes',
      from: 15,
      to: 720,
      unit: 'minutes',
      default: null,
      recommended: 30,
      weaker: 'higher',
      options: { unset: 'Stay signed in', set: 'Sign out after inactivity' },
    }),
    refuseCommonPasswords: setting.flag({
      label: 'Common passwords',
      default: false,
      recommended: true,
      weaker: 'lower',
      options: { false: 'Allow', true: 'Block' },
    }),
    changeAdminPasswords: setting.flag({
      label: 'Passwords that an admin sets',
      log: 'passwords that admins set',
      default: false,
      recommended: true,
      weaker: 'lower',
      options: { false: 'Keep', true: 'Change at the next sign-in' },
    }),
    deleteClients: setting.choice(['advisers', 'admins'], {
      label: 'Who may delete clients',
      log: 'who may delete clients',
      default: 'advisers',
      recommended: 'admins',
      weaker: 'lower',
      options: { advisers: 'Advisers, their own', admins: 'Only admins' },
    }),
  }),
  mail: z.strictObject({
    /** London times between which no automatic email is sent to clients. */
    quietFrom: setting.time({ label: 'Quiet from', log: 'start of quiet hours', default: '20:00' }),
    quietTo: setting.time({ label: 'Quiet until', log: 'end of quiet hours', default: '08:00' }),
    dailyAt: setting.time({ label: 'Advisers’ daily summary at', log: 'time of the daily summary', default: '08:00' }),
  }),
  documents: z.strictObject({
    maxMb: setting.number({
      label: 'Largest file (MB)',
      log: 'largest file',
      from: 4,
      to: MAX_UPLOAD_MB,
      unit: 'MB',
      default: MAX_UPLOAD_MB,
    }),
    answerDays: setting.number({
      label: 'Working days to send a document',
      from: 1,
      to: 60,
      unit: 'working days',
      default: DAYS_TO_ANSWER,
    }),
  }),
  providers: z.strictObject({
    firstChase: setting.number({
      label: 'Working days until the first chase',
      from: 2,
      to: 20,
      unit: 'working days',
      default: 5,
    }),
    chaseEvery: setting.number({
      label: 'Working days between chases',
      from: 2,
      to: 20,
      unit: 'working days',
      default: 5,
    }),
  }),
  reminders: z.strictObject({
    requests: setting.flag({
      label: 'Remind clients of documents you asked for',
      log: 'reminders of documents',
      default: true,
      options: REMINDER_OPTIONS,
    }),
    tasks: setting.flag({
      label: 'Remind clients of tasks with a due date',
      log: 'reminders of tasks',
      default: false,
      recommended: true,
      options: REMINDER_OPTIONS,
    }),
    at: setting.quarter({ label: 'Send at', log: 'time of reminders', default: '09:00' }),
    tries: setting.number({
      label: 'Stop after so many without a visit',
      log: 'reminders without a visit',
      from: 1,
      to: 10,
      unit: 'reminders',
      default: 4,
      advanced: true,
    }),
  }),
  insight: z.strictObject({
    stuckAfter: setting.number({
      label: 'A stage counts as stuck after so many working days',
      log: 'working days until a stage counts as stuck',
      from: 3,
      to: 90,
      unit: 'working days',
      default: 15,
    }),
    quietAfter: setting.number({
      label: 'A client counts as quiet after so many working days',
      log: 'working days until a client counts as quiet',
      from: 3,
      to: 90,
      unit: 'working days',
      default: 10,
    }),
  }),
};

export type SectionName = keyof typeof SETTINGS;

/** Path of a setting: "portal.linkDays". */
export type SettingPath = {
  [S in SectionName]: `${S}.${keyof z.infer<(typeof SETTINGS)[S]> & string}`;
}[SectionName];

export const SECTION_NAMES = z.keyof(z.object(SETTINGS)).options;

/** Changes of a section; what is not sent stays. */
export const SETTING_CHANGES = {
  firm: z.optional(z.partial(SETTINGS.firm)),
  legal: z.optional(z.partial(SETTINGS.legal)),
  portal: z.optional(z.partial(SETTINGS.portal)),
  staff: z.optional(z.partial(SETTINGS.staff)),
  mail: z.optional(z.partial(SETTINGS.mail)),
  documents: z.optional(z.partial(SETTINGS.documents)),
  providers: z.optional(z.partial(SETTINGS.providers)),
  reminders: z.optional(z.partial(SETTINGS.reminders)),
  insight: z.optional(z.partial(SETTINGS.insight)),
} satisfies Record<SectionName, z.ZodMiniOptional>;

interface Section {
  shape: Readonly<Record<string, { setting: Setting }>>;
}
const SECTIONS: Readonly<Record<string, Section>> = SETTINGS;

/** Returns the settings of a section with their names; none for a section that a later version stored. */
export const settingsOfSection = (section: string): [field: string, setting: Setting][] =>
  Object.entries(SECTIONS[section]?.shape ?? {}).map(([field, { setting }]) => [field, setting]);

const valuesOf = (section: string, value: (about: Setting) => unknown) =>
  Object.fromEntries(
    settingsOfSection(section)
      .map(([field, about]) => [field, value(about)] as const)
      .filter(([, given]) => given !== undefined),
  );

const inAll = (value: (about: Setting) => unknown) =>
  Object.fromEntries(SECTION_NAMES.map((name) => [name, valuesOf(name, value)]));

/** Parsed, so that each has the type of its setting. */
export const DEFAULTS = z.parse(
  z.object(SETTINGS),
  inAll((about) => about.default),
);

/** Recommended values of a section. The defaults differ where the specification describes another behaviour. */
export const recommendedIn = (section: SectionName) => valuesOf(section, ({ recommended }) => recommended);

/** Returns how strict a value is compared with others of its setting. */
function rankOf(about: Setting, value: unknown): number {
  if (typeof value === 'boolean') return Number(value);
  if (about.kind === 'choice') return Object.keys(about.options).indexOf(String(value));
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}

const isMoreThan = (about: Setting, a: unknown, b: unknown) => rankOf(about, a) > rankOf(about, b);

/** Returns true if a change weakens security. */
export const isWeaker = (about: Setting, before: unknown, after: unknown): boolean =>
  about.weaker === 'higher'
    ? isMoreThan(about, after, before)
    : about.weaker === 'lower' && isMoreThan(about, before, after);

/** Returns true if a value is as strict as recommended, or stricter. */
export const isAsRecommended = (about: Setting, value: unknown): boolean =>
  !isWeaker({ ...about, weaker: about.weaker ?? 'lower' }, about.recommended, value);

const MANY = 10;
const daysShown = (days: readonly unknown[]) =>
  [
    ...days.slice(0, MANY).map((one) => sayDay(String(one))),
    ...(days.length > MANY ? [`${days.length - MANY} more`] : []),
  ].join(', ');

const counted = (count: number, unit: string) => `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;

/** Returns a stored value in words: "90 days", "Never expire", "none". */
export function shownValue(about: Setting, value: unknown): string {
  if (typeof value === 'number' && 'unit' in about) return counted(value, about.unit);
  if (about.kind === 'optional number') return about.options.unset;
  if (about.kind === 'choice' || about.kind === 'flag')
    return Object.entries(about.options).find(([word]) => word === String(value))?.[1] ?? String(value);
  if (Array.isArray(value)) return value.length > 0 ? daysShown(value) : 'none';
  return typeof value === 'string' ? value : 'none';
}

/** Returns a setting's name in the middle of a sentence. */
const nameOf = ({ label, log = uncapitalised(label) }: Setting) => log;

/** Returns the names of changed settings that clients trust. */
export const trustedNames = (section: string, changed: readonly string[]): string[] =>
  settingsOfSection(section).flatMap(([field, about]) =>
    about.trusted && changed.includes(field) ? nameOf(about) : [],
  );

/** Stored values before and after a change; of a list only what was removed and added. */
export interface SettingChange {
  field: string;
  was: unknown;
  is: unknown;
}

const lacking = (days: readonly unknown[], others: unknown) =>
  days.filter((one) => !(Array.isArray(others) && others.includes(one)));

export const settingChangeOf = (field: string, was: unknown, is: unknown): SettingChange =>
  Array.isArray(was) && Array.isArray(is) ? { field, was: lacking(was, is), is: lacking(is, was) } : { field, was, is };

function changeShown(about: Setting, { was, is }: SettingChange): string {
  if (!(Array.isArray(was) && Array.isArray(is))) return `${shownValue(about, was)} → ${shownValue(about, is)}`;
  const parts = [is.length > 0 && `added ${daysShown(is)}`, was.length > 0 && `removed ${daysShown(was)}`];
  return parts.filter((part) => part !== false).join(', ');
}

/** Names changed settings for the audit log, with old and new values if they are known. */
export function settingNames(
  section: string,
  fields: readonly string[],
  changes: readonly SettingChange[] = [],
): string {
  const settings = new Map(settingsOfSection(section));
  const named = fields.map((field) => {
    const about = settings.get(field);
    const change = changes.find((one) => one.field === field);
    return about ? nameOf(about) + (change ? ` (${changeShown(about, change)})` : '') : field;
  });
  return named.join(', ');
}
