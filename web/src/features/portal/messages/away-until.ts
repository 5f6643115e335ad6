import { dayAndMonth, londonParts } from '#shared/rules/london.ts';
import { once } from '../../../lib/text/format.ts';

const weekday = once(() => new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }));

/** Returns "Monday 14 December"; with the year, if it is not the current one in London. */
export function sayAwayUntil(day: string, now: Date): string {
  const year = day.slice(0, 4);
  const isThisYear = londonParts(now).date.startsWith(year);
  return `${weekday().format(new Date(day))} ${dayAndMonth(day)}${isThisYear ? '' : ` ${year}`}`;
}
