/** A task's state (product 4). */
export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** One of {@link TASK_STATUSES}. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Who has to act (product 4). */
export const RESPONSIBILITIES = ['client', 'adviser'] as const;

/** One of {@link RESPONSIBILITIES}. */
export type Responsibility = (typeof RESPONSIBILITIES)[number];

/** Answers one task more. */
export const TASKS_FULL =
  'This client has 1,000 tasks already, which is as many as one can have. Please delete some that are no longer needed.';

/** How urgent a due date is (product 4). */
export type DueBadge = 'No Due Date' | 'Overdue' | 'Urgent' | 'Due Soon' | 'On Track';

const DAY = 86_400_000;

/**
 * Days until a due date, rounded up. A date without a time is a calendar day of whoever looks at it, so that a day of
 * 23 or 25 hours counts as one; a time is compared as an instant.
 */
function daysUntil(due: string, now: Date): number {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(due) ?? [];
  if (!year) return Math.ceil((Date.parse(due) - now.getTime()) / DAY);
  const dueDay = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Math.round((dueDay - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / DAY);
}

/** The due badge: below 0 days Overdue, 3 or fewer Urgent, 7 or fewer Due Soon (product 4, 9). */
export function dueBadge(due: string | null, now: Date): DueBadge {
  if (!due) return 'No Due Date';
  const days = daysUntil(due, now);
  if (days < 0) return 'Overdue';
  if (days <= 3) return 'Urgent';
  return days <= 7 ? 'Due Soon' : 'On Track';
}

/** Answers one note more than fits. */
export const NOTES_FULL =
  'There is no room for more notes on this task. Please send this to your adviser as a message instead.';

/** Answers a client that changes a completed task (contract, Tasks). */
export const TASK_COMPLETED = 'This task is already completed';
