import { useMemo } from 'react';
import { searchable, searchFor } from '#shared/rules/search.ts';

/** Items whose texts have each typed word. `textsOf` must be stable, as normalised texts are cached by it. */
export function useSearch<T>(items: readonly T[], typed: string, textsOf: (item: T) => readonly string[]) {
  const folded = useMemo(() => items.map((item) => ({ item, text: searchable(...textsOf(item)) })), [items, textsOf]);
  return useMemo(() => {
    const isFound = searchFor(typed);
    return folded.filter(({ text }) => isFound(text)).map(({ item }) => item);
  }, [folded, typed]);
}
