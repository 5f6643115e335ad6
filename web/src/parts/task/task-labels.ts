import { RESPONSIBILITIES, type Responsibility, type TaskStatus } from '#shared/rules/tasks.ts';

export const RESPONSIBILITY_LABEL: Record<Responsibility, string> = {
  client: 'Client Action',
  adviser: 'Adviser Action',
};

export const RESPONSIBILITY_OPTIONS = RESPONSIBILITIES.map((value) => ({ value, label: RESPONSIBILITY_LABEL[value] }));

export const TASK_STATUS_LABEL: Record<TaskStatus, string> = {
  pending: 'Outstanding',
  in_progress: 'In Progress',
  completed: 'Completed',
};
