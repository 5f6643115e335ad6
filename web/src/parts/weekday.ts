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

export const formatWeekday = (day: string) => weekday().format(new Date(day));
