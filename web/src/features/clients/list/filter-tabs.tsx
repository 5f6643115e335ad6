import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { CLIENT_FILTERS, type ClientFilter, matchesFilter } from '#shared/rules/clients.ts';
import { humanise } from '../../../lib/text/format.ts';
import { inMiddle } from '../../../ui/layout/in-middle.ts';
import { TAB } from '../../../ui/layout/tab-style.ts';

const Tab = chakra(Link, {
  base: {
    ...TAB,
    display: 'inline-flex',
    gap: '1.5',
    alignItems: 'baseline',
    flexShrink: '0',
    px: '2.5',
    py: '1.5',
    _focusVisible: { outlineOffset: '-2px' },
  },
});

interface Props {
  /** Those that are counted; undefined while they are not known. */
  clients: readonly Client[] | undefined;
  filter: ClientFilter | undefined;
  /** The address of the list behind a filter. */
  hrefOf: (filter: ClientFilter) => string;
}

/** The filters of the list, each with how many it has; in one line, which scrolls sideways where it is too long. */
export const FilterTabs = ({ clients, filter = 'all', hrefOf }: Props) => (
  <Flex
    as="nav"
    aria-label="Filters"
    position="relative"
    mx={{ base: '-4', md: '0' }}
    px={{ base: '1.5', md: '0' }}
    mb="4"
    overflowX="auto"
    scrollbarWidth="none"
    boxShadow="inset 0 -1px {colors.border}"
  >
    {CLIENT_FILTERS.map((name) => (
      <Tab
        key={name}
        ref={name === filter ? inMiddle : undefined}
        to={hrefOf(name)}
        aria-current={name === filter ? 'page' : undefined}
      >
        {humanise(name)}
        {clients && (
          <chakra.span color="fg.subtle" fontWeight="normal" fontVariantNumeric="tabular-nums">
            {clients.filter((client) => matchesFilter(client, name)).length}
          </chakra.span>
        )}
      </Tab>
    ))}
  </Flex>
);
