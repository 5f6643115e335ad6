import { grouped } from './counted-words.ts';
import { MAX_TASKS } from './limits.ts';

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

export const RESPONSIBILITIES = ['client', 'adviser'] as const;

export type Responsibility = (typeof RESPONSIBILITIES)[number];

export const TASKS_FULL = `This client already has ${grouped(MAX_TASKS)} tasks, which is the limit. Please delete some that are no longer needed.`;

export const TASK_COMPLETED = 'This task is already completed';
