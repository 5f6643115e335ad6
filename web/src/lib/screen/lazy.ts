import { type ComponentType, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';

/** Returns true one deferred render after data came, so that its first drawing is spread over frames. */
export function useDrawable(isRead: boolean): boolean {
  const isDrawable = useDeferredValue(isRead);
  return isRead && isDrawable;
}

interface Times {
  /** When to stop waiting for an idle moment, in milliseconds. */
  latest?: number;
  /** How long to wait in browsers without `requestIdleCallback`, in milliseconds. */
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

/** Fetches the code of a component. */
export type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * Returns a component once its code is fetched, which starts when it is `wanted`. React's `lazy` keeps a failed fetch and takes
 * the page down; this calls `onMissing`, and retries when `wanted` changes.
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
