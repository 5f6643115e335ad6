import { HOUR_MS } from '#shared/rules/time.ts';
import { type Key, put, query, remove } from '../../aws/table.ts';
import { newEntry, SYSTEM } from '../../services/audit-log/entry.ts';
import { writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { idOf, itemKey, timeKey } from '../../services/keys/keys.ts';
import { logged, pseudonym } from '../../services/keys/pseudonym.ts';
import { SIGN_INS, SIGN_INS_IN_A_ROW } from '../../services/limits.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import { type Counter, type Left, returnAttempt, takeGuess, takeGuessInARow } from '../../services/rate-limit.ts';
import { deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import type { AdviserItem } from './account.ts';

const CONCURRENCY = 10;

const subjectOf = (address: string) => `sign-in#${address}`;

interface Counters {
  address: string;
  bySource: Key;
  /** Absent if the browser has no cookie of ours. */
  byDevice: Key | undefined;
  inARow: Key;
}

/** Returns the counters of an address. They hold the network as a pseudonym. */
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
  /** Returns the seconds to wait before the password is compared. `isKnown`: the account knows the browser. */
  wait: (isKnown: boolean) => number;
  /** True for the last guess before only known browsers may continue. */
  isLast: boolean;
  succeeded: (isKnown: boolean) => Promise<unknown>;
}

interface Nearby {
  counters: Counters;
  source: Left;
  ofDevice: Left | undefined;
}

/** Counts an attempt by network and browser. Known browsers have their own limit, so strangers cannot lock them out. */
export async function countNearby(counters: Counters, now: Date): Promise<Nearby> {
  const { bySource, byDevice } = counters;
  const [source, ofDevice] = await Promise.all([
    takeGuess(bySource, SIGN_INS, now),
    byDevice ? takeGuess(byDevice, SIGN_INS, now) : undefined,
  ]);
  return { counters, source, ofDevice };
}

/** Counts an attempt among the failures in a row from anywhere, which block all but known browsers. */
export async function countInARow({ counters, source, ofDevice }: Nearby, now: Date): Promise<Attempt> {
  const { bySource, byDevice, inARow } = counters;
  // Counts only guesses that are compared, or one blocked network could use up the limit of all networks.
  const isRefused = source.wait > 0 || (ofDevice?.wait ?? 0) > 0;
  const row = isRefused ? undefined : await takeGuessInARow(inARow, SIGN_INS_IN_A_ROW, now);
  // Answers as for a network, so that an attacker does not learn which limit applied.
  const ofOthers = row && row.wait > 0 ? SIGN_INS.seconds : source.wait;
  return {
    wait: (isKnown) => Math.max(ofDevice?.wait ?? 0, isKnown && ofDevice ? 0 : ofOthers),
    isLast: row?.wait === 0 && row.left === 0,
    succeeded: (isKnown) =>
      Promise.all([
        remove(inARow),
        byDevice && remove(byDevice),
        // Other people's guesses from the network still count.
        isKnown ? source.wait === 0 && returnAttempt(bySource) : remove(bySource),
      ]),
  };
}

export const countSignIn = async (counters: Counters, now: Date): Promise<Attempt> =>
  countInARow(await countNearby(counters, now), now);

/** Deletes all sign-in counters of an address, given its pseudonym. */
export async function liftLockOut(address: string): Promise<void> {
  const counters = await query<Counter>(itemKey(KEYS.attempts, subjectOf(address)).pk, '');
  await mapConcurrent(counters, CONCURRENCY, remove);
}

const HOURLY_SUFFIX = '0'.repeat(16);

/** Records a refused sign-in. Unknown addresses share one entry an hour; both cases take one write, so equal time. */
export async function recordRefusal(account: AdviserItem | undefined, address: string, now: Date): Promise<void> {
  const action = 'sign-in-refused';
  if (account) {
    const data = { address: logged(address), name: account.summary.name };
    return writeFirmEntry(SYSTEM, { action, data, ref: idOf(account.pk) }, now);
  }
  const hour = timeKey(new Date(now.getTime() - (now.getTime() % HOUR_MS)));
  await put({ ...newEntry(itemKey(KEYS.firmEntry, '', hour + HOURLY_SUFFIX), SYSTEM, { action, data: {} }) });
}
