import type { Fields } from '#shared/nouns/field.ts';
import { sayMoment } from '#shared/rules/say-date.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import type { Item, Key } from '../aws/table.ts';
import * as KEYS from '../services/keys/item-kinds.ts';
import { isOf } from '../services/keys/keys.ts';
import type { ClientItem } from './clients/client.ts';
import type { Finding } from './finding.ts';

/** Attributes besides the key. Functions that sign nobody in may read those that are `true`. */
export type AttributesOf<T extends Key> = Readonly<Record<Exclude<keyof T, keyof Key>, boolean>>;

/** A client with the items of its partition. */
export interface ClientFile {
  client: ClientItem;
  of: <T extends Key>(kind: Key) => T[];
}

/** Returns `undefined` if the client itself is missing. */
export function clientFile(items: readonly Item[]): ClientFile | undefined {
  const of = <T extends Key>(kind: Key) => items.filter((item): item is Item & T => isOf(kind, item));
  const [client] = of<ClientItem>(KEYS.client);
  return client && { client, of };
}

export type ExportedFile = ClientFile & { calendar: Calendar };
export type Cell = string | number | null | undefined;

/** Section of a client's export: a list in JSON, and a table on the page. */
export interface ExportSection<Name extends string = string> {
  name: Name;
  title: string;
  heads: readonly string[];
  show(items: readonly Key[], file: ExportedFile): { json: readonly object[]; rows: readonly (readonly Cell[])[] };
}

/** Head of a column, alone if its cells are the values. */
type Column<Shown, Value> =
  | (Value extends Cell ? string : never)
  | readonly [head: string, cell: (shown: Shown, file: ExportedFile) => Cell];

/** Columns by what they show. */
type Columns<Shown> = { readonly [Name in keyof Shown]?: Column<Shown, Shown[Name]> | null };

/** Every one of `fields` must have a column, or null if only the JSON has it. */
export function section<Name extends string, I extends Key, F extends Fields, Shown extends object>(
  name: Name,
  title: string,
  _fields: F,
  toShown: (item: I, file: ExportedFile) => Shown,
  columns: Columns<NoInfer<Shown>> & Readonly<Record<keyof F, unknown>>,
): ExportSection<Name> {
  const shownColumns = Object.entries<Column<Shown, Cell> | null | undefined>(columns).flatMap(([field, column]) => {
    if (typeof column !== 'string') return column ? [column] : [];
    return [[column, (shown: Shown) => shown[field as keyof Shown] as Cell] as const];
  });
  return {
    name,
    title,
    heads: shownColumns.map(([head]) => head),
    show: (items: readonly I[], file: ExportedFile) => {
      const json = items.map((item) => toShown(item, file));
      return { json, rows: json.map((shown) => shownColumns.map(([, cell]) => cell(shown, file))) };
    },
  };
}

/** Returns London's time in a cell. Leaves days as they are. */
export const time = (iso: string | null) => (iso && /T/.test(iso) ? sayMoment(iso) : iso);
export const words = (code: string) => code.replaceAll('_', ' ');

/** Treatment of a kind of item by restore, export, verify and the rights of functions. */
export type Treatment = Rules & (OfClient | { owner: 'account' | 'firm' });

interface OfClient {
  owner: 'client';
  /** Returns what is wrong with a client's items of this kind, or the reason for no check. */
  verified: ((file: ClientFile) => Finding[]) | string;
}

interface Rules {
  /** Name in the map of keys. */
  name: string;
  /** Rest of its keys after the prefixes; several for `sk` if it has several forms. */
  rest?: readonly [pk: string, ...sk: readonly string[]];
  /** Index that contains it, and its keys there. */
  index?: string;
  key: Key;
  /** Section of a client's export, names of sections written by hand in `infra/ops`, or the reason for leaving it out. */
  exported: ExportSection | readonly string[] | string;
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

/** Reason for no check. */
export const ALONE = 'No other item counts it or refers to it.';
export const STAFF = 'About an account, not about a client.';
export const SECRET = 'A secret, which would open an account or a portal.';
export const LIMIT = 'A counter of a rate limit, under a keyed hash.';
export const ABOUT_FIRM = 'About the firm, not about a client.';
