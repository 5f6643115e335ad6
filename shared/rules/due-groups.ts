import { addDays, londonParts } from './london.ts';

/** When a task is due, as a list of tasks is divided, in its order. */
export const DUE_GROUPS = ['Overdue', 'Today', 'This week', 'Later', 'No date'] as const;

export type DueGroup = (typeof DUE_GROUPS)[number];

const DAYS_OF_WEEK = 7;

/** The Sunday that a week ends with: of a Sunday, itself. */
const sundayOf = (date: string) => addDays(date, (DAYS_OF_WEEK - new Date(date).getUTCDay()) % DAYS_OF_WEEK);

/** Returns a function that groups tasks by due day, in London's days from that of `now`; this week ends on Sunday. */
export function dueGrouping(now: Date): (due: string | null) => DueGroup {
  const today = londonParts(now).date;
  const sunday = sundayOf(today);
  return (due) => {
    if (!due) return 'No date';
    if (due < today) return 'Overdue';
    if (due === today) return 'Today';
    return due <= sunday ? 'This week' : 'Later';
  };
}

/** Dates that a task is often put off to, by London's days: a name and `YYYY-MM-DD`. */
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
