import type { Figures } from '#shared/contract/insight.ts';
import { ENOUGH } from '#shared/rules/chase/figures.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { once } from '../../lib/text/format.ts';

type Stage = Figures['stages'][number];

const list = once(() => new Intl.ListFormat('en-GB'));

/** Returns "8 days", or "3, 8 and 21 days" if there are too few values for a figure. */
export const daysOr = (days: number | null, few: readonly number[]) =>
  days === null
    ? `${list().format(few.map(String))} ${few.every((one) => one === 1) ? 'day' : 'days'}`
    : countOf(days, 'day');

/** Compares a median with the one of as many months before, in words. */
export function comparison({ median, before }: Stage): string | undefined {
  if (median === null || before.n < ENOUGH || before.median === null) return undefined;
  const change = median - before.median;
  if (change === 0) return 'as before';
  return `${countOf(Math.abs(change), 'day')} ${change < 0 ? 'faster' : 'slower'}`;
}

const monthYear = once(() => new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }));

/** Formats a month: "Dec 2026". */
export const monthOf = (month: string) => monthYear().format(new Date(`${month}-01`));
