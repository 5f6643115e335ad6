import type { FirmSettings, ShownFirm } from '#shared/contract/firm.ts';
import { isHttps } from '#shared/rules/url.ts';
import { DEFAULTS, type SectionName } from '#shared/settings.ts';
import { env } from '../aws/env.ts';
import { type Condition, type ItemChange, unchanged } from '../aws/expressions.ts';
import { get, type Item, itemAt, type Key, type Write } from '../aws/table.ts';
import * as KEYS from './keys/item-kinds.ts';

export const KEY_NAMES = ['session', 'portal'] as const;
type KeyName = (typeof KEY_NAMES)[number];

/** Signatures of another version are void. */
export type KeyVersions = Record<KeyName, number>;

export const FIRST_KEY_VERSION = 1;

export const LAST_KEY_VERSION = 9999;

/** Parses a version in its only spelling; `undefined` for any other text. */
export function keyVersionIn(text: string, base: number): number | undefined {
  const version = Number.parseInt(text, base);
  const exists = version >= FIRST_KEY_VERSION && version <= LAST_KEY_VERSION;
  return exists && version.toString(base) === text ? version : undefined;
}

/** ISO times at which link expiry, the required second factor and reminders of tasks were switched on, while they are on. */
interface Since {
  linkDays?: string;
  secondFactor?: string;
  taskReminders?: string;
}

type StoredSections = { [S in SectionName]?: Partial<FirmSettings[S]> };

/** Stored settings, without values that were never set. */
export interface SettingsItem extends Key, StoredSections {
  v: 1;
  version: number;
  /** Nothing expires before its time has passed since then. */
  since?: Since;
  /** Only increased: a former version would revive what was revoked. */
  keys?: Partial<KeyVersions>;
}

export interface Settings extends FirmSettings {
  keys: KeyVersions;
  since: Since;
}

export const SETTINGS_KEY: Key = KEYS.settings;

export const storedSettings = () => get<SettingsItem>(SETTINGS_KEY);

export const settingsChange = ({ set, when = [] }: ItemChange): Write => ({
  update: SETTINGS_KEY,
  change: { set: { v: 1, ...set }, when },
});

export const keyVersionsOf = (item: Pick<SettingsItem, 'keys'> | undefined): KeyVersions => ({
  session: FIRST_KEY_VERSION,
  portal: FIRST_KEY_VERSION,
  ...item?.keys,
});

export const keysUnchanged = (item: Pick<SettingsItem, 'keys'> | undefined): Condition[] =>
  KEY_NAMES.map((name) => unchanged(`keys/${name}`, item?.keys?.[name]));

/** Applies the defaults; the firm's name defaults to the deployment's. */
const settingsOf = (item: SettingsItem | undefined): Settings => ({
  version: item?.version ?? 0,
  firm: { ...DEFAULTS.firm, name: env('FIRM_NAME'), ...item?.firm },
  legal: { ...DEFAULTS.legal, ...item?.legal },
  portal: { ...DEFAULTS.portal, ...item?.portal },
  staff: { ...DEFAULTS.staff, ...item?.staff },
  mail: { ...DEFAULTS.mail, ...item?.mail },
  documents: { ...DEFAULTS.documents, ...item?.documents },
  providers: { ...DEFAULTS.providers, ...item?.providers },
  reminders: { ...DEFAULTS.reminders, ...item?.reminders },
  insight: { ...DEFAULTS.insight, ...item?.insight },
  keys: keyVersionsOf(item),
  since: item?.since ?? {},
});

export const settingsAmong = (items: readonly Item[]) => settingsOf(itemAt<SettingsItem>(items, SETTINGS_KEY));

function shownComplaints(complaints: string | null): ShownFirm['legal']['complaints'] {
  if (complaints === null) return null;
  return isHttps(complaints) ? { url: complaints } : { here: true };
}

const shownLegal = ({ privacyUrl, complaints, ...lines }: Settings['legal']): ShownFirm['legal'] => ({
  ...lines,
  privacyUrl: privacyUrl !== null && isHttps(privacyUrl) ? privacyUrl : null,
  complaints: shownComplaints(complaints),
});

/** Returns the firm as pages for clients show it: without the text of the complaints procedure. */
export const shownFirm = ({ firm, legal, documents }: Pick<Settings, 'firm' | 'legal' | 'documents'>): ShownFirm => ({
  name: firm.name,
  phone: firm.phone,
  hours: firm.hours,
  maxMb: documents.maxMb,
  legal: shownLegal(legal),
});

/** Returns the firm as emails to clients show it. */
export const firmOfClients = ({ firm, legal }: Settings) => ({ ...firm, legal });

/** Reads the settings for a job. Requests have them with the identity. */
export const readSettings = async () => settingsOf(await storedSettings());

/** Returns when what starts a period was switched on: now, or earlier if it was on before. */
export const sinceAfter = ({ since, ...before }: Settings, after: Settings, now: Date): Since => {
  const at = now.toISOString();
  const ends = after.portal.linkDays !== null;
  const required = after.staff.secondFactor === 'required';
  const reminds = after.reminders.tasks;
  return {
    ...(ends && { linkDays: before.portal.linkDays === null ? at : (since.linkDays ?? at) }),
    ...(required && { secondFactor: before.staff.secondFactor === 'required' ? (since.secondFactor ?? at) : at }),
    ...(reminds && { taskReminders: before.reminders.tasks ? (since.taskReminders ?? at) : at }),
  };
};

export const shownSettings = ({ keys: _, since: __, ...settings }: Settings): FirmSettings => settings;
