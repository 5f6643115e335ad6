import { type Key, put, query, remove } from '../../aws/table.ts';
import { newEntry, SYSTEM } from '../../services/audit-log/entry.ts';
import { writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import { idOf, itemKey, timeKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import { logged, pseudonym } from '../../services/keys/pseudonym.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import {
  type Counter,
  type Left,
  returnAttempt,
  SIGN_INS,
  SIGN_INS_IN_A_ROW,
  takeGuess,
  takeGuessInARow,
} from '../../services/rate-limit.ts';
import { deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import type { AdviserItem } from './account.ts';

const AT_ONCE = 10;

const subjectOf = (address: string) => `sign-in#${address}`;

/** Counters of attempts to sign in: by network, by browser, and for the address as a whole. */
interface Counters {
  address: string;
  bySource: Key;
  /** Only where the browser has a cookie of ours. */
  byDevice: Key | undefined;
  inARow: Key;
}

/** Where attempts to sign in with a mail address are counted. No network is read from it. */
export async function countersOf(email: string, { source, device }: Visit): Promise<Counters> {
  const [address, network] = await Promise.all([pseudonym(email), pseudonym(source)]);
  const subject = subjectOf(address);
  return {
    address,
    bySource: itemKey(KEYS.attemptsByNetwork, subject, network),
    byDevice: device ? itemKey(KEYS.attemptsByBrowser, subject, deviceMark(device)) : undefined,
    inARow: itemKey(KEYS.attemptsInARow, subject),
  };
}

export const ownGuessesKey = (address: string) => itemKey(KEYS.ownAttempts, subjectOf(address));

interface Attempt {
  /** Seconds to wait before it may be compared; 0 for none. `isKnown`: whether the account knows the browser. */
  wait: (isKnown: boolean) => number;
  /** True for the last guess before only known browsers may go on. */
  isLast: boolean;
  succeeded: (isKnown: boolean) => Promise<unknown>;
}

interface Nearby {
  counters: Counters;
  source: Left;
  ofDevice: Left | undefined;
}

/** Counts an attempt by network and browser. A known browser has its own allowance, so that nobody else can lock its user out. */
export async function countNearby(counters: Counters, now: Date): Promise<Nearby> {
  const { bySource, byDevice } = counters;
  const [source, ofDevice] = await Promise.all([
    takeGuess(bySource, SIGN_INS, now),
    byDevice ? takeGuess(byDevice, SIGN_INS, now) : undefined,
  ]);
  return { counters, source, ofDevice };
}

/** Counts it among the failures in a row from anywhere, which stop all browsers but those that the account knows. */
export async function countInARow({ counters, source, ofDevice }: Nearby, now: Date): Promise<Attempt> {
  const { bySource, byDevice, inARow } = counters;
  // Only guesses that are compared count, or one network could spend what is meant for all.
  const isRefused = source.wait > 0 || (ofDevice?.wait ?? 0) > 0;
  const row = isRefused ? undefined : await takeGuessInARow(inARow, SIGN_INS_IN_A_ROW, now);
  // The same answer as for a network: a guesser does not learn which limit it met.
  const ofOthers = row && row.wait > 0 ? SIGN_INS.seconds : source.wait;
  return {
    wait: (isKnown) => Math.max(ofDevice?.wait ?? 0, isKnown && ofDevice ? 0 : ofOthers),
    isLast: row?.wait === 0 && row.left === 0,
    succeeded: (isKnown) =>
      Promise.all([
        remove(inARow),
        byDevice && remove(byDevice),
        // What others of the network guessed still counts.
        isKnown ? source.wait === 0 && returnAttempt(bySource) : remove(bySource),
      ]),
  };
}

export const countSignIn = async (counters: Counters, now: Date): Promise<Attempt> =>
  countInARow(await countNearby(counters, now), now);

/** Lets everybody try again to sign in with an address, from wherever. `address` is what stands for it. */
export async function liftLockOut(address: string): Promise<void> {
  const counters = await query<Counter>(itemKey(KEYS.attempts, subjectOf(address)).pk, '');
  await mapConcurrent(counters, AT_ONCE, remove);
}

const HOUR_MS = 60 * 60 * 1000;
/** Ends the key of an hour's entry, where other keys have random characters. */
const OF_HOUR = '0'.repeat(16);

/** Records a refused sign-in. Addresses without an account share one entry an hour; both cases are one write, in equal time. */
export async function recordRefusal(account: AdviserItem | undefined, address: string, now: Date): Promise<void> {
  const action = 'sign-in-refused';
  if (account) {
    const data = { address: logged(address), name: account.card.name };
    return writeFirmEntry(SYSTEM, { action, data, ref: idOf(account.pk) }, now);
  }
  const hour = timeKey(new Date(now.getTime() - (now.getTime() % HOUR_MS)));
  await put({ ...newEntry(itemKey(KEYS.firmEntry, '', hour + OF_HOUR), SYSTEM, { action, data: {} }) });
}
