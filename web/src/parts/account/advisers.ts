import { read } from '../../lib/query/query.ts';

/** All accounts, by name, for admins. */
export const advisersQuery = read('GET /api/advisers');
