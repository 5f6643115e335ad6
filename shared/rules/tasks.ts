import { londonParts } from './london.ts';

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

export const RESPONSIBILITIES = ['client', 'adviser'] as const;

export type Responsibility = (typeof RESPONSIBILITIES)[number];

export const TASKS_FULL =
  'This client already has 1,000 tasks, which is the limit. Please delete some that are no longer needed.';

export type DueBadge = 'No Due Date' | 'Overdue' | 'Urgent' | 'Due Soon' | 'On Track';

const DAY = 86_400_000;

/** Counts London's days, so that days of 23 or 25 hours count as one. */
const daysUntil = (due: string, now: Date) => (Date.parse(due) - Date.parse(londonParts(now).date)) / DAY;

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
