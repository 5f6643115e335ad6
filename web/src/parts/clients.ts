import { type Query, queryOptions } from '@tanstack/react-query';
import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { fold } from '../lib/fold.ts';
import { callPage, type Page } from '../lib/pages.ts';
import { change, keyOf, outdateSummaries, queryClient } from '../lib/query.ts';

async function everyPage(filter?: ClientFilter): Promise<Client[]> {
  const clients: Client[] = [];
  let query: Page<Client>['next'] = filter ? { filter } : {};
  while (query) {
    const page: Page<Client> = await callPage('GET /api/clients', { query });
    clients.push(...page.items);
    query = page.next;
  }
  return clients;
}

/** All clients that one may see, newest first, however many pages they take; `filter` as the contract knows it. */
export const clientsQuery = (filter?: ClientFilter) =>
  queryOptions({
    queryKey: [...keyOf('GET /api/clients'), ...(filter ? [{ filter }] : [])],
    queryFn: () => everyPage(filter),
  });

/** Those whose name holds the text, whatever its case (product 2) and its accents. */
export function searchClients(clients: readonly Client[], text: string): readonly Client[] {
  const wanted = fold(text.trim());
  return wanted ? clients.filter(({ name }) => fold(name).includes(wanted)) : clients;
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
