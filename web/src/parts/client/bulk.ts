import type { CallName } from '#shared/contract/api.ts';
import { ApiError } from '../../lib/http/api.ts';
import { changedHere } from '../../lib/http/session-events.ts';
import { catchUp, change } from '../../lib/query/query.ts';
import { type Change, effectOf } from '../refreshes.ts';

const MAX_RETRIES = 3;
const CONFLICT = 409;

/** One change of a bulk action: without toast and refetch, retried up to 3 times after a conflict. */
export const oneOfMany = <C extends CallName>(name: C) => ({
  ...change(name, {}),
  retry: (count: number, error: Error) => count < MAX_RETRIES && error instanceof ApiError && error.status === CONFLICT,
  retryDelay: (count: number) => 200 * 2 ** count,
});

/** Refetches once after a bulk action, also in other tabs. */
export function readAfterMany(name: Change): Promise<void> {
  changedHere.emit({ call: name, sent: undefined });
  // A failed read is repeated when it is next opened.
  return catchUp(effectOf(name)).catch(() => undefined);
}

export type ItemState =
  | { readonly status: 'waiting' | 'running' | 'done' }
  | { readonly status: 'failed'; readonly error: unknown };

/** Maximum concurrent requests: fast, but leaves capacity to other users. */
const CONCURRENCY = 4;

interface Options<T> {
  onState?: (item: T, state: ItemState) => void;
  /** Returns true to skip the items that have not started. */
  isStopped?: () => boolean;
}

/** Applies an action to each item, with limited concurrency. Returns the failed items, which do not stop others. */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { onState, isStopped = () => false }: Options<T> = {},
): Promise<T[]> {
  const failed: T[] = [];
  const left = items.values();
  const work = async () => {
    while (!isStopped()) {
      const { value: item, done } = left.next();
      if (done) return;
      onState?.(item, { status: 'running' });
      try {
        await act(item);
        onState?.(item, { status: 'done' });
      } catch (error) {
        failed.push(item);
        onState?.(item, { status: 'failed', error });
      }
    }
  };
  for (const item of items) onState?.(item, { status: 'waiting' });
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work));
  return failed;
}
