import { read } from '../../lib/query/query.ts';

/** Reads the seven stages of a client's journey with their sub-stages. */
export const stagesQuery = (id: string) => read('GET /api/clients/{id}/stages', { params: { id } });
