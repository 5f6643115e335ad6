import { londonParts } from './london.ts';

/** A task's state (product 4). */
export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

export const RESPONSIBILITIES = ['client', 'adviser'] as const;

export type Responsibility = (typeof RESPONSIBILITIES)[number];

export const TASKS_FULL =
  'This client has 1,000 tasks already, which is as many as one can have. Please delete some that are no longer needed.';

/** How urgent a due date is (product 4). */
export type DueBadge = 'No Due Date' | 'Overdue' | 'Urgent' | 'Due Soon' | 'On Track';

const DAY = 86_400_000;

/** Counts London's days, so that one of 23 or 25 hours is one. */
const daysUntil = (due: string, now: Date) => (Date.parse(due) - Date.parse(londonParts(now).date)) / DAY;

/** The due badge of a day: below 0 days Overdue, 3 or fewer Urgent, 7 or fewer Due Soon (product 4, 9). */
export function dueBadge(due: string | null, now: Date): DueBadge {
  if (!due) return 'No Due Date';
  const days = daysUntil(due, now);
  if (days < 0) return 'Overdue';
  if (days <= 3) return 'Urgent';
  return days <= 7 ? 'Due Soon' : 'On Track';
}

export const NOTES_FULL =
  'There is no room for more notes on this task. Please send this to your adviser as a message instead.';

export const TASK_COMPLETED = 'This task is already completed';
