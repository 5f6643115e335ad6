import { sayDayAndMonth } from './say-date.ts';

/** Days are London's, both included. Without days, a person works with an adviser always. */
export interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

/** A person who works with an adviser may know of that adviser's clients. */
export interface Colleague extends Days {
  id: string;
  name: string;
  /** Set if the adviser named the colleague for the time that they are away; otherwise an admin did. */
  named?: true | undefined;
}

export const isOn = ({ from, until }: Days, today: string): boolean =>
  (from === undefined || from <= today) && (until === undefined || today <= until);

export const hasEnded = ({ until }: Days, today: string): boolean => until !== undefined && until < today;

/** Returns true if a person covers for an adviser: they work with them up to a last day. */
export const isCover = ({ until }: Days): boolean => until !== undefined;

/** Ways in which a member of staff has come to know of a client. */
export const CLIENT_ACCESS = ['own', 'works', 'cover', 'admin'] as const;
export type ClientAccess = (typeof CLIENT_ACCESS)[number];

const dayWithYear = (day: string) => `${sayDayAndMonth(day)} ${day.slice(0, 4)}`;

/**
 * Returns "from 1 to 14 December 2026", "until 14 December 2026", "from 1 December 2026", or nothing for always. The
 * year is left out if it is `thisYear`.
 */
export function sayDays({ from, until }: Days, thisYear?: string): string {
  const longDay = (day: string) => (day.slice(0, 4) === thisYear ? sayDayAndMonth(day) : dayWithYear(day));
  if (from === undefined) return until === undefined ? '' : `until ${longDay(until)}`;
  if (until === undefined) return `from ${longDay(from)}`;
  if (from === until) return `on ${longDay(from)}`;
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  const first = until.startsWith(month) ? `${Number(from.slice(8))}` : sayDayAndMonth(from);
  return `from ${until.startsWith(year) ? first : longDay(from)} to ${longDay(until)}`;
}

/** Returns "Sam Okafor; Hannah Pryce until 14 December 2026", or "nobody". */
export const sayColleagues = (rows: readonly (Days & { name: string })[], thisYear?: string): string =>
  rows.map((row) => [row.name, sayDays(row, thisYear)].filter(Boolean).join(' ')).join('; ') || 'nobody';

/** Names who did something, and for whom: "Priya Nair for Sam Okafor" of somebody who covers for the adviser. */
export const sayActor = ({ actorName, actorFor }: { actorName: string; actorFor?: string | undefined }): string =>
  actorFor === undefined ? actorName : `${actorName} for ${actorFor}`;
