import * as z from 'zod/mini';
import { dueDate, LIMITS, nullableText, oneOf, requiredText, stageLink } from './fields.ts';

/** A task's state (product 4). */
export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
/** One of {@link TASK_STATUSES}. */
export type TaskStatus = (typeof TASK_STATUSES)[number];
/** Who has to act (product 4). */
export const RESPONSIBILITIES = ['client', 'adviser'] as const;
/** One of {@link RESPONSIBILITIES}. */
export type Responsibility = (typeof RESPONSIBILITIES)[number];

/** Most tasks that one client can have (contract, Documents: Quotas). */
export const MAX_TASKS = 1000;
/** Answers one task more. */
export const TASKS_FULL =
  'This client has 1,000 tasks already, which is as many as one can have. Please delete some that are no longer needed.';

/** A task as advisers see it. */
export const task = z.object({
  id: z.string(),
  clientId: z.string(),
  stageId: z.nullable(z.string()),
  title: z.string(),
  description: z.nullable(z.string()),
  assignedBy: z.string(),
  status: z.enum(TASK_STATUSES),
  responsibility: z.enum(RESPONSIBILITIES),
  dueDate: z.nullable(z.string()),
  adviserNotes: z.nullable(z.string()),
  clientNotes: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
});
/** A task as advisers see it. */
export type Task = z.infer<typeof task>;

/** A task as its client sees it: without the adviser's notes. */
export const clientTask = z.omit(task, { adviserNotes: true });
/** A task as its client sees it. */
export type ClientTask = z.infer<typeof clientTask>;

/** An open task in a list across clients. */
export const pendingTask = z.extend(task, { clientName: z.string() });
/** An open task in a list across clients. */
export type PendingTask = z.infer<typeof pendingTask>;

const fields = {
  title: requiredText(LIMITS.title, 'Title is required'),
  description: z.optional(nullableText()),
  stageId: z.optional(stageLink),
  responsibility: z.optional(oneOf(RESPONSIBILITIES)),
  dueDate: z.optional(dueDate),
};

/** POST /api/clients/{id}/tasks. */
export const newTask = z.strictObject(fields);

/** PATCH /api/tasks/{id} by an adviser. */
export const taskChange = z.partial(
  z.strictObject({ ...fields, status: oneOf(TASK_STATUSES), adviserNotes: nullableText() }),
);
/** A parsed change of a task. */
export type TaskChange = z.infer<typeof taskChange>;

/** PATCH /api/tasks/{id} by the client: notes, or completion; nothing else (product 6). */
export const taskChangeByClient = z
  .strictObject({
    clientNotes: z.optional(requiredText(LIMITS.text, 'Please enter some notes')),
    status: z.optional(z.literal('completed', 'You can only mark a task complete')),
  })
  .check(z.refine((c) => c.clientNotes !== undefined || c.status !== undefined, 'Please enter some notes'));

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

/** Answers a client that changes a completed task (contract, Tasks). */
export const TASK_COMPLETED = 'This task is already completed';
