import { londonParts } from '#shared/rules/london.ts';
import { formatLongDate, toDate } from '../../../lib/text/format.ts';

/** Returns "Monday 14 December"; with the year, if it is not the current one in London. */
export function sayAwayUntil(day: string, now: Date): string {
  const thisYear = londonParts(now).date.slice(0, 4);
  return `${toDate(day).toLocaleDateString('en-GB', { weekday: 'long' })} ${formatLongDate(day).replace(` ${thisYear}`, '')}`;
}
