import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { SearchX, UserPlus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { clientsQuery, searchClients } from '../../parts/clients.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/state.tsx';
import { ClientCard } from './client-card.tsx';

const PAGE = 24;
const columns = {
  base: 'minmax(0, 1fr)',
  md: 'repeat(2, minmax(0, 1fr))',
  xl: 'repeat(3, minmax(0, 1fr))',
  '2xl': 'repeat(4, minmax(0, 1fr))',
};

const Loading = () => (
  <Box role="status">
    <Text color="fg.muted" mb="4">
      Loading clients...
    </Text>
    <Grid templateColumns={columns} gap="4">
      <Skeletons count={6} height="11.5rem" />
    </Grid>
  </Box>
);

function Cards({ clients }: { clients: readonly Client[] }) {
  const [shown, setShown] = useState(PAGE);
  const left = clients.length - shown;
  return (
    <>
      <Grid templateColumns={columns} gap="4">
        {clients.slice(0, shown).map((client) => (
          <ClientCard key={client.id} {...client} />
        ))}
      </Grid>
      {left > 0 && (
        <Flex direction="column" align="center" gap="2" mt="6">
          <Text color="fg.muted" textStyle="sm">{`Showing ${shown} of ${clients.length} clients`}</Text>
          <Button variant="outline" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, left)} more
          </Button>
        </Flex>
      )}
    </>
  );
}

/** The clients behind a filter whose name holds the text, a page at a time so that thousands stay smooth. */
export function ClientList({ filter, text }: { filter?: ClientFilter; text: string }) {
  const { data, isPending, error, refetch } = useQuery(clientsQuery(filter));
  const wanted = useDeferredValue(text);
  if (isPending) return <Loading />;
  if (!data) return <ErrorState title="Failed to fetch clients" error={error} onRetry={refetch} />;
  const clients = searchClients(data, wanted);
  if (clients.length > 0) return <Cards key={wanted} clients={clients} />;
  return filter || wanted ? (
    <EmptyState icon={SearchX} title="No clients found">
      <Text>Try another name, or clear the filter.</Text>
    </EmptyState>
  ) : (
    <EmptyState icon={UserPlus} title="No clients yet. Add your first client to get started." />
  );
}
