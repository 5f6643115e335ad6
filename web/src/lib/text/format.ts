import { dayOf, londonParts } from '#shared/rules/london.ts';
import { sayDay, sayShortWeekday, sayTime } from '#shared/rules/say-date.ts';
import { daysBetween } from '#shared/rules/time.ts';

/** Memoises `make`, as creating an Intl formatter takes some 10 ms on a phone. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const relative = once(() => new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }));

export const formatDateTime = (value: string, formatDay: (value: string) => string = sayDay) =>
  `${formatDay(value)}, ${sayTime(value)}`;

const isSameDay = (value: string, now: Date) => dayOf(value) === londonParts(now).date;

/** "14:05" for a time today, else its day as `formatDay` writes it. */
export const formatMoment = (value: string, now: Date, formatDay: (value: string) => string = sayDay) =>
  isSameDay(value, now) ? sayTime(value) : formatDay(value);

/** Returns as of when stored numbers were counted, as a sentence; `null` if they never were. */
export function sayCounted(at: string | null, now: Date): string {
  if (at === null) return 'No numbers yet. They are counted each working day.';
  return `Numbers are as of ${isSameDay(at, now) ? `${sayTime(at)} today` : formatDateTime(at)}.`;
}

const DAYS_BY_NAME = 6;

/** "14:05" for a time today, "Mon" for one of the six days before, else the date. */
export function formatSince(value: string, now: Date): string {
  const days = daysBetween(dayOf(value), londonParts(now).date);
  return days > 0 && days <= DAYS_BY_NAME ? sayShortWeekday(value) : formatMoment(value, now);
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours ago"; "just now" within a minute, and for times ahead of a slow device clock. */
export function formatRelative(value: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(value)) / 1000;
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? [];
  return unit && size ? relative().format(-Math.trunc(seconds / size), unit) : 'just now';
}

/** Returns the initials of the first two words that have letters or digits; "?" if there are none. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? []);
  return letters.slice(0, 2).join('').toUpperCase() || '?';
}

const pounds = once(
  () => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 }),
);

/** Formats whole pounds: "£45,000". */
export const formatPounds = (value: number) => pounds().format(value);

/** Separates facts on one line. The no-break space keeps the dot from beginning a line. */
export const DOT = '\u00A0· ';

/** Joins the facts that there are by dots: "Post · ref. RL-7". */
export const dotted = (facts: readonly (string | false | null | undefined)[]) => facts.filter(Boolean).join(DOT);

/** "in_progress" and "on-target" as "In Progress" and "On Target". */
export const humanise = (word: string) => word.replace(/[_-]/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
