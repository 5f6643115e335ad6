import { get, type Item, type Key, query } from '#functions/aws/table.ts';
import { type AdviserRow, allAdvisers } from '#functions/domain/accounts/account.ts';
import type { ClientItem } from '#functions/domain/clients/client.ts';
import type { LoaItem } from '#functions/domain/loas/loa.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, isOf, PREFIX } from '#functions/services/keys/keys.ts';
import { otherItems } from '../tables.ts';

/** Stored data that checks of accounts and the firm look at. */
export interface Source {
  get<T extends Key>(key: Key): Promise<T | undefined>;
  /** Returns the items of a partition, which is no client's, in order of their keys. */
  partition<T extends Key = Item>(pk: string, prefix?: string): Promise<T[]>;
  /** Returns all accounts, in order of their names. */
  accounts(): Promise<readonly AdviserRow[]>;
  /** Returns all items that belong to no client. */
  others(): Promise<readonly Item[]>;
  /** Returns the letters of authority of all clients. */
  letters(): Promise<readonly LoaItem[]>;
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Reads items at each call, and all that belong to no client at the first. */
export const fresh = (clientIds: readonly string[]): Source => ({
  get,
  partition: (pk, prefix = '') => query(pk, prefix),
  accounts: allAdvisers,
  others: once(otherItems),
  async letters() {
    const found: LoaItem[] = [];
    for (const id of clientIds) found.push(...(await query<LoaItem>(clientPartition(id), PREFIX.loa)));
    return found;
  },
});

/** Items that one scan of the table has read. Of clients it keeps only what checks of accounts and the firm look at. */
export class Scanned implements Source {
  private readonly found = new Map<string, readonly Item[]>();
  private readonly clients = new Map<string, Key>();
  private readonly loas: LoaItem[] = [];

  add(partition: readonly [Item, ...Item[]]): void {
    const [{ pk }] = partition;
    this.found.set(pk, [...(this.found.get(pk) ?? []), ...partition]);
  }

  addClient({ pk, sk, gpk, summary: { lastUpdate } }: ClientItem, letters: readonly LoaItem[]): void {
    const known = { pk, sk, gpk, summary: { lastUpdate } };
    this.clients.set(pk, known);
    this.loas.push(...letters);
  }

  async get<T extends Key>({ pk, sk }: Key): Promise<T | undefined> {
    const all: readonly Key[] = this.found.get(pk) ?? [];
    return (this.clients.get(pk) ?? all.find((item) => item.sk === sk)) as T | undefined;
  }

  async partition<T extends Key = Item>(pk: string, prefix = ''): Promise<T[]> {
    const all: readonly Key[] = this.found.get(pk) ?? [];
    return all.filter(({ sk }) => sk.startsWith(prefix)) as T[];
  }

  async accounts(): Promise<readonly AdviserRow[]> {
    return (await this.others())
      .filter((item): item is Item & AdviserRow => isOf(KEYS.account, item))
      .sort((a, b) => (a.gsk < b.gsk ? -1 : 1));
  }

  async others(): Promise<readonly Item[]> {
    return [...this.found.values()].flat();
  }

  async letters(): Promise<readonly LoaItem[]> {
    return this.loas;
  }
}
