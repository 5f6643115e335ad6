import { useEffect, useEffectEvent } from 'react';

const EVERY_MS = 30_000;
const LONGEST_MS = 300_000;

/** How long to wait after so many failures in a row, in milliseconds: twice as long after each. */
const waitAfter = (failures: number) => Math.min(EVERY_MS * 2 ** failures, LONGEST_MS);

const isOfUse = () => document.visibilityState === 'visible' && navigator.onLine;

/**
 * Asks every 30 seconds while somebody can see the page and it is online, and at once where either comes back or the window
 * gets the focus. One question at a time; after failures less and less often, five minutes apart at most. The first
 * question comes after 30 seconds. Gives the way to stop.
 */
export function poll(ask: () => Promise<unknown>): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asking = false;
  const wait = () => {
    timer = setTimeout(now, waitAfter(failures));
  };
  const now = async () => {
    // Where nobody looks or nothing can be asked, the event that ends this asks.
    if (asking || !isOfUse()) return;
    clearTimeout(timer);
    asking = true;
    failures = await ask().then(
      () => 0,
      () => failures + 1,
    );
    asking = false;
    if (!stop.signal.aborted) wait();
  };
  const { signal } = stop;
  document.addEventListener('visibilitychange', now, { signal });
  for (const event of ['focus', 'online']) window.addEventListener(event, now, { signal });
  wait();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** Asks by {@link poll} while the component is there. `ask` rejects where it got no answer. */
export function usePoll(ask: () => Promise<unknown>) {
  const latest = useEffectEvent(ask);
  useEffect(() => poll(() => latest()), []);
}
