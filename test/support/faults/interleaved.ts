import { ok } from 'node:assert/strict';
import type { Answered } from '../api.ts';
import { meanwhile, withFault } from './faults.ts';

export type Act = () => Promise<Answered>;

/**
 * Runs `other` before the first, second, … request to AWS of `act`, each time in a new setting, until no request is left.
 * `check` sees the setting and both answers. Returns the number of runs.
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
    const { result } = await withFault(meanwhile(nth, happens), act(given));
    if (!answered) {
      ok(nth > 1, `the act asked for nothing, and answered ${result.status}`);
      return nth - 1;
    }
    await check(given, { first: result, other: answered });
  }
}

/** Interleaves two acts both ways. `check` gets the answers of `one` and `two`. */
export async function atOnce<T>(
  prepare: () => Promise<T>,
  one: (given: T) => Act,
  two: (given: T) => Act,
  check: (given: T, answers: [one: Answered, two: Answered]) => Promise<void>,
): Promise<void> {
  await interleaved(prepare, one, two, (given, { first, other }) => check(given, [first, other]));
  await interleaved(prepare, two, one, (given, { first, other }) => check(given, [other, first]));
}
