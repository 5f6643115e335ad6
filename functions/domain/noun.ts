import type { Key } from '../aws/table.ts';

/** Attributes besides the key. Functions that sign nobody in may read those that are `true`. */
export type AttributesOf<T extends Key> = Readonly<Record<Exclude<keyof T, keyof Key>, boolean>>;

/** Treatment of a kind of item by restore, export and the rights of functions. */
export interface Treatment {
  /** Name in the map of keys. */
  name: string;
  /** Rest of its keys after the prefixes; several for `sk` if it has several forms. */
  rest?: readonly [pk: string, ...sk: readonly string[]];
  /** Index that contains it, and its keys there. */
  index?: string;
  key: Key;
  owner: 'client' | 'account' | 'firm';
  /** Sections of a client's export, or the reason for leaving it out. */
  exported: readonly string[] | string;
  /**
   * Treatment in a restore:
   * - `back`: written as it was; removed from a client that did not have it then.
   * - `added`: written if it is missing; never changed or removed.
   * - `with account`: written if its account is missing; otherwise the current item is kept.
   * - `never`: neither written nor removed.
   */
  restored: 'back' | 'added' | 'with account' | 'never';
  /** Paths of numbers that never decrease: a lower one would revive revoked links and ended sessions. */
  grows?: readonly string[];
  /** Paths that keep their current value as long as the item exists. */
  stays?: readonly string[];
  /**
   * Attributes of items in partitions that most functions access only in part (infra/functions/access.ts). Other items
   * in accounts' partitions are secrets: only functions that sign people in read them.
   */
  attributes?: Readonly<Record<string, boolean>>;
  /** Paths that keep their current value, or none: emailed links, which may have been used since, and due times. */
  current?: readonly string[];
}

/** Kinds of items of one folder, by their name in `services/keys/item-kinds.ts`. */
export type Nouns = Readonly<Record<string, Treatment>>;

export const STAFF = 'About an account, not about a client.';
export const SECRET = 'A secret, which would open an account or a portal.';
export const LIMIT = 'A counter of a rate limit, under a keyed hash.';
export const FIRM = 'About the firm, not about a client.';
