import { setTimeout as wait } from 'node:timers/promises';

/** Write conflict. The caller must read again before it retries. */
export class Conflict extends Error {}

/** Waits before retry n (1-based): exponential, with full jitter, so that concurrent requests do not collide again. */
export const backoff = (nth: number): Promise<void> => wait(Math.random() * 40 * 2 ** nth);

const ATTEMPTS = 4;

/** Retries three times after a {@link Conflict}, then throws it. */
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

/** AWS error names of throttling and contention; many of them have status 400. */
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
  const names = [name, code].filter((text) => typeof text === 'string');
  return status >= 500 || status === 429 || names.some((text) => BUSY.test(text) || UNREACHED.test(text));
}
