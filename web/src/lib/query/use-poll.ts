import { useEffect, useEffectEvent } from 'react';

const EVERY_MS = 30_000;
const LONGEST_MS = 300_000;

const waitAfter = (failures: number) => Math.min(EVERY_MS * 2 ** failures, LONGEST_MS);

const canPoll = () => document.visibilityState === 'visible' && navigator.onLine;

/**
 * Polls every 30 seconds while the page is visible and online, first after 30 seconds. Polls immediately on focus, or
 * when the page becomes visible or online.
 * One request at a time, with backoff up to five minutes. Returns a function that stops it.
 */
export function poll(fetchUpdates: () => Promise<unknown>): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let polling = false;
  const wait = () => {
    timer = setTimeout(pollNow, waitAfter(failures));
  };
  const pollNow = async () => {
    // While hidden or offline, the event that ends that state polls.
    if (polling || !canPoll()) return;
    clearTimeout(timer);
    polling = true;
    failures = await fetchUpdates().then(
      () => 0,
      () => failures + 1,
    );
    polling = false;
    if (!stop.signal.aborted) wait();
  };
  const { signal } = stop;
  document.addEventListener('visibilitychange', pollNow, { signal });
  for (const event of ['focus', 'online']) window.addEventListener(event, pollNow, { signal });
  wait();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** Polls with {@link poll} while the component is mounted. `ask` must reject if it got no response. */
export function usePoll(fetchUpdates: () => Promise<unknown>) {
  const latest = useEffectEvent(fetchUpdates);
  useEffect(() => poll(() => latest()), []);
}
