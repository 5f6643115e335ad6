import { REMINDER_LINK_DAYS } from '#shared/rules/lifetimes.ts';
import { londonParts } from '#shared/rules/london.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { hmacText, isSameText } from '../../aws/derived-keys.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import { FIRST_PERSON, isFirst, numberOf, type Person } from '../clients/person.ts';

/** Never rotated: the links of all reminders that were sent would stop working. */
const KEY_VERSION = 1;
/** Client's id, day and version of the link in base 36, and HMAC. Keys of before 29 November 2026 lack the middle. */
const KEY = /^([\w-]{22})(?:([0-9a-z]{4})([0-9a-z]{4}))?[\w-]{43}$/;
/** Key of a further person: a longer version, and the person's number. Differs from all others in length. */
const KEY_OF_PERSON = /^([\w-]{22})([0-9a-z]{4})([0-9a-z]{6})([0-9a-z]{3})[\w-]{43}$/;

type Link = Pick<ClientItem, 'tokenVersion' | 'renewedFrom'>;

const digits = (length: number, count: number) => count.toString(36).padStart(length, '0');
const dayNumber = (now: Date) => Date.parse(londonParts(now).date) / DAY_MS;

/** Returns the version that lasts while an expired link is only renewed. A new address or a new link ends it. */
const versionOf = ({ tokenVersion, renewedFrom = tokenVersion }: Link) => renewedFrom;

const signed = async (content: string) => content + (await hmacText('reminders', KEY_VERSION, content));

/** Returns the key of a person's reminders as of today. It ends with their link, and only stops when it is old. */
export function reminderKey(person: Person, now: Date): Promise<string> {
  const start = clientIdOf(person.client) + digits(4, dayNumber(now));
  const version = versionOf(person.own);
  return signed(start + (isFirst(person) ? digits(4, version) : digits(6, version) + digits(3, numberOf(person))));
}

/** Content of a genuine key. */
export interface KeyClaim {
  clientId: string;
  /** Number of the person whose key it is. */
  person: number;
  /** Absent in keys of before 29 November 2026. */
  day?: number;
  version?: number;
}

/** Returns what a genuine key says, before anything is read; undefined for any other text. */
export async function readKey(key: string): Promise<KeyClaim | undefined> {
  const [, clientId, ...numbers] = KEY.exec(key) ?? KEY_OF_PERSON.exec(key) ?? [];
  if (!clientId) return undefined;
  if (!isSameText(await signed(clientId + numbers.join('')), key)) return undefined;
  const [day, version, person = FIRST_PERSON] = numbers.filter(Boolean).map((number) => Number.parseInt(number, 36));
  return { clientId, person, ...(day !== undefined && version !== undefined && { day, version }) };
}

/** Returns true unless the person's address or link has changed since, or the page is suspended. */
export const isLive = ({ version }: KeyClaim, { client, own }: Person): boolean =>
  !client.summary.portalSuspended && (version === undefined || version === versionOf(own));

/** Returns true if a key may no longer pause or resume: a mailbox outlives what its owner remembers. */
export const isOld = ({ day = 0 }: KeyClaim, now: Date): boolean => dayNumber(now) - day > REMINDER_LINK_DAYS;
