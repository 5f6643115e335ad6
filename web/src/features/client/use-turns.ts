import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/lazy/when-idle.ts';

/** By when a part is drawn even where the browser has no idle moment, in milliseconds. */
const LATEST_MS = 200;

/**
 * How many of `count` parts are to be drawn by now: one more in each idle moment, so that no task is long and what one
 * does meanwhile comes first. All at once where the address leads to one of them.
 */
export function useTurns(count: number): number {
  const [turn, setTurn] = useState(() => (window.location.hash ? count : 0));
  useEffect(() => {
    if (turn < count) return whenIdle(() => startTransition(() => setTurn(turn + 1)), { latest: LATEST_MS });
  }, [turn, count]);
  return turn;
}
