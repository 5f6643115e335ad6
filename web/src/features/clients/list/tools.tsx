import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Columns3, LayoutGrid, type LucideIcon, Rows3 } from 'lucide-react';
import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { type ListView, listSortOf } from '#shared/rules/client-list.ts';
import { CLIENT_FILTERS, type ClientFilter, type DashboardStats, matchesFilter } from '#shared/rules/clients.ts';
import { humanise } from '../../../lib/text/format.ts';
import { AccountSelect } from '../../../parts/filter/adviser-select.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import type { Tone } from '../../../ui/feedback/badge.tsx';
import { CoveringLink } from '../../../ui/layout/covering-link.ts';
import { OVER_EDGE } from '../../../ui/layout/edge.ts';
import { inMiddle } from '../../../ui/layout/in-middle.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { TAB } from '../../../ui/layout/tab-style.ts';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { COLUMNS, type Column, widthsWithout } from './columns.tsx';

interface MetricProps {
  label: string;
  /** Undefined while loading; a dash if it could not be loaded. */
  value?: number | '–';
  icon: LucideIcon;
  tone?: Tone;
  to?: string;
}

export const Metric = ({ label, value, icon: Icon, tone = 'brand', to }: MetricProps) => (
  <Sheet
    position="relative"
    display="flex"
    flexDirection="column"
    justifyContent="space-between"
    height="full"
    px={{ base: '3', sm: '4' }}
    py="3"
    _hover={to ? { borderColor: 'brand.border', boxShadow: 'md' } : {}}
  >
    <Flex justify="space-between" gap="2" color="fg.muted">
      <Text textStyle="sm" fontWeight="medium">
        {to ? <CoveringLink to={to}>{label}</CoveringLink> : label}
      </Text>
      <Box colorPalette={tone} color="colorPalette.fg" mt="0.5" hideBelow="sm">
        <Icon size={17} aria-hidden />
      </Box>
    </Flex>
    {value === undefined ? (
      <Skeleton height="9" width="12" mt="1" aria-hidden />
    ) : (
      <Text fontFamily="heading" textStyle="3xl" fontVariantNumeric="lining-nums tabular-nums">
        {value}
      </Text>
    )}
  </Sheet>
);

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
  /** Clients to count; undefined while loading, and if there are too many to load. */
  clients: readonly Client[] | undefined;
  /** Counted until `clients` are given. */
  stats: DashboardStats | undefined;
  filter: ClientFilter | undefined;
  /** Returns the link to the list with a filter. */
  linkTo: (filter: ClientFilter) => Pick<LinkProps, 'to' | 'state'>;
}

/** Statistics of the first filters. Of pending tasks they have no number of clients. */
const COUNTS = ['totalClients', 'urgentClients', 'overdueClients', 'onTargetClients', 'activeJourneys'] as const;

/** Filters with their counts, in one row that scrolls sideways if it is too wide. */
export const FilterTabs = ({ clients, stats, filter = 'all', linkTo }: Props) => (
  <Flex
    as="nav"
    aria-label="Filters"
    position="relative"
    mx={{ base: OVER_EDGE, md: '0' }}
    px={{ base: '1.5', md: '0' }}
    mb="4"
    overflowX="auto"
    scrollbarWidth="none"
    boxShadow="inset 0 -1px {colors.border}"
  >
    {CLIENT_FILTERS.map((name, i) => (
      <Tab
        key={name}
        ref={name === filter ? inMiddle : undefined}
        {...linkTo(name)}
        aria-current={name === filter ? 'page' : undefined}
      >
        {humanise(name)}
        <chakra.span
          color="fg.subtle"
          fontWeight="normal"
          fontVariantNumeric="tabular-nums"
          _empty={{ display: 'none' }}
        >
          {clients?.filter((client) => matchesFilter(client, name)).length ?? stats?.[COUNTS[i] as 'totalClients']}
        </chakra.span>
      </Tab>
    ))}
  </Flex>
);

export const AdviserFilter = (props: Pick<ComponentProps<typeof AccountSelect>, 'value' | 'onChoose'>) => (
  <Box flex={{ base: '1 0 100%', sm: '1 1 8rem', md: '0 1 auto' }} width={{ md: '11rem' }}>
    <AccountSelect {...props} size="sm" width="full" />
  </Box>
);

/** Sort options of the cards. Leaves out `due`, which needs another request, and columns that not every user sees. */
const CARD_SORTS = COLUMNS.filter(({ id, isOptional }) => id !== 'due' && id !== 'adviser' && !isOptional).map(
  ({ id, label }) => [id, label],
);

export const SortSelect = ({ sort, onSort }: { sort: string; onSort: (sort: string) => void }) => (
  <Box flex={{ base: '1 1 8rem', md: '0 1 auto' }} width={{ md: '11rem' }}>
    <Select
      size="sm"
      aria-label="Sort by"
      value={listSortOf(sort)?.id ?? ''}
      onChange={(event) => onSort(event.target.value)}
    >
      <option value="">Newest first</option>
      {CARD_SORTS.map(([id, label]) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  </Box>
);

const OTHER_VIEW = {
  cards: { view: 'table', label: 'Table', Icon: Rows3 },
  table: { view: 'cards', label: 'Cards', Icon: LayoutGrid },
} as const satisfies Record<ListView, object>;

/** Shows the list in the other view. */
export function ViewSwitch({ view, onChoose }: { view: ListView; onChoose: (view: ListView) => void }) {
  const { view: other, label, Icon } = OTHER_VIEW[view];
  return (
    <IconButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-label={label}
      title={label}
      onClick={() => onChoose(other)}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}

interface ColumnsProps {
  columns: readonly Column[];
  hidden: readonly string[];
  onHide: (hidden: readonly string[]) => void;
}

/** Width in rem of the table in the list of an element. */
const tableWidth = (element: Element) =>
  (element.closest('section')?.querySelector('table')?.clientWidth ?? 0) /
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Menu that shows or hides columns. The name cannot be hidden. */
export function ColumnChoice({ columns, hidden, onHide }: ColumnsProps) {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const without = widthsWithout(columns.filter(({ id }) => !hidden.includes(id)));
  const measure = ({ currentTarget }: SyntheticEvent<Element>) => setWidth(tableWidth(currentTarget));
  return (
    <MenuButton
      label="Columns"
      title="Columns"
      size="sm"
      variant="outline"
      onPointerEnter={measure}
      onFocus={measure}
      groups={[
        columns
          .filter(({ id }) => id !== 'name')
          .map(({ id, label }) => ({
            label,
            hint: width <= (without.get(id) ?? 0) ? 'in a wider window' : undefined,
            checked: !hidden.includes(id),
            onSelect: () => onHide(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
          })),
      ]}
    >
      <Columns3 aria-hidden />
    </MenuButton>
  );
}
