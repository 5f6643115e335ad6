import { type Key, query, remove } from '../../aws/table.ts';
import { deviceMark } from '../devices/device.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Visit } from '../visit.ts';
import { pseudonym } from './addresses.ts';
import { attemptsKey, type Counter, returnAttempt, SIGN_INS, takeGuess } from './rate-limit.ts';

/** Counters removed at a time. */
const AT_ONCE = 10;

const partition = (address: string) => attemptsKey('sign-in', address).pk;

/** Where attempts to sign in are counted: by the network that they come from, and by the browser. */
interface Counters {
  /** What stands for the mail address. */
  address: string;
  bySource: Key;
  /** Only where the browser has a cookie of ours. */
  byDevice: Key | undefined;
}

/** Where attempts to sign in with a mail address are counted. No network is read from it. */
export async function countersOf(email: string, { source, device }: Visit): Promise<Counters> {
  const [address, network] = await Promise.all([pseudonym(email), pseudonym(source)]);
  const pk = partition(address);
  return {
    address,
    bySource: { pk, sk: `SOURCE#${network}` },
    byDevice: device ? { pk, sk: `DEVICE#${deviceMark(device)}` } : undefined,
  };
}

/** Where guesses of a password by whom it belongs to are counted. `address` is what stands for its mail address. */
export const ownGuessesKey = (address: string): Key => ({ pk: partition(address), sk: 'OWN' });

/** An attempt to sign in that was counted. */
interface Attempt {
  /** Seconds to wait before it may be compared; 0 for none. `isKnown`: whether the account knows the browser. */
  wait: (isKnown: boolean) => number;
  /** Forgets the failed attempts before it, once it succeeded. */
  succeeded: (isKnown: boolean) => Promise<unknown>;
}

/**
 * Counts an attempt to sign in before it is compared. A browser that the account knows has an allowance of its own, so that
 * nobody else can keep its user out; any other needs one of its network too.
 */
export async function countSignIn({ bySource, byDevice }: Counters, now: Date): Promise<Attempt> {
  const [source, ofDevice] = await Promise.all([
    takeGuess(bySource, SIGN_INS, now),
    byDevice ? takeGuess(byDevice, SIGN_INS, now) : undefined,
  ]);
  return {
    wait: (isKnown) => Math.max(ofDevice?.wait ?? 0, isKnown && ofDevice ? 0 : source.wait),
    succeeded: (isKnown) =>
      Promise.all([
        byDevice && remove(byDevice),
        // What others of the network guessed still counts.
        isKnown ? source.wait === 0 && returnAttempt(bySource) : remove(bySource),
      ]),
  };
}

/** Lets everybody try again to sign in with an address, from wherever. `address` is what stands for it. */
export async function liftLockOut(address: string): Promise<void> {
  const counters = await query<Counter>(partition(address), '');
  await sideBySide(counters, AT_ONCE, remove);
}
