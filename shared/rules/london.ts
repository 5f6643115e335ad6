import { HOUR_MS, MINUTE_MS } from './time.ts';

export interface LondonParts {
  date: string;
  time: string;
}

/** Daily hours in London time, `HH:MM`. They cross midnight if `from` is later than `to`, and are empty if equal. */
export interface Hours {
  from: string;
  to: string;
}

const QUARTER_MS = 15 * MINUTE_MS;

/** Created lazily, because a formatter slows every cold start. */
let clock: Intl.DateTimeFormat | undefined;

export function londonParts(at: Date): LondonParts {
  clock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const shown = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const year = shown.year?.padStart(4, '0');
  return { date: `${year}-${shown.month}-${shown.day}`, time: `${shown.hour}:${shown.minute}` };
}

/** Returns London's day of an ISO time. */
export const dayOf = (time: string): string => londonParts(new Date(time)).date;

/** If a time occurs twice, returns the first; if never, an hour later. Throws a RangeError for an invalid date. */
export function londonInstant(date: string, time: string): Date {
  const inWinter = new Date(`${date}T${time}:00Z`);
  if (!inWinter.toISOString().startsWith(`${date}T${time}`)) throw new RangeError(`No date and time: ${date} ${time}`);
  const inSummer = new Date(inWinter.getTime() - HOUR_MS);
  const shown = londonParts(inSummer);
  return shown.date === date && shown.time === time ? inSummer : inWinter;
}

/** Returns true for a time that a day skips, because the clocks go forward. */
export const isSkipped = (date: string, time: string): boolean => londonParts(londonInstant(date, time)).time !== time;

export function addDays(date: string, days: number): string {
  const day = new Date(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Returns the end of the current quiet hours; `undefined` outside of them. `from` is quiet, `to` is not. */
export function quietUntil(at: Date, { from, to }: Hours): Date | undefined {
  if (from === to) return undefined;
  const today = londonParts(at).date;
  for (const first of [addDays(today, -1), today]) {
    const end = londonInstant(from < to ? first : addDays(first, 1), to);
    if (londonInstant(first, from) <= at && at < end) return end;
  }
  return undefined;
}

/** Rounds down to a quarter of an hour in UTC, such as `2027-01-04T09:00Z`, which sorts as text. */
export const quarterOf = (at: Date): string =>
  `${new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString().slice(0, 16)}Z`;
