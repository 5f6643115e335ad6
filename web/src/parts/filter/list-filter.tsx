import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Input } from '../../ui/eager/controls.tsx';
import { useReach } from '../account/reach.ts';
import { useSearch } from '../use-search.ts';
import { ADVISER, type AddressFilter } from './address-filter.ts';
import { AccountSelect, AdviserSelect, type OfAdviser } from './adviser-select.tsx';

interface SearchProps {
  label: string;
  placeholder: string;
  filter: AddressFilter;
  /** Further choices. */
  children?: ReactNode;
}

/** Search and filters of a list, kept in the address. */
export const ListFilter = ({ label, placeholder, filter, children }: SearchProps) => (
  <Flex gap="3" align="center" wrap="wrap" mb="5" data-screen-only>
    <Box flex={{ base: '1 1 100%', sm: '0 1 22rem' }}>
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        bg="bg.surface"
        value={filter.text}
        onChange={(event) => filter.search(event.target.value)}
      />
    </Box>
    {children}
  </Flex>
);

interface AdviserProps {
  /** Rows whose advisers are offered; undefined for all accounts. */
  of: readonly OfAdviser[] | undefined;
  /** Name of a chosen adviser who has none of the rows. */
  other: string;
  filter: AddressFilter;
}

/** Filter by adviser, for those who see several advisers' rows. */
export function AdviserFilter({ of, other, filter }: AdviserProps) {
  const choice = { value: filter.chosen(ADVISER), onChoose: (id: string) => filter.set(ADVISER, id) };
  if (!useReach().seesOthers) return null;
  return of ? <AdviserSelect of={of} other={other} {...choice} /> : <AccountSelect {...choice} />;
}

type Texts<T> = (row: T) => readonly string[];

/** Filters rows by the chosen adviser and by words in their texts. Deferred, so that typing stays fast. */
export function useMatching<T extends { adviserId: string }>(
  rows: readonly T[],
  filter: AddressFilter,
  textsOf: Texts<T>,
) {
  const found = useSearch(rows, useDeferredValue(filter.text), textsOf);
  const adviser = filter.chosen(ADVISER);
  return useMemo(() => (adviser ? found.filter(({ adviserId }) => adviserId === adviser) : found), [found, adviser]);
}
