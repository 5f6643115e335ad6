const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "Thu, Dec 24, 2026" from `YYYY-MM-DD`. */
export const formatWeekday = (day: string) => weekday.format(new Date(day));
