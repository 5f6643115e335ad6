import { londonParts } from '#shared/rules/london.ts';
import { sayDayAndMonth, sayLongDay, sayWeekday } from '#shared/rules/say-date.ts';

/** Returns "Monday 14 December"; with the year, if it is not the current one in London. */
export function sayAwayUntil(day: string, now: Date): string {
  const isThisYear = day.slice(0, 4) === londonParts(now).date.slice(0, 4);
  return `${sayWeekday(day)} ${isThisYear ? sayDayAndMonth(day) : sayLongDay(day)}`;
}
