import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Device } from '#shared/contract/devices.ts';
import { hmacText } from '../../aws/derived-keys.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { type Key, transact } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { ageOfKey, clientIdOf, itemKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { linkAsRead } from '../clients/link-validity.ts';

const KEY_VERSION = 1;
const MINUTE_MS = 60_000;
const CODE_MS = 15 * MINUTE_MS;
const PHRASE_MS = 10 * MINUTE_MS;
const LIVE = 3;
/** How long it is known of a code that it was one, so that whoever types it is told that it is old. */
const KNOWN_MS = 24 * 60 * MINUTE_MS;
/** Consonants that nobody takes for another letter or a figure, and that spell no word. */
const LETTERS = 'CDFGHJKMNPQRTVWX';
const PHRASE_LENGTH = 8;

interface Code {
  mac: string;
  endsAt: string;
  /** That it was used or voided, which a time would not tell to a request that began before that. */
  ended?: true;
}

export interface CodesItem extends Key {
  v: 1;
  codes?: Record<string, Code>;
  phrase?: Code;
  /** Until when none is taken, ISO, after too many wrong ones. */
  pausedUntil?: string;
}

export const codesKey = (clientId: string) => itemKey(KEYS.codes, clientId);

/** Whom a code is of. A new link voids the codes, as it does the confirmed devices. */
type Owner = Pick<ClientItem, 'pk' | 'sk' | 'deviceVersion'>;

/** What stands for a code: an HMAC over it, its client, and the version of the client's devices. */
const macOf = (code: string, client: Owner) =>
  hmacText('code', KEY_VERSION, `${clientIdOf(client)}.${client.deviceVersion ?? 0}.${code}`);

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const newPhrase = () => Array.from({ length: PHRASE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
const kept = (now: Date) => removedAfter(Math.floor((now.getTime() + KNOWN_MS) / 1000));
const isLive = ({ endsAt, ended }: Code, now: Date) => !ended && endsAt > now.toISOString();

export const isPaused = ({ pausedUntil = '' }: Pick<CodesItem, 'pausedUntil'>, now: Date) =>
  pausedUntil > now.toISOString();

/** The codes that are still known but for a line's own; of the good ones the oldest end, so that there is room for one more. */
function withRoom(codes: Readonly<Record<string, Code>>, line: string, now: Date): Record<string, Code> {
  const known = Object.entries(codes).filter(([key, { endsAt }]) => key !== line && endsAt > after(now, -KNOWN_MS));
  const live = known.filter(([, code]) => isLive(code, now)).map(([key]) => key);
  const ending = live.sort().slice(0, Math.max(0, live.length - (LIVE - 1)));
  return Object.fromEntries(known.map(([key, code]) => [key, ending.includes(key) ? { ...code, ended: true } : code]));
}

/** A new code for a line that asked for one, in place of an earlier one of the same line, and what keeps it. */
export async function addCode(
  client: Owner,
  item: CodesItem | undefined,
  line: string,
  now: Date,
): Promise<{ code: string; change: ItemChange }> {
  const others = withRoom(item?.codes ?? {}, line, now);
  for (;;) {
    const code = newCode();
    const mac = await macOf(code, client);
    if (Object.values(others).some((other) => other.mac === mac)) continue;
    const codes = { ...others, [line]: { mac, endsAt: after(now, CODE_MS) } };
    return { code, change: { set: { v: 1, codes, ...kept(now) }, when: [unchanged('codes', item?.codes)] } };
  }
}

/** Makes a phrase to be read out over the phone, in place of the former one. Fails if the link changed meanwhile. */
export async function makePhrase(context: ChangeContext): Promise<{ phrase: string; endsAt: string }> {
  const { client, now } = context;
  const phrase = newPhrase();
  const endsAt = after(now, PHRASE_MS);
  const set = { v: 1, phrase: { mac: await macOf(phrase, client), endsAt }, ...kept(now) };
  await transact([
    { update: codesKey(clientIdOf(client)), change: { set } },
    ...entryWrites(context, { action: 'device-phrase-made', data: {} }, linkAsRead(client)),
  ]);
  return { phrase, endsAt };
}

export interface Found {
  by: Device['by'];
  isLive: boolean;
  /** Ends it, on the condition that nobody else did: each confirms one device. */
  use: ItemChange;
}

export async function findCode(
  given: string,
  client: Owner,
  item: CodesItem | undefined,
  now: Date,
): Promise<Found | undefined> {
  const mac = Buffer.from(await macOf(given, client));
  const all = [
    ...Object.entries(item?.codes ?? {}).map(([line, code]) => ({ code, path: `codes/${line}`, by: 'code' as const })),
    ...(item?.phrase ? [{ code: item.phrase, path: 'phrase', by: 'phone' as const }] : []),
  ];
  const [found] = all.filter(({ code }) => timingSafeEqual(Buffer.from(code.mac), mac));
  if (!found) return undefined;
  const { code, path, by } = found;
  return {
    by,
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
    item?.codes && Object.fromEntries(Object.entries(item.codes).map(([line, code]) => [line, ended(code)]));
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

/** Whether a request for a code is too old to be answered: whoever made it has asked again by now, or does not wait any more. */
export const isOldRequest = (line: string, now: Date) => ageOfKey(line, now) > CODE_MS;
