import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { flag, isRealDate, nullableText, oneOf, requiredLine } from './fields.ts';

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

const wholeNumber = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};

/** Who may open a client's page, as an admin may set it. */
export const portalSection = z.strictObject({
  /** Whether a device is asked once for a code that is mailed. */
  stepUp: oneOf(['off', 'new-device']),
  /** Days after which a link that was not used ends; `null` for never. */
  linkDays: z.nullable(wholeNumber(7, 365)),
  /** Days for which a confirmed device is remembered. */
  deviceDays: wholeNumber(1, 365),
});

/** How people sign in, as an admin may set it. */
export const staffSection = z.strictObject({
  secondFactor: oneOf(['off', 'encouraged', 'required']),
  /** Days after which a required second factor closes everything else. */
  graceDays: wholeNumber(0, 90),
  /** Minutes without a request after which a session ends; `null` for its twelve hours. */
  idleMinutes: z.nullable(wholeNumber(15, 720)),
  /** Whether a new password may not be a common one, nor hold the person's or the firm's name. */
  refuseCommonPasswords: flag,
  /** Whether a password that an admin set has to be changed at the next sign-in. */
  changeAdminPasswords: flag,
});

/** The first values of the portal section: a link opens the portal (product 1). */
export const PORTAL_DEFAULTS: z.infer<typeof portalSection> = { stepUp: 'off', linkDays: null, deviceDays: 180 };

/** The first values of the staff section: a password signs in (product 1). */
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

/** The first values of the mail section. */
export const CLOCK_DEFAULTS: z.infer<typeof mailSection> = { quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' };
