import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Device } from '#shared/contract/devices.ts';
import { PHRASE_MINUTES, PORTAL_CODE } from '#shared/rules/lifetimes.ts';
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { hmacText } from '../../aws/derived-keys.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { type Key, transact } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { ageOfKey, clientIdOf, itemKey } from '../../services/keys/keys.ts';
import { type ChangeContext, entryWritesOfLink } from '../clients/client-writes.ts';
import { FIRST_PERSON, firstPerson, holderOf, idOfPerson, numberOf, type Person } from '../clients/person.ts';

const KEY_VERSION = 1;
const MAX_LIVE = 3;
/** How long expired codes are remembered, so that we can answer "expired" instead of "wrong". */
const KNOWN_MS = DAY_MS;
/** Consonants that resemble no other letter or digit, and form no words. */
const LETTERS = 'CDFGHJKMNPQRTVWX';
const PHRASE_LENGTH = 8;

interface Code {
  mac: string;
  endsAt: string;
  /** Set when the code was used or cancelled; a time would not stop a request that began earlier. */
  ended?: true;
}

export interface CodesItem extends Key {
  v: 1;
  codes?: Record<string, Code>;
  phrase?: Code;
  /** ISO time until which no code is accepted, after too many wrong ones. */
  pausedUntil?: string;
}

export const codesKey = (clientId: string, number: number = FIRST_PERSON) =>
  number === FIRST_PERSON ? itemKey(KEYS.codes, clientId) : itemKey(KEYS.personCodes, clientId, String(number));

export const codesKeyOf = (person: Person) => codesKey(clientIdOf(person.client), numberOf(person));

/**
 * Key of the request that a code signs; absent for a code that confirms a device. Part of its HMAC, so that no code
 * serves for anything else.
 */
export interface CodePurpose {
  request?: string | undefined;
}

/** A new link revokes codes, because `deviceVersion` is part of their HMAC. */
const macOf = (code: string, person: Person, { request }: CodePurpose) =>
  hmacText(
    'code',
    KEY_VERSION,
    [idOfPerson(person), person.own.deviceVersion ?? 0, ...(request === undefined ? [] : [request]), code].join('.'),
  );

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const newPhrase = () => Array.from({ length: PHRASE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
const kept = (now: Date) => removedAfter(Math.floor((now.getTime() + KNOWN_MS) / 1000));
const isLive = ({ endsAt, ended }: Code, now: Date) => !ended && endsAt > now.toISOString();

export const isPaused = ({ pausedUntil = '' }: Pick<CodesItem, 'pausedUntil'>, now: Date) =>
  pausedUntil > now.toISOString();

/** Returns the codes to keep beside a new one; if three are live, the oldest of them is ended. */
function withRoom(codes: Readonly<Record<string, Code>>, entryKey: string, now: Date): Record<string, Code> {
  const known = Object.entries(codes).filter(([key, { endsAt }]) => key !== entryKey && endsAt > after(now, -KNOWN_MS));
  const live = known.filter(([, code]) => isLive(code, now)).map(([key]) => key);
  const ending = live.sort().slice(0, Math.max(0, live.length - (MAX_LIVE - 1)));
  return Object.fromEntries(known.map(([key, code]) => [key, ending.includes(key) ? { ...code, ended: true } : code]));
}

/** Returns a code for the entry that requested it, and the change that stores it. A retry replaces the code. */
export async function addCode(
  person: Person,
  item: CodesItem | undefined,
  entryKey: string,
  now: Date,
  purpose: CodePurpose = {},
): Promise<{ code: string; change: ItemChange }> {
  const others = withRoom(item?.codes ?? {}, entryKey, now);
  for (;;) {
    const code = newCode();
    const mac = await macOf(code, person, purpose);
    if (Object.values(others).some((other) => other.mac === mac)) continue;
    const codes = { ...others, [entryKey]: { mac, endsAt: after(now, PORTAL_CODE.ms) } };
    return { code, change: { set: { v: 1, codes, ...kept(now) }, when: [unchanged('codes', item?.codes)] } };
  }
}

/** Creates a phrase to read out on the phone, replacing the person's former one. Fails if their link changed meanwhile. */
export async function makePhrase(
  context: ChangeContext,
  person = firstPerson(context.client),
): Promise<{ phrase: string; endsAt: string }> {
  const { now } = context;
  const phrase = newPhrase();
  const endsAt = after(now, PHRASE_MINUTES * MINUTE_MS);
  const set = { v: 1, phrase: { mac: await macOf(phrase, person, {}), endsAt }, ...kept(now) };
  await transact([
    { update: codesKeyOf(person), change: { set } },
    ...entryWritesOfLink(context, person, { action: 'device-phrase-made', data: holderOf(person) }),
  ]);
  return { phrase, endsAt };
}

export interface Found {
  by: Device['by'];
  isLive: boolean;
  /** Key of the entry that requested it; absent for a phrase. */
  entryKey?: string;
  /** Marks it as used. Fails if it was used already, because each code confirms one device. */
  use: ItemChange;
}

export async function findCode(
  given: string,
  person: Person,
  item: CodesItem | undefined,
  now: Date,
  purpose: CodePurpose = {},
): Promise<Found | undefined> {
  const mac = Buffer.from(await macOf(given, person, purpose));
  const all = [
    ...Object.entries(item?.codes ?? {}).map(([entryKey, code]) => ({
      code,
      entryKey,
      path: `codes/${entryKey}`,
      by: 'code' as const,
    })),
    ...(item?.phrase ? [{ code: item.phrase, path: 'phrase', by: 'phone' as const }] : []),
  ];
  const [found] = all.filter(({ code }) => timingSafeEqual(Buffer.from(code.mac), mac));
  if (!found) return undefined;
  const { code, path, by } = found;
  return {
    by,
    ...('entryKey' in found && { entryKey: found.entryKey }),
    isLive: isLive(code, now),
    use: {
      set: { [`${path}/ended`]: true },
      when: [
        [`${path}/mac`, '=', code.mac],
        [`${path}/ended`, 'absent'],
      ],
    },
  };
}

export function voidCodes(item: CodesItem | undefined, until: Date): ItemChange {
  const ended = (code: Code): Code => ({ ...code, ended: true });
  const codes =
    item?.codes && Object.fromEntries(Object.entries(item.codes).map(([entryKey, code]) => [entryKey, ended(code)]));
  const phrase = item?.phrase && ended(item.phrase);
  return {
    set: { v: 1, codes, phrase, pausedUntil: until.toISOString(), ...kept(until) },
    when: [
      unchanged('codes', item?.codes),
      unchanged('phrase', item?.phrase),
      unchanged('pausedUntil', item?.pausedUntil),
    ],
  };
}

/** Returns true if a code was requested over 15 minutes ago: by then, the client has requested another or left. */
export const isOldRequest = (entryKey: string, now: Date) => ageOfKey(entryKey, now) > PORTAL_CODE.ms;
