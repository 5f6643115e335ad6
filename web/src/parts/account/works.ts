import type { ShownColleague } from '#shared/contract/advisers.ts';
import { type Days, hasEnded, sayColleagues, sayDays } from '#shared/rules/colleagues.ts';

type ShownDays = Pick<ShownColleague, 'from' | 'until'>;

const daysOf = ({ from, until }: ShownDays): Days => ({ from: from ?? undefined, until: until ?? undefined });

/** Leaves out a first day that is over, as only the last one matters then. */
const daysLeft = ({ from, until }: ShownDays, today: string): Days =>
  daysOf({ from: from !== null && from <= today ? null : from, until });

export const isOver = (row: ShownDays, today: string): boolean => hasEnded(daysOf(row), today);

/** Returns "from 1 to 14 December 2026". */
export const sayAllDays = (row: ShownDays): string => sayDays(daysOf(row));

/** Returns "until 14 December", with the year only if it is another one. */
export const sayDaysLeft = (row: ShownDays, today: string): string => sayDays(daysLeft(row, today), today.slice(0, 4));

/** Names whom an account works with, without what has ended: "Sam Okafor; Hannah Pryce until 14 December". */
export function sayWorks(works: readonly ShownColleague[], today: string): string | undefined {
  const rows = works.filter((row) => !isOver(row, today));
  if (rows.length === 0) return undefined;
  return sayColleagues(
    rows.map((row) => ({ name: row.name, ...daysLeft(row, today) })),
    today.slice(0, 4),
  );
}
