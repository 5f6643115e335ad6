import type { Item, Key } from '../../aws/table.ts';

export interface Migration {
  /** Counts from 1. A table stores the number of its last finished migration. */
  number: number;
  name: string;
  /** Returns the item's new form, the same item if there is nothing to do, or `undefined` to delete it. Only reads. */
  migrate: (item: Item, isTaken: (key: Key) => Promise<boolean>) => Item | undefined | Promise<Item | undefined>;
}

/** Migrations of the stored data by number. Empty, because no release has changed a stored shape yet. */
export const MIGRATIONS: readonly Migration[] = [];
