import { londonParts } from '#shared/rules/london.ts';

/** Returns "Monday 14 December"; with the year, if it is not the current one in London. */
export const sayAwayUntil = (day: string, now: Date): string =>
  new Date(day)
    .toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
      year: londonParts(now).date.startsWith(day.slice(0, 4)) ? undefined : 'numeric',
    })
    // Some browsers write a comma after the weekday.
    .replace(',', '');
