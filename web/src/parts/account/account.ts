import { read } from '../../lib/query/query.ts';

/** One's own account, with what it signs in by. */
export const accountQuery = read('GET /api/account');
