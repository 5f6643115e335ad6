import { readWhole } from '../../lib/query/pages.ts';
import { adviserChange } from '../refreshes.ts';

/** Open tasks of the clients that the user may see, earliest due date first. */
export const pendingTasksQuery = readWhole('GET /api/tasks/pending');

export const STATUS_SET = { title: 'Success', description: 'Task status updated successfully' };
export const STATUS_KEPT = { title: 'Error', description: 'Failed to update task status' };

/** Completes or reopens a task. Callers show their own toast on success. */
export const setTaskDone = adviserChange('PATCH /api/tasks/{id}', { failure: STATUS_KEPT });
