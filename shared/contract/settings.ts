import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { day, flag, nullableText, oneOf, requiredLine } from './fields.ts';

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

export const RANGES = {
  linkDays: [7, 365],
  deviceDays: [1, 365],
  graceDays: [0, 90],
  idleMinutes: [15, 720],
} as const;

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

export const PORTAL_DEFAULTS: z.infer<typeof portalSection> = { stepUp: 'off', linkDays: null, deviceDays: 180 };

export const STAFF_DEFAULTS: z.infer<typeof staffSection> = {
  secondFactor: 'encouraged',
  graceDays: 14,
  idleMinutes: null,
  refuseCommonPasswords: false,
  changeAdminPasswords: false,
};

/** Recommended values. The defaults differ where the specification describes another behaviour. */
export const RECOMMENDED = {
  portal: { stepUp: 'new-device', linkDays: 90 },
  staff: { secondFactor: 'required', idleMinutes: 30, refuseCommonPasswords: true, changeAdminPasswords: true },
} as const satisfies { portal: Partial<z.infer<typeof portalSection>>; staff: Partial<z.infer<typeof staffSection>> };

export const CLOCK_DEFAULTS: z.infer<typeof mailSection> = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };
