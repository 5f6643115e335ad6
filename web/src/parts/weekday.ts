import { once } from '../lib/once.ts';

const weekday = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);

/** "Thu, Dec 24, 2026" from `YYYY-MM-DD`. */
export const formatWeekday = (day: string) => weekday().format(new Date(day));
