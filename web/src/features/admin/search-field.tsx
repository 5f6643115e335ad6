import { Box } from '@chakra-ui/react/box';
import { useMemo } from 'react';
import { fold } from '../../lib/text/fold.ts';
import { Input } from '../../ui/eager/controls.tsx';

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

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** What a section's list is searched by. */
export const SearchField = ({ label, value, onChange }: Props) => (
  <Box flex="1 1 14rem" maxW={{ sm: 'sm' }}>
    <Input
      type="search"
      size="sm"
      aria-label={label}
      placeholder={`${label}...`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Box>
);
