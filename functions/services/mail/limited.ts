import { consumeAll, type Limit } from '../rate-limit.ts';
import type { Sent } from './send.ts';

/** Sends an email that counts under limits, unless one is exhausted. Takes the count back if this run sent none. */
export async function sendWithin(
  limits: readonly Limit[],
  now: Date,
  send: () => Promise<Sent>,
): Promise<Sent | 'limited'> {
  const { waits, takeBack } = await consumeAll(limits, now);
  if (Math.max(...waits) > 0) return 'limited';
  let result: Sent | undefined;
  try {
    result = await send();
    return result;
  } finally {
    if (result !== 'sent') await takeBack();
  }
}
