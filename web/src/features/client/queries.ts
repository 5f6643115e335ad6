import { readPages } from '../../lib/query/pages.ts';
import { queryClient, read } from '../../lib/query/query.ts';

/** A client's documents, newest first. */
export const documentsQuery = (id: string) => read('GET /api/clients/{id}/documents', { params: { id } });

/** The record of a client, newest first, a page at a time. */
export const activityQuery = (id: string) => readPages('GET /api/clients/{id}/activity', 'next', { params: { id } });

export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });

/** Reads everything on the client's page anew. */
export const refreshAll = (clientId: string) => queryClient.invalidateQueries({ queryKey: ['/api/clients', clientId] });
