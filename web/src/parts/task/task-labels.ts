import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';

/** Who has to act, as the client's page says it (product 4). */
export const RESPONSIBILITY_LABEL: Record<Responsibility, string> = {
  client: 'Client Action',
  adviser: 'Adviser Action',
};

/** A task's status as the client's page says it: pending is "Outstanding" here (product 4). */
export const TASK_STATUS_LABEL: Record<TaskStatus, string> = {
  pending: 'Outstanding',
  in_progress: 'In Progress',
  completed: 'Completed',
};
