import { MAX_KEY_DAYS } from '#shared/rules/chase/reminders.ts';
import { londonParts } from '#shared/rules/london.ts';
import { hmacText, isSameText } from '../../aws/derived-keys.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';

/** Never rotated: the links of all reminders that were sent would stop working. */
const KEY_VERSION = 1;
/** Client's id, day and version of the link in base 36, and HMAC. Keys of before 29 November 2026 lack the middle. */
const KEY = /^([\w-]{22})(?:([0-9a-z]{4})([0-9a-z]{4}))?[\w-]{43}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

type Link = Pick<ClientItem, 'tokenVersion' | 'renewedFrom'>;

const inFour = (count: number) => count.toString(36).padStart(4, '0');
const dayNumber = (now: Date) => Date.parse(londonParts(now).date) / DAY_MS;

/** Returns the version that lasts while an expired link is only renewed. A new address or a new link ends it. */
const versionOf = ({ tokenVersion, renewedFrom = tokenVersion }: Link) => renewedFrom;

const signed = async (content: string) => content + (await hmacText('reminders', KEY_VERSION, content));

/** Returns the key of a client's reminders as of today. It ends with the portal's link, and only stops when it is old. */
export const reminderKey = (client: ClientItem, now: Date): Promise<string> =>
  signed(clientIdOf(client) + inFour(dayNumber(now)) + inFour(versionOf(client)));

/** Content of a genuine key. */
export interface KeyClaim {
  clientId: string;
  /** Absent in keys of before 29 November 2026. */
  day?: number;
  version?: number;
}

/** Returns what a genuine key says, before anything is read; undefined for any other text. */
export async function readKey(key: string): Promise<KeyClaim | undefined> {
  const [, clientId, day, version] = KEY.exec(key) ?? [];
  if (!clientId) return undefined;
  if (!isSameText(await signed(clientId + (day ?? '') + (version ?? '')), key)) return undefined;
  if (day === undefined || version === undefined) return { clientId };
  return { clientId, day: Number.parseInt(day, 36), version: Number.parseInt(version, 36) };
}

/** Returns true unless the client's address or link has changed since, or their page is suspended. */
export const isLive = ({ version }: KeyClaim, client: ClientItem): boolean =>
  !client.summary.portalSuspended && (version === undefined || version === versionOf(client));

/** Returns true if a key may no longer pause or resume: a mailbox outlives what its owner remembers. */
export const isOld = ({ day = 0 }: KeyClaim, now: Date): boolean => dayNumber(now) - day > MAX_KEY_DAYS;
