import type { ClientFilter } from '#shared/rules/clients.ts';
import { readWhole } from '../../lib/query/pages.ts';
import { read } from '../../lib/query/query.ts';

export const clientsQuery = (filter?: ClientFilter) => readWhole('GET /api/clients', filter && { query: { filter } });

export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });

/** Saved views of the list: own ones, then shared ones. */
export const viewsQuery = read('GET /api/views');

export const statsQuery = read('GET /api/dashboard/stats');
