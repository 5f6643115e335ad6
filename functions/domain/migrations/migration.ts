import type { Item } from '../../aws/table.ts';

/** One numbered step that brings stored items from an older form to a newer one. */
export interface Migration {
  number: number;
  /** What it does, in a few words. */
  name: string;
  /**
   * What an item becomes: the same where this is not about it or was done before, another form of it, under another key too,
   * or `undefined` where it goes. Only reads the table.
   */
  migrate: (item: Item) => Item | undefined | Promise<Item | undefined>;
}
