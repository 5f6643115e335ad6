import { read } from '../../lib/query/query.ts';

/** Reads the firm's form of fact-finds. */
export const factfindFormQuery = read('GET /api/factfind-form');
