import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '#functions/aws/table.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { objectsOf } from '#functions/domain/documents/seal.ts';
import { partAt, valueAt } from '#functions/domain/finding.ts';
import { treatmentOf } from '#functions/domain/nouns.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { isOf, PREFIX } from '#functions/services/keys/keys.ts';

const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** Returns a copy of an item with a new value at a path; `undefined` removes it. */
function withValue(item: object | undefined, [name = '', ...rest]: string[], value: unknown): object {
  const inner = rest.length > 0 ? withValue(partAt(item, name), rest, value) : value;
  return Object.fromEntries(Object.entries({ ...item, [name]: inner }).filter(([, part]) => part !== undefined));
}

/** Returns the old item with the present values of what must not go back. */
function kept(then: Item, now: Item | undefined): Item {
  const { grows = [], stays = [], current = [] } = treatmentOf(then);
  const highest = grows.flatMap((path) => {
    const values = [valueAt(then, path), valueAt(now, path)].filter((value) => typeof value === 'number');
    return values.length > 0 ? [[path, Math.max(...values)] as const] : [];
  });
  const present = [...(now ? stays : []), ...current].map((path) => [path, valueAt(now, path)] as const);
  return [...highest, ...present].reduce<object>(
    (item, [path, value]) => withValue(item, path.split('/'), value),
    then,
  ) as Item;
}

/** Marks an audit entry as restored, so that no event handler runs for it again. */
const broughtBack = (item: Item): Item => (item.sk.startsWith(PREFIX.activity) ? { ...item, restored: true } : item);

/** Returns the items to write to restore the old state. Throws for an unregistered kind. */
export function itemsToWrite(then: readonly Item[], now: readonly Item[]): Item[] {
  const present = new Map(now.map((item) => [idOf(item), item]));
  const accounts = new Set(now.filter((item) => isOf(KEYS.account, item)).map(({ pk }) => pk));
  const isWritten = {
    back: () => true,
    added: (item: Item) => !present.has(idOf(item)),
    'with account': ({ pk }: Item) => !accounts.has(pk),
    never: () => false,
  };
  return then
    .filter((item) => isWritten[treatmentOf(item).restored](item))
    .map((item) => kept(item, present.get(idOf(item))))
    .filter((item) => !isDeepStrictEqual(item, present.get(idOf(item))))
    .map(broughtBack);
}

/** Returns a client's items that were added later. Throws for an unregistered kind. */
export function itemsToRemove(then: readonly Item[], now: readonly Item[]): Item[] {
  const wanted = new Set(then.map(idOf));
  return now.filter((item) => treatmentOf(item).restored === 'back' && !wanted.has(idOf(item)));
}

/** Returns key and version of each document's object that has changed since. */
export function objectsToBringBack(
  then: readonly Item[],
  versions: ReadonlyMap<string, string | undefined>,
): [key: string, versionId: string][] {
  const documents = then.filter((item) => isOf(KEYS.document, item)).filter(isKept) as (Item & DocumentItem)[];
  return documents.flatMap(objectsOf).flatMap((key) => {
    const version = versions.get(key);
    return version ? [[key, version]] : [];
  });
}
