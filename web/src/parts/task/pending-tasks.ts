import { readPages, readWhole } from '../../lib/query/pages.ts';
import { adviserChange } from '../refreshes.ts';

/** All open tasks of the clients that the user may see, earliest due date first. Many requests in a large firm. */
export const pendingTasksQuery = readWhole('GET /api/tasks/pending');

/** Tasks of a page: more than fill any screen, and few enough to come at once. */
const PAGE = '250';

/** Reads pages of the open tasks. */
export const pendingPagesQuery = (query: Readonly<Record<string, string>> = {}) =>
  readPages('GET /api/tasks/pending', 'next', { query: { limit: PAGE, ...query } });

export const STATUS_SET = { title: 'Success', description: 'Task status updated successfully' };
export const STATUS_KEPT = { title: 'Error', description: 'Failed to update task status' };

/** Completes or reopens a task. Callers show their own toast on success. */
export const setTaskDone = adviserChange('PATCH /api/tasks/{id}', { failure: STATUS_KEPT });
