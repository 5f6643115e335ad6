import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '#functions/aws/table.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document.ts';
import { PREFIX } from '#functions/domain/keys.ts';

/** Versions that only grow: going back would bring revoked portal links and ended sessions to life. */
const GROWING = ['tokenVersion', 'sessionVersion'] as const;
const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

function kept(then: Item, now: Item | undefined): Item {
  const versions = GROWING.filter((name) => typeof then[name] === 'number');
  const newest = versions.map((name) => [name, Math.max(Number(then[name]), Number(now?.[name] ?? 0))]);
  return { ...then, ...Object.fromEntries(newest) };
}

/** Items to write so that what there was then is there again; those that are the same are left out. */
export function itemsToWrite(then: readonly Item[], now: readonly Item[]): Item[] {
  const present = new Map(now.map((item) => [idOf(item), item]));
  return then
    .map((item) => kept(item, present.get(idOf(item))))
    .filter((item) => !isDeepStrictEqual(item, present.get(idOf(item))));
}

/** A client's items that came later than then. Lines of its record are never taken away (contract, activity). */
export function itemsToRemove(then: readonly Item[], now: readonly Item[]): Item[] {
  const wanted = new Set(then.map(idOf));
  return now.filter((item) => !wanted.has(idOf(item)) && !item.sk.startsWith(PREFIX.activity));
}

/** Objects of the documents there were then whose version of that time is not the current one: key and version. */
export function objectsToBringBack(
  then: readonly Item[],
  versions: ReadonlyMap<string, string | undefined>,
): [key: string, versionId: string][] {
  const documents = then.filter(({ sk }) => sk.startsWith(PREFIX.document)).filter(isKept) as (Item & DocumentItem)[];
  return documents.flatMap(({ encryptedPath }) => {
    const version = versions.get(encryptedPath);
    return version ? [[encryptedPath, version]] : [];
  });
}
