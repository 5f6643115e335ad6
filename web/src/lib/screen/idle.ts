import { useDeferredValue } from 'react';

/** Returns true one deferred render after the data arrived, to spread the first render over frames. */
export function useDeferredReady(isRead: boolean): boolean {
  const isReady = useDeferredValue(isRead);
  return isRead && isReady;
}

interface Times {
  /** Milliseconds after which the work runs even if the browser is not idle. */
  latest?: number;
  /** Delay in milliseconds in browsers without `requestIdleCallback`. */
  otherwise?: number;
}

/** Runs work when the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => void, { latest, otherwise = 0 }: Times = {}): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, otherwise);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, latest === undefined ? undefined : { timeout: latest });
  return () => cancelIdleCallback(handle);
}
