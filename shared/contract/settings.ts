import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { isRealDate, nullableText, requiredLine } from './fields.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time of day, `HH:MM`. */
export const time = z.string('Must be a time such as 08:00').check(z.regex(TIME, 'Must be a time such as 08:00'));
const NO_DAY = 'Must be a date such as 2026-12-24';
const DAY = /^20\d\d-\d\d-\d\d$/;
/** Whether a text is a day as the calls here take them, `YYYY-MM-DD`. */
export const isDay = (value: string) => DAY.test(value) && isRealDate(value);
/** A day of this century, `YYYY-MM-DD`. */
export const day = z.string(NO_DAY).check(z.refine(isDay, NO_DAY));

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

/** When mail leaves by itself, as an admin may set it. */
export const mailSection = z.strictObject({
  /** London's time from which, and until which, nothing is mailed to clients by itself. */
  quietFrom: time,
  quietTo: time,
  /** London's time at which advisers get their summary on working days. */
  dailyAt: time,
});

/** The first values of the mail section. */
export const CLOCK_DEFAULTS: z.infer<typeof mailSection> = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };
