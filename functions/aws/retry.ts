import { setTimeout as wait } from 'node:timers/promises';

/** A write met another's on the same item: what led to it is to be read again, and run again. */
export class Conflict extends Error {}

/** Waits before retry n (1-based): exponential, with full jitter, so that requests that collided do not collide again. */
export const backoff = (nth: number): Promise<void> => wait(Math.random() * 40 * 2 ** nth);

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

/** Errors by which services of AWS say that they are asked too much or are busy with the same; many come as a bad request. */
const BUSY =
  /Throttl|SlowDown|TooManyRequests|RequestLimitExceeded|ThroughputExceeded|TransactionInProgress|TransactionConflict/;
const UNREACHED =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

interface AwsError {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

export function isPassing(error: unknown): boolean {
  const { name, code, $metadata } = (error ?? {}) as AwsError;
  const status = $metadata?.httpStatusCode ?? 0;
  const names = [name, code].filter((said) => typeof said === 'string');
  return status >= 500 || status === 429 || names.some((said) => BUSY.test(said) || UNREACHED.test(said));
}
