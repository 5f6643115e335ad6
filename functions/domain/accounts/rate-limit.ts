import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, remove, tryUpdate } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';

/** The key of a rate limit's counter. `subject` is an id or a keyed hash, never an address; it may belong to nobody. */
export const attemptsKey = (purpose: string, subject: string): Key => ({
  pk: `ATTEMPTS#${purpose}#${subject}`,
  sk: 'ATTEMPTS',
});

/** How many attempts in how many seconds. */
interface Allowance {
  max: number;
  seconds: number;
}

/** 10 failed sign-ins for one address in 15 minutes (contract, Auth). */
export const SIGN_INS: Allowance = { max: 10, seconds: 15 * 60 };
/** 3 reset mails for one address in an hour. */
export const RESET_MAILS: Allowance = { max: 3, seconds: 60 * 60 };

async function consume(key: Key, { max, seconds }: Allowance, now: number): Promise<number> {
  const fresh = { v: 1, count: 1, endsAt: now + seconds, ...removedAfter(now + seconds) };
  if (await tryUpdate(key, { set: fresh, when: [['pk', 'absent']] })) return 0;
  const open = [
    ['count', '<', max],
    ['endsAt', '>', now],
  ] as const;
  if (await tryUpdate(key, { add: { count: 1 }, when: open })) return 0;
  const spent = await get<Key & { count: number; endsAt: number }>(key);
  if (spent && spent.endsAt > now)
    // Another attempt began the next window a moment ago: there is room in it.
    return spent.count < max ? consume(key, { max, seconds }, now) : spent.endsAt - now;
  const when = [unchanged('endsAt', spent?.endsAt)];
  return (await tryUpdate(key, { set: fresh, when })) ? 0 : consume(key, { max, seconds }, now);
}

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the allowance. Returns 0, or the seconds
 * to wait. Throws if the counter cannot be reached: nobody signs in uncounted.
 */
export const consumeAttempt = (purpose: string, subject: string, allowance: Allowance, now: Date) =>
  consume(attemptsKey(purpose, subject), allowance, Math.floor(now.getTime() / 1000));

/** Takes back an attempt that was counted and then not made. */
export const returnAttempt = (purpose: string, subject: string) =>
  tryUpdate(attemptsKey(purpose, subject), { add: { count: -1 }, when: [['count', '>', 0]] });

/** Forgets the attempts, after a success. */
export const clearAttempts = (purpose: string, subject: string) => remove(attemptsKey(purpose, subject));
