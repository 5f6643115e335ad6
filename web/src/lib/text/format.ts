/** Memoises `make`, as creating an Intl formatter takes some 10 ms on a phone. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

const day = once(() => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', day: 'numeric' }));
const longDay = once(() => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', day: 'numeric' }));
const time = once(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }));
const relative = once(() => new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }));

/** Parses `YYYY-MM-DD` as that day in the reader's time zone, and an ISO time as a moment. */
export const toDate = (value: string) => new Date(DATE_ONLY.test(value) ? `${value}T00:00` : value);

export const formatDate = (value: string) => day().format(toDate(value));
/** Formats an ISO time or a date as clients write it: "21 November 2025". For dates without a specified format. */
export const formatLongDate = (value: string) => longDay().format(toDate(value));
export const formatDateTime = (value: string, formatDay = formatDate) =>
  `${formatDay(value)}, ${time().format(toDate(value))}`;

/** "14:05" for a time today, else its day as `formatDay` writes it. */
export function formatMoment(value: string, now: Date, formatDay = formatDate): string {
  const date = toDate(value);
  return date.toDateString() === now.toDateString() ? time().format(date) : formatDay(value);
}

/** Returns as of when stored numbers were counted, as a sentence; `null` if they never were. */
export function sayCounted(at: string | null, now: Date): string {
  if (at === null) return 'No numbers yet. They are counted each working day.';
  const date = toDate(at);
  const isToday = date.toDateString() === now.toDateString();
  return `Numbers are as of ${isToday ? `${time().format(date)} today` : formatDateTime(at)}.`;
}

const weekday = once(() => new Intl.DateTimeFormat('en-GB', { weekday: 'short' }));
const SIX_DAYS_MS = 518_400_000;

/** "14:05" for a time today, "Mon" for one of the six days before, else the date. */
export function formatSince(value: string, now: Date): string {
  const date = toDate(value);
  const isRecent = now.getTime() - date.getTime() < SIX_DAYS_MS && date.toDateString() !== now.toDateString();
  return isRecent ? weekday().format(date) : formatMoment(value, now);
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
  const seconds = (now.getTime() - toDate(value).getTime()) / 1000;
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
