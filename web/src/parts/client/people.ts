import { read } from '../../lib/query/query.ts';

/** Reads the people with a link to a client's page, the first person first. */
export const peopleQuery = (clientId: string) => read('GET /api/clients/{id}/people', { params: { id: clientId } });
