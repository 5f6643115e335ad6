import { unchanged } from '../aws/expressions.ts';
import { get, type Key, tryUpdate, updated } from '../aws/table.ts';
import { removedAfter } from '../aws/table-index.ts';
import * as KEYS from './keys/item-kinds.ts';
import { itemKey } from './keys/keys.ts';
import { type Allowance, COUNTER_SECONDS, type GuessesInARow } from './limits.ts';

/** Returns the key of a counter. `subject` is an id or a keyed hash, never an address, and need not exist. */
export const attemptsKey = (purpose: string, subject: string) => itemKey(KEYS.attempts, `${purpose}#${subject}`);

export interface Counter extends Key {
  count: number;
  endsAt: number;
}

/** `endsAt` is set when the guesses are used up. */
interface RowCounter extends Key {
  count: number;
  level: number;
  endsAt?: number;
}

/** Remaining attempts, and seconds to wait if there are none. */
export interface Left {
  left: number;
  wait: number;
}

async function consume(key: Key, { max, seconds }: Allowance, now: number): Promise<Left> {
  const fresh = { v: 1, count: 1, endsAt: now + seconds, ...removedAfter(now + seconds) };
  const first = { left: max - 1, wait: 0 };
  if (await tryUpdate(key, { set: fresh, when: [['pk', 'absent']] })) return first;
  const open = [
    ['count', '<', max],
    ['endsAt', '>', now],
  ] as const;
  const counted = await updated<Counter>(key, { add: { count: 1 }, when: open });
  if (counted) return { left: max - counted.count, wait: 0 };
  const spent = await get<Counter>(key);
  if (spent && spent.endsAt > now)
    // A concurrent attempt has just started the next window.
    return spent.count < max ? consume(key, { max, seconds }, now) : { left: 0, wait: spent.endsAt - now };
  const when = [unchanged('endsAt', spent?.endsAt)];
  return (await tryUpdate(key, { set: fresh, when })) ? first : consume(key, { max, seconds }, now);
}

/** Counts an attempt before it is made; returns the seconds to wait. Throws if it cannot, so nobody signs in uncounted. */
export const consumeAttempt = async (purpose: string, subject: string, allowance: Allowance, now: Date) =>
  (await takeGuess(attemptsKey(purpose, subject), allowance, now)).wait;

export const takeGuess = (key: Key, allowance: Allowance, now: Date): Promise<Left> =>
  consume(key, allowance, Math.floor(now.getTime() / 1000));

/** Counts a guess before it is compared. Pauses grow until the caller deletes the counter after a correct guess. */
export async function takeGuessInARow(key: Key, row: GuessesInARow, at: Date): Promise<Left> {
  const { max, pauses } = row;
  const now = Math.floor(at.getTime() / 1000);
  const kept = removedAfter(now + COUNTER_SECONDS);
  const fresh = { v: 1, count: 1, level: 0, ...kept };
  const first = { left: max - 1, wait: 0 };
  if (await tryUpdate(key, { set: fresh, when: [['pk', 'absent']] })) return first;
  const isOpen = [['count', '<', max]] as const;
  const isSpent = ['count', '>=', max] as const;
  const endOf = ({ level }: RowCounter) => now + (pauses[Math.min(level, pauses.length - 1)] ?? 0);
  const counted = await updated<RowCounter>(key, { add: { count: 1 }, set: kept, when: isOpen });
  if (counted) {
    if (counted.count >= max) await tryUpdate(key, { set: { endsAt: endOf(counted) }, when: [isSpent] });
    return { left: max - counted.count, wait: 0 };
  }
  const spent = await get<RowCounter>(key);
  if (!spent || spent.count < max) return takeGuessInARow(key, row, at);
  const { level, endsAt = endOf(spent) } = spent;
  // The request of the last guess has not set the end yet, or was killed.
  if (spent.endsAt === undefined) await tryUpdate(key, { set: { endsAt }, when: [isSpent, ['endsAt', 'absent']] });
  if (endsAt > now) return { left: 0, wait: endsAt - now };
  const next = { ...fresh, level: level + 1, endsAt: undefined };
  const isOver = [isSpent, unchanged('endsAt', endsAt)];
  return (await tryUpdate(key, { set: next, when: isOver })) ? first : takeGuessInARow(key, row, at);
}

export interface Limit {
  key: Key;
  allowance: Allowance;
}

/** Counts one attempt under several limits, or none if one is exhausted. Returns the waits and an undo function. */
export async function consumeAll(
  limits: readonly Limit[],
  now: Date,
): Promise<{ waits: number[]; takeBack: () => Promise<unknown> }> {
  const left = await Promise.all(limits.map(({ key, allowance }) => takeGuess(key, allowance, now)));
  const waits = left.map(({ wait }) => wait);
  const counted = limits.filter((_, i) => waits[i] === 0);
  const takeBack = () => Promise.all(counted.map(({ key }) => returnAttempt(key)));
  if (counted.length < limits.length) await takeBack();
  return { waits, takeBack };
}

export const returnAttempt = (key: Key) => tryUpdate(key, { add: { count: -1 }, when: [['count', '>', 0]] });
