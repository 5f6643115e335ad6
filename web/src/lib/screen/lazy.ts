import { type ComponentType, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';

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

export type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * Loads a component's code once it is `wanted`. Unlike React's `lazy`, a failed load does not break the page: it calls
 * `onMissing` and is retried when `wanted` changes.
 */
export function useLazy<P>(load: Load<P>, wanted: unknown, onMissing?: () => void): ComponentType<P> | undefined {
  const [Found, setFound] = useState<ComponentType<P>>();
  const missing = useEffectEvent(() => onMissing?.());
  useEffect(() => {
    if (wanted)
      load().then(
        ({ default: Component }) => setFound(() => Component),
        () => missing(),
      );
  }, [load, wanted]);
  return Found;
}
