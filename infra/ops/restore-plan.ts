import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '#functions/aws/table.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document.ts';
import { PREFIX } from '#functions/domain/keys.ts';
import { keyVersionsOf, SETTINGS, type SettingsItem } from '#functions/domain/settings.ts';

/** Versions that only grow: going back would bring revoked portal links and ended sessions to life. */
const GROWING = ['tokenVersion', 'sessionVersion'] as const;
const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** Whether an item holds the firm's settings. */
export const isSettings = (item: Item): item is Item & SettingsItem => item.sk === SETTINGS.sk;

function kept(then: Item, now: Item | undefined): Item {
  const versions = GROWING.filter((name) => typeof then[name] === 'number');
  const newest = versions.map((name) => [name, Math.max(Number(then[name]), Number(now?.[name] ?? 0))]);
  return { ...then, ...Object.fromEntries(newest), ...(isSettings(then) && newestKeys(then, now)) };
}

/** The versions of the keys in the settings, which only grow as well. */
function newestKeys(then: SettingsItem, now: Partial<SettingsItem> = {}): Pick<SettingsItem, 'keys'> {
  if (!then.keys && !now.keys) return {};
  const [before, present] = [keyVersionsOf(then), keyVersionsOf(now)];
  const newest = {
    session: Math.max(before.session, present.session),
    portal: Math.max(before.portal, present.portal),
  };
  return { keys: newest };
}

/** An item as it is brought back: a line of the record is marked, as the table's stream brings it like a new one. */
const broughtBack = (item: Item): Item => (item.sk.startsWith(PREFIX.activity) ? { ...item, restored: true } : item);

const isSame = (then: Item, now: Item | undefined) =>
  isDeepStrictEqual(then, now) || isDeepStrictEqual(broughtBack(then), now);

/** Items to write so that what there was then is there again; those that are the same are left out. */
export function itemsToWrite(then: readonly Item[], now: readonly Item[]): Item[] {
  const present = new Map(now.map((item) => [idOf(item), item]));
  return then
    .map((item) => kept(item, present.get(idOf(item))))
    .filter((item) => !isSame(item, present.get(idOf(item))))
    .map(broughtBack);
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
