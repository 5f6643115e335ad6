import { useCallback, useSyncExternalStore } from 'react';

/** Widths of the window, as the theme names them: from `md` on there is room for tables, from `lg` on for two columns. */
const QUERIES = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)' };

/** Whether the window is as wide as this or wider by now, also as that changes. */
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
