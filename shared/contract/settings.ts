import * as z from 'zod/mini';
import { PATTERNS } from '../rules/chase/reminders.ts';
import { LIMITS } from '../rules/limits.ts';
import { day, flag, nullableText, oneOf, requiredLine } from './fields.ts';
import { RANGES } from './setting-defaults.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
export const time = z.string('Must be a time such as 08:00').check(z.regex(TIME, 'Must be a time such as 08:00'));

/** Includes past days. */
const MAX_CLOSED_DAYS = 200;

export const firmSection = z.strictObject({
  name: requiredLine(LIMITS.name, 'Name is required'),
  /** Shown to clients next to their adviser's name. */
  phone: nullableText(LIMITS.phone),
  hours: nullableText(LIMITS.name),
  /** Days off besides weekends and bank holidays, `YYYY-MM-DD`. */
  closedDays: z.array(day).check(
    z.overwrite((days) => [...new Set(days)].sort()),
    z.maxLength(MAX_CLOSED_DAYS, `At most ${MAX_CLOSED_DAYS} days`),
  ),
});

export const mailSection = z.strictObject({
  /** London times between which no automatic email is sent to clients. */
  quietFrom: time,
  quietTo: time,
  /** London time of the advisers' daily summary, on working days. */
  dailyAt: time,
});

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};

export const portalSection = z.strictObject({
  /** `new-device` requests an emailed code once per device. */
  stepUp: oneOf(['off', 'new-device']),
  /** Days without use after which a link expires; `null` for never. */
  linkDays: z.nullable(wholeNumber(...RANGES.linkDays)),
  deviceDays: wholeNumber(...RANGES.deviceDays),
});

export const staffSection = z.strictObject({
  secondFactor: oneOf(['off', 'encouraged', 'required']),
  graceDays: wholeNumber(...RANGES.graceDays),
  /** Minutes without a request after which a session ends; `null` keeps its twelve hours. */
  idleMinutes: z.nullable(wholeNumber(...RANGES.idleMinutes)),
  /** Rejects common passwords, and those with the name of the person or the firm. */
  refuseCommonPasswords: flag,
  changeAdminPasswords: flag,
});

export const documentsSection = z.strictObject({
  /** Largest file in MB. */
  maxMb: wholeNumber(...RANGES.maxMb),
});

export const providersSection = z.strictObject({
  /** Working days until the first chase of a letter, and between chases. */
  firstChase: wholeNumber(...RANGES.firstChase),
  chaseEvery: wholeNumber(...RANGES.chaseEvery),
});

/** Due items become due on quarters of an hour. */
const quarter = z
  .string('Must be a time such as 09:00')
  .check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Must be a quarter of an hour, such as 09:00 or 09:15'));

export const remindersSection = z.strictObject({
  /** How often clients are reminded of open requests, and of tasks with a due date. */
  requests: oneOf(PATTERNS),
  tasks: oneOf(PATTERNS),
  /** London time at which reminders leave, on working days. */
  at: quarter,
  /** Reminders without a visit after which they stop. */
  tries: wholeNumber(...RANGES.tries),
});

export const insightSection = z.strictObject({
  /** Working days in a stage, and without a change, after which a client is listed as stuck. */
  stuckAfter: wholeNumber(...RANGES.stuckAfter),
  quietAfter: wholeNumber(...RANGES.quietAfter),
});

export type InsightSection = z.infer<typeof insightSection>;
export type RemindersSection = z.infer<typeof remindersSection>;
export type ProvidersSection = z.infer<typeof providersSection>;
export type DocumentsSection = z.infer<typeof documentsSection>;
export type MailSection = z.infer<typeof mailSection>;
export type PortalSection = z.infer<typeof portalSection>;
export type StaffSection = z.infer<typeof staffSection>;
