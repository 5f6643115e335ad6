import type { Happened } from '#shared/audit-log/actions.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { Conflict } from '../../aws/retry.ts';
import { transact, type Write } from '../../aws/table.ts';
import { type HttpError, tooMany, unauthorised, wrongCode } from '../../services/errors.ts';
import { PORTAL_GUESSES } from '../../services/limits.ts';
import { attemptsKey, returnAttempt, takeGuess } from '../../services/rate-limit.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { idOfPerson, type Person } from '../clients/person.ts';
import { type CodePurpose, type CodesItem, codesKeyOf, type Found, findCode, isPaused, voidCodes } from './codes.ts';
import type { PortalClient } from './device.ts';

const guessesKey = (person: Person) => attemptsKey('portal-guess', idOfPerson(person));

export const EXPIRED = unauthorised('That code has expired. Send a new one.');

/** 429 while no code is accepted. `seconds` is the time to wait. */
export const paused = (seconds: number): HttpError =>
  tooMany(
    `That was too many wrong codes. Please wait ${countOf(Math.ceil(seconds / 60), 'minute')}, then ask for a new one.`,
    seconds,
  );

interface Guess extends CodePurpose {
  given: string;
  /** Entry after too many wrong guesses. */
  refused: Happened;
}

type Context = ChangeContext<PortalClient>;

/** Cancels all codes and accepts none for 15 minutes. Does nothing during a pause. */
async function pause(context: Context, item: CodesItem | undefined, refused: Happened): Promise<void> {
  const { actor, now } = context;
  const { person } = actor;
  if (item && isPaused(item, now)) return;
  const until = new Date(now.getTime() + PORTAL_GUESSES.seconds * 1000);
  const endsAt = Math.floor(until.getTime() / 1000);
  await transact([
    { update: codesKeyOf(person), change: voidCodes(item, until) },
    { update: guessesKey(person), change: { set: { v: 1, count: PORTAL_GUESSES.max, endsAt } } },
    ...entryWrites(context, refused),
  ]);
}

/**
 * Counts a guess, then compares it. Throws 401 if it is wrong or expired, 429 after too many; codes for devices and for
 * signatures count together.
 */
export async function checkGuess(
  context: Context,
  { given, refused, request }: Guess,
  item: CodesItem | undefined,
): Promise<Found> {
  const { actor, now } = context;
  const { person } = actor;
  const { left, wait } = await takeGuess(guessesKey(person), PORTAL_GUESSES, now);
  const found = wait > 0 ? undefined : await findCode(given, person, item, now, { request });
  if (found?.isLive) return found;
  if (left > 0) throw found ? EXPIRED : wrongCode(left);
  // Too many wrong guesses. If the request of the last one was killed here, the next one pauses, perhaps concurrently.
  await pause(context, item, refused).catch((error: unknown) => {
    if (wait === 0 || !(error instanceof Conflict)) throw error;
  });
  throw paused(wait > 0 ? wait : PORTAL_GUESSES.seconds);
}

/** Uncounts the guess of a right code, if what it was for failed for another reason. */
export const returnGuess = (person: Person) => returnAttempt(guessesKey(person));

/** Returns the writes that use a code up, and begin a new count of guesses. `refuse` is thrown if it was used meanwhile. */
export const codeUsed = (person: Person, { use }: Found, refuse?: Error): Write[] => [
  { update: codesKeyOf(person), change: use, ...(refuse && { refuse }) },
  { update: guessesKey(person), change: { set: { count: 0, endsAt: 0 } } },
];
