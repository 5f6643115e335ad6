import { useMemo } from 'react';
import { fold } from '../../lib/text/fold.ts';

/**
 * Those in whose texts each word that is looked for is found, whatever its case and its accents. The texts are folded once for
 * a list: `textsOf` is the same function each time.
 */
export function useSearch<T>(items: readonly T[], wanted: string, textsOf: (item: T) => readonly string[]) {
  const folded = useMemo(() => items.map((item) => [item, fold(textsOf(item).join('\n'))] as const), [items, textsOf]);
  return useMemo(() => {
    const words = fold(wanted).split(/\s+/).filter(Boolean);
    if (words.length === 0) return items;
    return folded.filter(([, text]) => words.every((word) => text.includes(word))).map(([item]) => item);
  }, [items, folded, wanted]);
}
