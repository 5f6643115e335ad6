import { addDays, londonInstant, londonParts } from './london.ts';

/** Today in London and the firm's closed days, which working days depend on. */
export interface Calendar {
  today: string;
  closed: readonly string[];
}

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

const weekday = (date: string) => new Date(date).getUTCDay();

const isWeekend = (date: string) => weekday(date) === SATURDAY || weekday(date) === SUNDAY;

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

const computed = new Map<number, readonly string[]>();

/** Returns the bank holidays of England and Wales. One at a weekend moves to the next free weekday. */
export function bankHolidays(year: number): readonly string[] {
  const known = computed.get(year);
  if (known) return known;
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
  computed.set(year, holidays.sort());
  return holidays;
}

export const isWorkingDay = (date: string, closed: readonly string[]): boolean =>
  !isWeekend(date) && !closed.includes(date) && !bankHolidays(Number(date.slice(0, 4))).includes(date);

/** Returns true on the first working day of a week, which begins on Monday. */
export function startsWeek(day: string, closed: readonly string[]): boolean {
  if (!isWorkingDay(day, closed)) return false;
  const sinceMonday = (weekday(day) - MONDAY + 7) % 7;
  return !Array.from({ length: sinceMonday }, (_, i) => addDays(day, -1 - i)).some((d) => isWorkingDay(d, closed));
}

/** Returns the day that is `count` working days after a day. */
export function workingDaysLater(from: string, count: number, closed: readonly string[]): string {
  let date = from;
  for (let left = count; left > 0; ) {
    date = addDays(date, 1);
    if (isWorkingDay(date, closed)) left -= 1;
  }
  return date;
}

/** Counts the working days after a day, up to and including another one. */
export function workingDaysBetween(from: string, to: string, closed: readonly string[]): number {
  let count = 0;
  for (let date = addDays(from, 1); date <= to; date = addDays(date, 1)) if (isWorkingDay(date, closed)) count += 1;
  return count;
}

/** Returns the next working day's `time`, never `after` itself: a daily job calls it at its own time. */
export function nextWorkingTime(after: Date, time: string, closed: readonly string[]): Date {
  let date = londonParts(after).date;
  while (!isWorkingDay(date, closed) || londonInstant(date, time) <= after) date = addDays(date, 1);
  return londonInstant(date, time);
}
