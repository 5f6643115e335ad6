import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { SearchX } from 'lucide-react';
import { type MouseEvent, memo, Suspense, use, useLayoutEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import type { ListView } from '#shared/rules/client-list.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { NoClients } from '../../parts/client/add-client.tsx';
import { SelectionContext } from '../../parts/selection/selection-store.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { EmptyState, NotLoaded, Skeletons } from '../../ui/eager/state.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { CARD_COLUMNS, Cards } from './list/cards.tsx';
import type { Column, Facts } from './list/columns.tsx';

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);

/**
 * Handles clicks on plain links, as `onClick` of their container. The router's `Link` would render again on each letter
 * of a search, which is in the address.
 */
function useLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlain(event) || link.target || link.origin !== window.location.origin) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
}

const ClientTable = lazyPart(() => import('./list/client-table.tsx'), NotLoaded);

const RowSkeletons = () => (
  <Grid gap="1">
    <Skeletons count={16} height="8" borderRadius="l1" />
  </Grid>
);

/** Placeholder with the size that the list will have. */
export const ListLoading = ({ view }: { view: ListView }) => (
  <Box role="status">
    <Text color="fg.muted" mb="4">
      Loading clients...
    </Text>
    {view === 'cards' ? (
      <Grid templateColumns={CARD_COLUMNS} gap="4">
        <Skeletons count={6} height="13rem" />
      </Grid>
    ) : (
      <RowSkeletons />
    )}
  </Box>
);

export const NobodyListed = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState icon={SearchX} title="No clients found">
      <Text>Try another name, or clear the filter.</Text>
      <Button asChild mt="2" size="sm" variant="outline">
        <Link to={paths.clients}>Show All Clients</Link>
      </Button>
    </EmptyState>
  ) : (
    <NoClients title="No clients yet. Add your first client to get started." />
  );

interface Props {
  clients: readonly Client[];
  view: ListView;
  columns: readonly Column[];
  facts: Facts;
  sort: string;
  onSort: (sort: string) => void;
  /** True if the clients were cached when the page opened, as after Back. */
  wasRead: boolean;
}

/** Memoised, so that it does not render on each letter of the search. */
export const ClientList = memo(function ClientList({ clients, view, wasRead, ...table }: Props) {
  const selection = use(SelectionContext);
  const follow = useLinks();
  const isTable = view === 'table';
  useLayoutEffect(() => selection.list(clients.map(({ id }) => id)), [selection, clients]);
  return (
    <Box onClick={follow}>
      <chakra.p srOnly role="status">
        {countOf(clients.length, 'client')}
      </chakra.p>
      {!isTable && <Cards clients={clients} facts={table.facts} isWhole={wasRead} />}
      {isTable && (
        <Sheet css={{ containerType: 'inline-size' }}>
          <Suspense fallback={<RowSkeletons />}>
            <ClientTable clients={clients} {...table} />
          </Suspense>
        </Sheet>
      )}
    </Box>
  );
});
