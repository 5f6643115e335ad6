/** What `make` makes, made when it is first asked for: a formatter costs a phone some ten milliseconds. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

const day = once(() => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', day: 'numeric' }));
const time = once(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }));
const relative = once(() => new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }));

/** A date as a day of the reader's calendar: `YYYY-MM-DD` is that day everywhere, an ISO time is a moment. */
export const toDate = (value: string) => new Date(DATE_ONLY.test(value) ? `${value}T00:00` : value);

/** "21 Nov 2025" from an ISO time or a date. */
export const formatDate = (value: string) => day().format(toDate(value));
/** "21 Nov 2025, 14:05" from an ISO time; its day as `formatDay` writes it. */
export const formatDateTime = (value: string, formatDay = formatDate) =>
  `${formatDay(value)}, ${time().format(toDate(value))}`;

/** "14:05" for a time of today, for any other its day, as `formatDay` writes it: "21 Nov 2025"; from ISO times. */
export function formatMoment(value: string, now: Date, formatDay = formatDate): string {
  const date = toDate(value);
  return date.toDateString() === now.toDateString() ? time().format(date) : formatDay(value);
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours ago", from an ISO time in the past; "just now" within a minute, and where the device's clock is slow. */
export function formatRelative(value: string, now: Date): string {
  const seconds = (now.getTime() - toDate(value).getTime()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? [];
  return unit && size ? relative().format(-Math.trunc(seconds / size), unit) : 'just now';
}

/** The first letters of the first two words, in upper case (product 9); "?" if there are none. "&" is no word. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? []);
  return letters.slice(0, 2).join('').toUpperCase() || '?';
}

/** A status word for people: "in_progress" and "on-target" as "In Progress" and "On Target" (product 2, 4). */
export const humanise = (word: string) => word.replace(/[_-]/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
