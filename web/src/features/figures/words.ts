import type { Figures } from '#shared/contract/figures.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { ENOUGH } from '#shared/rules/histograms.ts';
import { sayMonth } from '#shared/rules/say-date.ts';

type Stage = Figures['stages'][number];

/** Returns "8 days", or "3, 8 and 21 days" if there are too few values for a figure. */
export const daysOr = (days: number | null, few: readonly number[]) =>
  days === null ? `${listOf(few.map(String))} ${few.every((one) => one === 1) ? 'day' : 'days'}` : countOf(days, 'day');

/** Compares a median with the one of as many months before, in words. */
export function comparison({ median, before }: Stage): string | undefined {
  if (median === null || before.n < ENOUGH || before.median === null) return undefined;
  const change = median - before.median;
  if (change === 0) return 'as before';
  return `${countOf(Math.abs(change), 'day')} ${change < 0 ? 'faster' : 'slower'}`;
}

/** Formats a month: "Dec 2026". */
export const monthName = (month: string) => sayMonth(`${month}-01`);
