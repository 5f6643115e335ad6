import { expect } from 'vitest';
import { killedAt, withFault } from './faults.ts';
import type { Act } from './interleaved.ts';

/**
 * Kills an act before its first, second, … request to AWS, each time in a new setting, until it succeeds. `check` sees what is
 * left, after a retry if `repeated` names its statuses. Returns the number of requests.
 */
export async function killAtEveryCall<T>(
  prepare: () => Promise<T>,
  act: (given: T) => Act,
  check: (given: T) => Promise<void>,
  repeated: number[] = [],
  kill = killedAt,
): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    const given = await prepare();
    const { result } = await withFault(kill(nth), act(given));
    if (result.status < 300) {
      expect(nth).toBeGreaterThan(1);
      return nth - 1;
    }
    expect(result.status).toBe(500);
    if (repeated.length > 0) expect(repeated).toContain((await act(given)()).status);
    await check(given);
  }
}

/** Makes an act of a job: 500 if it throws. */
export const job =
  (run: () => Promise<unknown>): Act =>
  async () => {
    const status = await run().then(
      () => 200,
      () => 500,
    );
    return { status, body: undefined, headers: new Headers() };
  };
