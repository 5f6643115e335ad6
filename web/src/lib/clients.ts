import { type Query, queryOptions } from '@tanstack/react-query';
import type { Client, ClientFilter } from '#shared/clients.ts';
import { addressOf, request } from './api.ts';
import { change, keyOf, outdateSummaries, queryClient } from './query.ts';

const NEXT = /<([^>]+)>;\s*rel="next"/;

/** The address of the next page on our own origin; empty after the last. */
function nextPage(link: string | null): string {
  const [, address] = NEXT.exec(link ?? '') ?? [];
  const next = address === undefined ? null : URL.parse(address, window.location.origin);
  return next ? next.pathname + next.search : '';
}

async function everyPage(filter?: ClientFilter): Promise<Client[]> {
  const clients: Client[] = [];
  let { url } = addressOf('GET /api/clients', {}, filter ? { filter } : {});
  while (url) {
    const response = await request(url);
    clients.push(...(await response.json()));
    url = nextPage(response.headers.get('link'));
  }
  return clients;
}

/** All clients that one may see, newest first, however many pages they take; `filter` as the contract knows it. */
export const clientsQuery = (filter?: ClientFilter) =>
  queryOptions({
    queryKey: [...keyOf('GET /api/clients'), ...(filter ? [{ filter }] : [])],
    queryFn: () => everyPage(filter),
  });

/** Those whose name holds the text, whatever its case (product 2). */
export function searchClients(clients: readonly Client[], text: string): readonly Client[] {
  const wanted = text.trim().toLowerCase();
  return wanted ? clients.filter(({ name }) => name.toLowerCase().includes(wanted)) : clients;
}

/**
 * Removes a client and all that hangs off it. Lists and numbers on the screen are read anew at once; what is only about
 * that client is not, as it would be missing.
 */
export const deleteClient = {
  ...change('DELETE /api/clients/{id}', {
    success: { title: 'Client Deleted', description: 'Client has been permanently removed' },
    failure: { title: 'Error', description: 'Failed to delete client' },
  }),
  onSuccess: async () => {
    await outdateSummaries();
    const isSummary = ({ queryKey: [, id] }: Query) => typeof id !== 'string';
    await queryClient.refetchQueries({ type: 'active', stale: true, predicate: isSummary });
  },
};
