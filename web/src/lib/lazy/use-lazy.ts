import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** Fetches the code of a component. */
export type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component whose code is fetched once it is `wanted`, `undefined` until then. Unlike React's `lazy` it takes no page
 * down where the code cannot be had, offline or after a release: it calls `onMissing`, and tries again when `wanted`
 * changes.
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
