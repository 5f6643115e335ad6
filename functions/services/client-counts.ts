import { countClients, type DashboardStats } from '#shared/rules/clients.ts';
import { get, type Key, query, type Write } from '../aws/table.ts';
import * as KEYS from './keys/item-kinds.ts';
import { itemKey } from './keys/keys.ts';

/**
 * Numbers of an adviser's clients. Written in the transaction of each change, so that reading them costs one item and not
 * the list. Exists as long as the account.
 */
export interface ClientCounts extends Key, DashboardStats {
  v: 1;
}

export const countsKey = (adviserId: string) => itemKey(KEYS.clientCounts, '', adviserId);

export const newCounts = (adviserId: string): Write => ({
  put: { ...countsKey(adviserId), v: 1, ...countClients([]) },
  when: [['pk', 'absent']],
});

/** Returns the write that ends the counts with their account. Throws `refuse` if there is a client. */
export const removeCounts = (adviserId: string, refuse: Error): Write => ({
  delete: countsKey(adviserId),
  when: [['totalClients', '=', 0]],
  refuse,
});

export const countsOf = (adviserId: string) => get<ClientCounts>(countsKey(adviserId));

/** Returns the counts of all advisers by one query: about 200 bytes each. */
export const allCounts = () => query<ClientCounts>(KEYS.clientCounts.pk, KEYS.clientCounts.sk);
