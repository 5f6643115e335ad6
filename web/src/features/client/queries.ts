import { queryClient, read } from '../../lib/query/query.ts';

/** A client. */
export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });

/** Reads everything on the client's page anew. */
export const refreshAll = (clientId: string) => queryClient.invalidateQueries({ queryKey: ['/api/clients', clientId] });
