import { read } from '../lib/query/query.ts';

/** Name and contact details of the firm, for pages without a session. */
export const firmQuery = read('GET /api/firm');
