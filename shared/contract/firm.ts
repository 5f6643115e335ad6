import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { ACTOR_TYPES } from '../rules/people.ts';
import { ADMINS, ADVISERS, type Calls, pageQuery } from './call.ts';
import { isRealDate, nullableText, requiredLine } from './fields.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = z.string('Must be a time such as 08:00').check(z.regex(TIME, 'Must be a time such as 08:00'));
const NO_DAY = 'Must be a date such as 2026-12-24';
const DAY = /^20\d\d-\d\d-\d\d$/;
const isDay = (value: string) => DAY.test(value) && isRealDate(value);
/** A day of this century, `YYYY-MM-DD`. */
const day = z.string(NO_DAY).check(z.refine(isDay, NO_DAY));

/** Most days that a firm closes for besides bank holidays, past ones included. */
const MAX_CLOSED_DAYS = 200;

const firm = z.strictObject({
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

const mail = z.strictObject({
  /** London's time from which, and until which, nothing is mailed to clients by itself. */
  quietFrom: time,
  quietTo: time,
  /** London's time at which advisers get their summary on working days. */
  dailyAt: time,
});

/** The first values of the mail section. */
export const CLOCK_DEFAULTS: z.infer<typeof mail> = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };

/** The firm's settings. Portal and staff take what is to come. */
const settings = z.object({
  version: z.number(),
  firm,
  portal: z.object({}),
  staff: z.object({}),
  mail,
});
/** The firm's settings. */
export type FirmSettings = z.infer<typeof settings>;

/** The sections of the settings that hold something. */
export const SECTIONS = ['firm', 'mail'] as const;

const settingsChange = z
  .strictObject({
    version: z.int('Must be the version that was read'),
    firm: z.optional(z.partial(firm)),
    mail: z.optional(z.partial(mail)),
  })
  .check(z.refine((c) => SECTIONS.filter((name) => c[name]).length === 1, 'Send one section'));

/** One line of the firm's record. */
const recordLine = z.object({
  id: z.string(),
  at: z.string(),
  actorType: z.enum(ACTOR_TYPES),
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  summary: z.string(),
  /** The id of the account or client that it tells of. */
  about: z.nullable(z.string()),
});
/** One line of the firm's record. */
export type RecordLine = z.infer<typeof recordLine>;

const word = (max: number, message: string) =>
  z.optional(z.string().check(z.regex(/^[\w-]+$/, message), z.maxLength(max, message)));

/** The calls of the firm's settings and of its own record. */
export const firmCalls = {
  'GET /api/settings': { lambda: 'firm', allow: ADVISERS, about: 'nobody', status: 200, returns: settings },
  'PATCH /api/settings': {
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: settingsChange,
    returns: settings,
  },
  'GET /api/record': {
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    query: pageQuery(1000, {
      actor: word(50, 'Unknown person'),
      action: word(50, 'Unknown action'),
      from: z.optional(day),
      to: z.optional(day),
    }),
    writes: true,
    returns: z.array(recordLine),
  },
} as const satisfies Calls;
