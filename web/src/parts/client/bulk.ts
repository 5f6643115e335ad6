import type { CallName } from '#shared/contract/api.ts';
import { ApiError } from '../../lib/http/api.ts';
import { changedHere } from '../../lib/http/session-events.ts';
import { catchUp, change } from '../../lib/query/query.ts';
import { type Change, effectOf } from '../refreshes.ts';

const MEETINGS = 3;
const CONFLICT = 409;

/** A change that is made to one of many: no toast and no reading anew; where it met another write it is made again. */
export const oneOfMany = <C extends CallName>(name: C) => ({
  ...change(name, {}),
  retry: (count: number, error: Error) => count < MEETINGS && error instanceof ApiError && error.status === CONFLICT,
  retryDelay: (count: number) => 200 * 2 ** count,
});

/** Reads anew, once for all of them, what a change of many made stale, and has the other tabs do so. */
export function readAfterMany(name: Change): Promise<void> {
  changedHere.tell({ call: name, sent: undefined });
  // What cannot be read now is read when it is next opened.
  return catchUp(effectOf(name)).catch(() => undefined);
}

/** How far one of many is; `failed` says why. */
export type ItemState =
  | { readonly is: 'waiting' | 'running' | 'done' }
  | { readonly is: 'failed'; readonly error: unknown };

interface Options<T> {
  /** How many are under way at the same time. */
  atOnce: number;
  /** Hears of each item's state whenever it changes. */
  onState?: (item: T, state: ItemState) => void;
  /** Whether those that wait are left as they are. */
  isStopped?: () => boolean;
}

/** Does the same to each of many, in their order and a few at a time. One that fails stops no other; gives those that failed. */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { atOnce, onState, isStopped = () => false }: Options<T>,
): Promise<T[]> {
  const failed: T[] = [];
  const left = items.values();
  const work = async () => {
    while (!isStopped()) {
      const { value: item, done } = left.next();
      if (done) return;
      onState?.(item, { is: 'running' });
      try {
        await act(item);
        onState?.(item, { is: 'done' });
      } catch (error) {
        failed.push(item);
        onState?.(item, { is: 'failed', error });
      }
    }
  };
  for (const item of items) onState?.(item, { is: 'waiting' });
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return failed;
}
