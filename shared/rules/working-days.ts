import { addDays, londonInstant, londonParts } from './london.ts';

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

/** 0 is Sunday. */
const weekday = (date: string) => new Date(date).getUTCDay();

const isWeekend = (date: string) => weekday(date) === SATURDAY || weekday(date) === SUNDAY;

/** The first Monday at or after a date. */
const mondayFrom = (date: string) => addDays(date, (MONDAY - weekday(date) + 7) % 7);

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876 (Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moon =
    (19 * golden + century - (century >> 2) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * ((year % 100) >> 2) - moon - (year % 4)) % 7;
  const correction = Math.floor((golden + 11 * moon + 22 * toSunday) / 451);
  return addDays(`${year}-03-22`, moon + toSunday - 7 * correction);
}

/**
 * The bank holidays of England and Wales in a year, in order, `YYYY-MM-DD` each. One at a weekend is kept on the next
 * weekday that is none already. Days that are given once, as for a coronation, are a firm's own closed days.
 */
export function bankHolidays(year: number): string[] {
  const easter = easterSunday(year);
  const holidays = [
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
  ];
  for (const fixed of ['01-01', '12-25', '12-26']) {
    let day = `${year}-${fixed}`;
    while (isWeekend(day) || holidays.includes(day)) day = addDays(day, 1);
    holidays.push(day);
  }
  return holidays.sort();
}

/** Whether a London date (`YYYY-MM-DD`) is a working day: no weekend, no bank holiday, none of the days the firm is closed. */
export const isWorkingDay = (date: string, closed: readonly string[]): boolean =>
  !isWeekend(date) && !closed.includes(date) && !bankHolidays(Number(date.slice(0, 4))).includes(date);

/**
 * The next instant at which London's clock shows a time (`HH:MM`) on a working day. It is after `after`, never at it: what
 * is done daily at 08:00 asks at 08:00 for its next time, and that is the next working day's.
 */
export function nextWorkingTime(after: Date, time: string, closed: readonly string[]): Date {
  let date = londonParts(after).date;
  while (!isWorkingDay(date, closed) || londonInstant(date, time) <= after) date = addDays(date, 1);
  return londonInstant(date, time);
}
