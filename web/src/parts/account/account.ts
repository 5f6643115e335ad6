import { read } from '../../lib/query/query.ts';

export const accountQuery = read('GET /api/account');
