import { read } from '../../../lib/query/query.ts';

/** A client's documents, newest first. */
export const documentsQuery = (id: string) => read('GET /api/clients/{id}/documents', { params: { id } });
