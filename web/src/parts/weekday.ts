import { once } from '../lib/text/format.ts';

const weekday = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);

/** "Thu, 24 Dec 2026" from `YYYY-MM-DD`. */
export const formatWeekday = (day: string) => weekday().format(new Date(day));
