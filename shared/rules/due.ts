import { addDays, londonParts } from './london.ts';
import { daysBetween } from './time.ts';

export type DueState = 'No Due Date' | 'Overdue' | 'Urgent' | 'Due Soon' | 'On Track';

/** Counts London's days, so that days of 23 or 25 hours count as one. */
const daysUntil = (due: string, now: Date) => daysBetween(londonParts(now).date, due);

export function dueBadge(due: string | null, now: Date): DueState {
  if (!due) return 'No Due Date';
  const days = daysUntil(due, now);
  if (days < 0) return 'Overdue';
  if (days <= 3) return 'Urgent';
  return days <= 7 ? 'Due Soon' : 'On Track';
}

export const DUE_GROUPS = ['Overdue', 'Today', 'This week', 'Next week', 'Later', 'No date'] as const;

export type DueGroup = (typeof DUE_GROUPS)[number];

const DAYS_OF_WEEK = 7;

const sundayOf = (date: string) => addDays(date, (DAYS_OF_WEEK - new Date(date).getUTCDay()) % DAYS_OF_WEEK);

/** Returns a function that groups tasks by due day, relative to London's day at `now`. */
export function dueGrouping(now: Date): (due: string | null) => DueGroup {
  const today = londonParts(now).date;
  const sunday = sundayOf(today);
  const nextSunday = addDays(sunday, DAYS_OF_WEEK);
  return (due) => {
    if (!due) return 'No date';
    if (due < today) return 'Overdue';
    if (due === today) return 'Today';
    if (due <= sunday) return 'This week';
    return due <= nextSunday ? 'Next week' : 'Later';
  };
}

/** Returns suggested days to postpone a task to, in London time: label and `YYYY-MM-DD`. */
export function likelyDates(now: Date): readonly (readonly [name: string, date: string])[] {
  const today = londonParts(now).date;
  const monday = addDays(sundayOf(today), 1);
  return [
    ['Today', today],
    ['Tomorrow', addDays(today, 1)],
    ['Next Monday', monday],
    ['In Two Weeks', addDays(today, 2 * DAYS_OF_WEEK)],
  ];
}
