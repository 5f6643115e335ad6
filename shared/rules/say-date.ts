import { dayOf, londonParts } from './london.ts';
import { daysBetween } from './time.ts';

// Dates in words, always London's, so that a moment is the same day on every screen and for every reader. Without `Intl`,
// because reading a locale's data takes some 10 ms on a phone.

/** London's day `YYYY-MM-DD`, an ISO time, or a date. */
type Moment = string | Date;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns London's day of a moment. Throws a RangeError for other text, which would be said as a wrong date. */
function dayIn(at: Moment): string {
  const day = typeof at !== 'string' ? londonParts(at).date : at.includes('T') ? dayOf(at) : at;
  if (!DAY.test(day)) throw new RangeError(`No date: ${day}`);
  return day;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT = 3;

const partsOf = (at: Moment) => {
  const day = dayIn(at);
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
  return { date: Number(day.slice(8)), month, short: month.slice(0, SHORT), year: Number(day.slice(0, 4)) };
};

/** "23 Nov 2026" */
export function sayDay(at: Moment): string {
  const { date, short, year } = partsOf(at);
  return `${date} ${short} ${year}`;
}

/** "23 November 2026", as clients read it. */
export function sayLongDay(at: Moment): string {
  const { date, month, year } = partsOf(at);
  return `${date} ${month} ${year}`;
}

/** "Nov 23, 2026", as the cards of /tasks show due dates. */
export function sayDueDay(at: Moment): string {
  const { date, short, year } = partsOf(at);
  return `${short} ${date}, ${year}`;
}

/** "4 December" */
export function sayDayAndMonth(at: Moment): string {
  const { date, month } = partsOf(at);
  return `${date} ${month}`;
}

/** "4 Dec" */
export function sayShortDayAndMonth(at: Moment): string {
  const { date, short } = partsOf(at);
  return `${date} ${short}`;
}

/** "Nov 2026" */
export function sayMonth(at: Moment): string {
  const { short, year } = partsOf(at);
  return `${short} ${year}`;
}

/** "Friday" */
export const sayWeekday = (at: Moment): string => WEEKDAYS[new Date(dayIn(at)).getUTCDay()] ?? '';

/** "Fri" */
export const sayShortWeekday = (at: Moment): string => sayWeekday(at).slice(0, SHORT);

/** "Fri, 4 Dec 2026" */
export const sayDayOfWeek = (at: Moment): string => `${sayShortWeekday(at)}, ${sayDay(at)}`;

/** "14:05" */
export const sayTime = (at: Moment): string => londonParts(new Date(at)).time;

/** "23 Nov 2026, 14:05" */
export const sayMoment = (at: Moment): string => `${sayDay(at)}, ${sayTime(at)}`;

/** "today", "yesterday" or "14 days ago". Days after today are "today". */
export function daysAgo(date: string, today: string): string {
  const days = Math.max(0, daysBetween(date, today));
  return ['today', 'yesterday'][days] ?? `${days} days ago`;
}
