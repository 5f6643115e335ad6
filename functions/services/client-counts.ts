import { isLargeFirm, type Load } from '#shared/rules/client-load.ts';
import { countClients, type DashboardStats } from '#shared/rules/clients.ts';
import { get, type Key, query, tryUpdate, type Write } from '../aws/table.ts';
import * as KEYS from './keys/item-kinds.ts';
import { itemKey } from './keys/keys.ts';

/**
 * Numbers of an adviser's clients. Written in the transaction of each change, so that reading them costs one item and not
 * the list. Exists as long as the account.
 */
export interface ClientCounts extends Key, DashboardStats {
  v: 1;
  /** Absent until the first reminder run of the account. */
  load?: StoredLoad;
}

/** Load of an adviser as of an ISO time. */
export interface StoredLoad extends Load {
  at: string;
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

export const readClientCounts = (adviserId: string) => get<ClientCounts>(countsKey(adviserId));

/** Stores the load of an adviser with the counts, so that it ends with the account. */
export const storeLoad = (adviserId: string, load: StoredLoad) =>
  tryUpdate(countsKey(adviserId), { set: { load }, when: [['pk', 'exists']] });

/** Returns the counts of all advisers by one query: about 300 bytes each. */
export const allCounts = () => query<ClientCounts>(KEYS.clientCounts.pk, KEYS.clientCounts.sk);

/** Returns true if these are the counts of a large firm. */
export const areOfLargeFirm = (counts: readonly ClientCounts[]) =>
  isLargeFirm({ totalClients: counts.reduce((sum, { totalClients }) => sum + totalClients, 0) });
