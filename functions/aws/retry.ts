import { backoff } from './backoff.ts';
import { Conflict } from './table.ts';

const ATTEMPTS = 4;

/** Runs something again, three times at most, where its writes met another's. Throws the last {@link Conflict}. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
      await backoff(attempt);
    }
  }
}
