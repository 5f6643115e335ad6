import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, tryUpdate, updated } from '../../aws/table.ts';
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

/** 10 failed sign-ins for one address, from one network or browser, in 15 minutes (contract, Auth). */
export const SIGN_INS: Allowance = { max: 10, seconds: 15 * 60 };
/** 5 wrong guesses of one's own password, by whoever is signed in, in 15 minutes. */
export const OWN_GUESSES: Allowance = { max: 5, seconds: 15 * 60 };
/** 3 reset mails for one address in an hour. */
export const RESET_MAILS: Allowance = { max: 3, seconds: 60 * 60 };
/** 3 more mails of one invitation in an hour. */
export const INVITATION_MAILS: Allowance = { max: 3, seconds: 60 * 60 };
/** 3 mails for one address in an hour that ask its holder to confirm a registration. */
export const CONFIRMATION_MAILS: Allowance = { max: 3, seconds: 60 * 60 };

/** Attempts so far, in a time that ends. */
export interface Counter extends Key {
  count: number;
  endsAt: number;
}

/** What is left: attempts after this one, or none, and the seconds to wait. */
interface Left {
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
    // Another attempt began the next window a moment ago: there is room in it.
    return spent.count < max ? consume(key, { max, seconds }, now) : { left: 0, wait: spent.endsAt - now };
  const when = [unchanged('endsAt', spent?.endsAt)];
  return (await tryUpdate(key, { set: fresh, when })) ? first : consume(key, { max, seconds }, now);
}

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the allowance. Returns 0, or the seconds
 * to wait. Throws if the counter cannot be reached: nobody signs in uncounted.
 */
export const consumeAttempt = async (purpose: string, subject: string, allowance: Allowance, now: Date) =>
  (await takeGuess(attemptsKey(purpose, subject), allowance, now)).wait;

/** The same for a guess of a secret, under the counter's key; gives the guesses that are left after it too. */
export const takeGuess = (key: Key, allowance: Allowance, now: Date): Promise<Left> =>
  consume(key, allowance, Math.floor(now.getTime() / 1000));

/** Takes back an attempt that was counted, under the counter's key. */
export const returnAttempt = (key: Key) => tryUpdate(key, { add: { count: -1 }, when: [['count', '>', 0]] });
