import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';

export const RESPONSIBILITY_LABEL: Record<Responsibility, string> = {
  client: 'Client Action',
  adviser: 'Adviser Action',
};

export const TASK_STATUS_LABEL: Record<TaskStatus, string> = {
  pending: 'Outstanding',
  in_progress: 'In Progress',
  completed: 'Completed',
};
