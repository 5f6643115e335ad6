import { readWhole } from '../../lib/query/pages.ts';

/** Open tasks of the clients that the user may see, earliest due date first. */
export const pendingTasksQuery = readWhole('GET /api/tasks/pending');
