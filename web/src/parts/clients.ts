import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { fold } from '../lib/fold.ts';
import { callPage, type Page } from '../lib/pages.ts';
import { keyOf } from '../lib/query.ts';
import { adviserChange } from './refreshes.ts';

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
    meta: { read: 'GET /api/clients' },
  });

/** Those whose name holds the text, whatever its case (product 2) and its accents. */
export function searchClients(clients: readonly Client[], text: string): readonly Client[] {
  const wanted = fold(text.trim());
  return wanted ? clients.filter(({ name }) => fold(name).includes(wanted)) : clients;
}

/** Removes a client and all that hangs off it, and is done once the lists on the screen are without it. */
export const deleteClient = adviserChange('DELETE /api/clients/{id}', {
  success: { title: 'Client Deleted', description: 'Client has been permanently removed' },
  failure: { title: 'Error', description: 'Failed to delete client' },
  waits: true,
});
