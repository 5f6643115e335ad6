import type { FirmSettings } from '#shared/contract/firm.ts';
import { CLOCK_DEFAULTS, PORTAL_DEFAULTS, STAFF_DEFAULTS } from '#shared/contract/settings.ts';
import { env } from '../aws/env.ts';
import { type Condition, type ItemChange, unchanged } from '../aws/expressions.ts';
import { getTogether, type Item, itemAt, type Key, type Write } from '../aws/table.ts';
import * as KEYS from './keys/kinds.ts';

/** The keys that sign sessions and portal links. */
export const KEY_NAMES = ['session', 'portal'] as const;
type KeyName = (typeof KEY_NAMES)[number];

/** The versions of the keys. What another version signed is void. */
export type KeyVersions = Record<KeyName, number>;

export const FIRST_KEY_VERSION = 1;

export const LAST_KEY_VERSION = 9999;

/** The version that a text spells to a base, in the one way there is; `undefined` for any other text. */
export function keyVersionIn(text: string, base: number): number | undefined {
  const version = Number.parseInt(text, base);
  const exists = version >= FIRST_KEY_VERSION && version <= LAST_KEY_VERSION;
  return exists && version.toString(base) === text ? version : undefined;
}

/** Since when links end, and since when a second factor is required; absent where they do not. */
interface Since {
  linkDays?: string;
  secondFactor?: string;
}

/** The firm's settings as they are stored: what was never set is not there. */
export interface SettingsItem extends Key {
  v: 1;
  version: number;
  firm?: Partial<FirmSettings['firm']>;
  portal?: Partial<FirmSettings['portal']>;
  staff?: Partial<FirmSettings['staff']>;
  mail?: Partial<FirmSettings['mail']>;
  /** Since when what ends something by itself is switched on, ISO: nothing ends before its time counts from then. */
  since?: Since;
  /** They only grow: a former version would bring back what was voided. */
  keys?: Partial<KeyVersions>;
}

export interface Settings extends FirmSettings {
  keys: KeyVersions;
  since: Since;
  stored?: SettingsItem;
}

export const SETTINGS: Key = KEYS.settings;
/** Key of the settings until migration 9 moves them. */
const FORMER: Key = KEYS.formerSettings;

/** Set once this process found the settings at their key: they never go back. */
let isMoved = false;

export const settingsKeys = (): Key[] => (isMoved ? [SETTINGS] : [SETTINGS, FORMER]);

/** Returns the stored settings among items that were read; `undefined` if none were ever saved. */
export function settingsAmong(items: readonly Item[]): SettingsItem | undefined {
  const settings = itemAt<SettingsItem>(items, SETTINGS);
  isMoved ||= settings !== undefined;
  return settings ?? itemAt<SettingsItem>(items, FORMER);
}

export const storedSettings = async () => settingsAmong(await getTogether(settingsKeys()));

/** Returns the write of a change of the settings, which copies settings that have not been moved yet. */
export function settingsChange(stored: SettingsItem | undefined, { set, when = [] }: ItemChange): Write {
  if (!stored || stored.pk === SETTINGS.pk) return { update: SETTINGS, change: { set: { v: 1, ...set }, when } };
  const { pk: _, sk: __, ...former } = stored;
  return { update: SETTINGS, change: { set: { ...former, ...set }, when: [['pk', 'absent']] } };
}

export const keyVersionsOf = (item: Pick<SettingsItem, 'keys'> | undefined): KeyVersions => ({
  session: FIRST_KEY_VERSION,
  portal: FIRST_KEY_VERSION,
  ...item?.keys,
});

export const keysUnchanged = (item: Pick<SettingsItem, 'keys'> | undefined): Condition[] =>
  KEY_NAMES.map((name) => unchanged(`keys/${name}`, item?.keys?.[name]));

/** The settings as they hold: what was never set has its first value, and the firm's name is the deployment's. */
export const settingsOf = (item: SettingsItem | undefined): Settings => ({
  version: item?.version ?? 0,
  firm: { name: env('FIRM_NAME'), phone: null, hours: null, closedDays: [], ...item?.firm },
  portal: { ...PORTAL_DEFAULTS, ...item?.portal },
  staff: { ...STAFF_DEFAULTS, ...item?.staff },
  mail: { ...CLOCK_DEFAULTS, ...item?.mail },
  keys: keyVersionsOf(item),
  since: item?.since ?? {},
  ...(item && { stored: item }),
});

/** The settings, for a job. Requests have them with the identity. */
export const readSettings = async () => settingsOf(await storedSettings());

/** Since when what a change of the settings switches on counts: from now, or from before where it was on already. */
export const sinceAfter = ({ since, ...before }: Settings, after: Settings, now: Date): Since => {
  const at = now.toISOString();
  const ends = after.portal.linkDays !== null;
  const required = after.staff.secondFactor === 'required';
  return {
    ...(ends && { linkDays: before.portal.linkDays === null ? at : (since.linkDays ?? at) }),
    ...(required && { secondFactor: before.staff.secondFactor === 'required' ? (since.secondFactor ?? at) : at }),
  };
};

/** Returns the settings that people see: without the versions of keys. */
export const shownSettings = ({ keys: _, since: __, stored: ___, ...settings }: Settings): FirmSettings => settings;
