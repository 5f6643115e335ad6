import { read } from '../../lib/query/query.ts';

/** Numbers over all clients. */
export const statsQuery = read('GET /api/dashboard/stats');
/** How many tasks are not completed. */
export const pendingCountQuery = read('GET /api/tasks/pending-count');
