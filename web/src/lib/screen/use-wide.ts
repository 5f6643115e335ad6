import { useCallback, useSyncExternalStore } from 'react';

/** Breakpoints of the theme: `md` has room for tables, `lg` for two columns. */
const QUERIES = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)' };

export function useWide(from: keyof typeof QUERIES): boolean {
  const query = QUERIES[from];
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
