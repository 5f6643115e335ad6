import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { SearchX, UserPlus } from 'lucide-react';
import { type MouseEvent, memo, use, useLayoutEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/words.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useLazy } from '../../lib/screen/lazy.ts';
import { AddClient } from '../../parts/client/add-client.tsx';
import { sayMissing } from '../../ui/eager/lazy-dialog.tsx';
import { EmptyState, Skeletons } from '../../ui/eager/state.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import type { View } from './list/address.ts';
import { CARD_COLUMNS, Cards } from './list/cards.tsx';
import type { Column, Facts } from './list/columns.tsx';
import { SelectionContext } from './list/selection.ts';

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);

/**
 * Follows the plain links of a long list within the app, as `onClick` of what is around them. The router's own links are
 * drawn anew whenever the address changes, which it does with each letter of a search.
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

/** The table's code once it was fetched: there at once on the way back, when the page has to be as long as it was. */
let fetched: typeof import('./list/client-table.tsx').default | undefined;
const loadTable = async () => {
  const table = await import('./list/client-table.tsx');
  fetched = table.default;
  return table;
};

const RowSkeletons = () => (
  <Grid gap="1">
    <Skeletons count={16} height="8" borderRadius="l1" />
  </Grid>
);

/** Stands in for the list while it is read, as large as it is to be. */
export const ListLoading = ({ view }: { view: View }) => (
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

/** Says that nobody is listed, and what to do next. */
export const NobodyListed = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState icon={SearchX} title="No clients found">
      <Text>Try another name, or clear the filter.</Text>
      <Button asChild mt="2" size="sm" variant="outline">
        <Link to={paths.clients}>Show All Clients</Link>
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={UserPlus} title="No clients yet. Add your first client to get started.">
      <Box mt="2">
        <AddClient />
      </Box>
    </EmptyState>
  );

interface Props {
  clients: readonly Client[];
  view: View;
  columns: readonly Column[];
  facts: Facts;
  sort: string;
  onSort: (sort: string) => void;
  /** Whether the clients were there before the page was opened, as on the way back to it. */
  wasRead: boolean;
}

/** The clients that are listed; drawn anew where they, their order or how they are shown has changed, not with each letter. */
export const ClientList = memo(function ClientList({ clients, view, wasRead, ...table }: Props) {
  const selection = use(SelectionContext);
  const follow = useLinks();
  const isTable = view === 'table';
  const ClientTable = useLazy(loadTable, isTable, sayMissing) ?? fetched;
  useLayoutEffect(() => selection.list(clients.map(({ id }) => id)), [selection, clients]);
  return (
    <Box onClick={follow}>
      <chakra.p srOnly role="status">
        {countOf(clients.length, 'client')}
      </chakra.p>
      {!isTable && <Cards clients={clients} isWhole={wasRead} />}
      {isTable && (
        <Sheet css={{ containerType: 'inline-size' }}>
          {ClientTable ? <ClientTable clients={clients} {...table} /> : <RowSkeletons />}
        </Sheet>
      )}
    </Box>
  );
});
