import type { Item, Key } from '../../aws/table.ts';

/** One numbered step that brings stored items from an older form to a newer one. */
export interface Migration {
  number: number;
  /** What it does, in a few words. */
  name: string;
  /**
   * What an item becomes: the same where this is not about it or was done before, another form of it, under another key too,
   * or `undefined` where it goes. Only reads the table. `isTaken` returns true if the table has an item under a key.
   */
  migrate: (item: Item, isTaken: (key: Key) => Promise<boolean>) => Item | undefined | Promise<Item | undefined>;
}
