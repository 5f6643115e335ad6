import { readPages } from '../../../lib/query/pages.ts';

/** The record of a client, newest first, a page at a time. */
export const activityQuery = (id: string) => readPages('GET /api/clients/{id}/activity', 'next', { params: { id } });
