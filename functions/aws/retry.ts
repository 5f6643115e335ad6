import { setTimeout as wait } from 'node:timers/promises';

/** Write conflict. The caller must read again before it retries. Commands of operators print the message. */
export class Conflict extends Error {
  constructor(
    message = 'Something else was changed at the same time, so nothing was changed. Run the command again.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Conflict that lasted through all attempts, so that no caller repeats them. */
class LastingConflict extends Conflict {}

const FIRST_MS = 40;
const MOST_MS = 2000;

/** Waits before retry n (1-based): exponential, with full jitter, so that concurrent requests do not collide again. */
export const backoff = (nth: number): Promise<void> => wait(Math.random() * Math.min(FIRST_MS * 2 ** nth, MOST_MS));

// 50 concurrent changes of one item succeed one at a time, 30 ms each: enough attempts for all of them in some 5 s. The
// pauses add up to 15 s at most; an API function times out after 29.
const ATTEMPTS = 12;

/** Retries eleven times after a {@link Conflict}, then throws one that is not retried by others. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Conflict) || error instanceof LastingConflict) throw error;
      if (attempt === ATTEMPTS) throw new LastingConflict('Write conflict', { cause: error });
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
