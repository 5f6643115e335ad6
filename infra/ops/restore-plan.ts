import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { isFactor } from '#functions/domain/accounts/factors/factors.ts';
import { SEEN_LINK } from '#functions/domain/clients/seen-links.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document.ts';
import { codesKey } from '#functions/domain/portal/codes.ts';
import { PREFIX } from '#functions/services/keys/keys.ts';
import { LETTER } from '#functions/services/mail/send.ts';
import { counterKey, NOTICE } from '#functions/services/notices.ts';
import { DUE } from '#functions/services/scheduler/scheduler.ts';
import { DEVICE } from '#functions/services/sessions/device-cookie.ts';
import { keyVersionsOf, SETTINGS, type SettingsItem } from '#functions/services/settings.ts';

/** Versions that only grow: going back would bring revoked portal links and ended sessions to life. */
const GROWING = ['tokenVersion', 'deviceVersion', 'sessionVersion', 'version'] as const;
/**
 * What stays of a client as it is: what says who may open its portal, so that nothing opens again that was shut since, and the
 * newest line of its record, which is never taken away.
 */
const STAYS = [
  ...['linkIssuedAt', 'linkUsedAt', 'linkMailedTo', 'renewedFrom', 'portalSuspended', 'stepUp', 'stepUpReason'],
  'news',
];
const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** Sort keys of what waits to be mailed together: to a client, to an adviser at once, with its summary. */
const BUNDLES = ['MAIL', 'DAILY'];

/** Whether an item holds the firm's settings. */
export const isSettings = (item: Item): item is Item & SettingsItem => item.sk === SETTINGS.sk;

function kept(then: Item, now: Item | undefined): Item {
  const versions = GROWING.filter((name) => typeof (then[name] ?? now?.[name]) === 'number');
  const newest = versions.map((name) => [name, Math.max(Number(then[name] ?? 0), Number(now?.[name] ?? 0))]);
  const stays = now ? STAYS.filter((name) => name in then || name in now).map((name) => [name, now[name]]) : [];
  const present = Object.fromEntries([...newest, ...stays]);
  const all = { ...then, ...present, ...(isSettings(then) && newestKeys(then, now)) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Item;
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

const isLine = ({ sk }: Key) => sk.startsWith(PREFIX.activity);

/** Lines of a record, and what says that a letter was sent: they come back where they are gone, and are never changed. */
const isOnlyAdded = (item: Key) => isLine(item) || item.pk.startsWith(LETTER);

const PASSING = [NOTICE, SEEN_LINK, counterKey('').sk, DUE, ...BUNDLES, DEVICE, codesKey('').sk];
/**
 * Whether an item is of its moment alone: a notice, their count, what waits to be mailed or for its time, a device, codes. It
 * neither comes back, as people would be told a second time and a device let in that was removed, nor is it taken away.
 */
const isPassing = (item: Key) => !isOnlyAdded(item) && PASSING.some((prefix) => item.sk.startsWith(prefix));

/** An item as it is brought back: a line of the record is marked, as the table's stream brings it like a new one. */
const broughtBack = (item: Item): Item => (isLine(item) ? { ...item, restored: true } : item);

/** Items to write so that what there was then is there again; those that are the same are left out. */
export function itemsToWrite(then: readonly Item[], now: readonly Item[]): Item[] {
  const present = new Map(now.map((item) => [idOf(item), item]));
  return then
    .filter((item) => !isPassing(item) && !(isOnlyAdded(item) && present.has(idOf(item))))
    .map((item) => kept(item, present.get(idOf(item))))
    .filter((item) => !isDeepStrictEqual(item, present.get(idOf(item))))
    .map(broughtBack);
}

/** A client's items that came later than then. Lines of its record are never taken away (contract, activity). */
export function itemsToRemove(then: readonly Item[], now: readonly Item[]): Item[] {
  const wanted = new Set(then.map(idOf));
  return now.filter((item) => !wanted.has(idOf(item)) && !isLine(item) && !isPassing(item));
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

const isAccount = ({ sk }: Key) => sk === adviserKey('').sk;
const present = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function withItsFactors({ totp: _, passkeys: __, ...then }: Item, { totp, passkeys, card }: Item): Item {
  const { secondFactor } = card as { secondFactor?: true };
  const cardThen = present({ ...(then.card as object), secondFactor });
  return { pk: then.pk, sk: then.sk, ...present({ ...then, totp, passkeys }), card: cardThen };
}

/**
 * What there was, with the second factors that accounts have now where they are still there: going back would bring used
 * codes and the passkeys of lost devices to life.
 */
export function withFactorsOfNow(then: readonly Item[], now: readonly Item[]): Item[] {
  const accounts = new Map(now.filter(isAccount).map((account) => [account.pk, account]));
  return then.flatMap((item) => {
    const account = accounts.get(item.pk);
    if (!account || !(isAccount(item) || isFactor(item))) return [item];
    return isAccount(item) ? [withItsFactors(item, account)] : [];
  });
}
