import { ok } from 'node:assert/strict';
import type { Answered } from '../api.ts';
import { type Fault, withFault } from './faults.ts';

/** A call that is made when it is asked for. */
export type Act = () => Promise<Answered>;

function meanwhileAt(nth: number, happens: () => Promise<void>): Fault {
  let happened = false;
  return async (_, asked) => {
    if (asked < nth || happened) return undefined;
    happened = true;
    await happens();
    return undefined;
  };
}

/**
 * Plays one act while another is under way: before its first, second, … request to AWS, each time in a setting of its
 * own, until the first act has no request left. `check` sees the setting and both answers. Gives how often it was played.
 */
export async function interleaved<T>(
  prepare: () => Promise<T>,
  act: (given: T) => Act,
  other: (given: T) => Act,
  check: (given: T, answers: { first: Answered; other: Answered }) => Promise<void>,
): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    const given = await prepare();
    let answered: Answered | undefined;
    const happens = async () => {
      answered = await other(given)();
    };
    const { result } = await withFault(meanwhileAt(nth, happens), act(given));
    if (!answered) {
      ok(nth > 1, `the act asked for nothing, and answered ${result.status}`);
      return nth - 1;
    }
    await check(given, { first: result, other: answered });
  }
}

/** Plays two acts at any moment of each other: either one before each request of the other. `check` sees the answers of `one` and `two`. */
export async function atOnce<T>(
  prepare: () => Promise<T>,
  one: (given: T) => Act,
  two: (given: T) => Act,
  check: (given: T, answers: [one: Answered, two: Answered]) => Promise<void>,
): Promise<void> {
  await interleaved(prepare, one, two, (given, { first, other }) => check(given, [first, other]));
  await interleaved(prepare, two, one, (given, { first, other }) => check(given, [other, first]));
}
