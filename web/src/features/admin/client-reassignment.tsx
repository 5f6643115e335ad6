import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { clientsQuery, searchClients } from '../../parts/clients.ts';
import { Input } from '../../ui/controls.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Table, Th } from '../../ui/table.tsx';
import { ClientRow } from './client-row.tsx';
import { advisersQuery } from './queries.ts';

const PAGE = 25;

const Head = () => (
  <thead>
    <tr>
      <Th>Client Name</Th>
      <Th>Email</Th>
      <Th>Current Adviser</Th>
      <Th width="13rem">Reassign To</Th>
      <Th width="12rem">Actions</Th>
    </tr>
  </thead>
);

function Rows({ clients }: { clients: readonly Client[] }) {
  const [shown, setShown] = useState(PAGE);
  const { data: advisers = [] } = useQuery(advisersQuery);
  const left = clients.length - shown;
  return (
    <>
      <Table label="Clients" bleed fixed listBelow={54}>
        <Head />
        <tbody>
          {clients.slice(0, shown).map((client) => (
            <ClientRow key={client.id} client={client} advisers={advisers} />
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <Button mt="4" size="sm" variant="outline" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, left)} more of {clients.length} clients
        </Button>
      )}
    </>
  );
}

function Clients({ text }: { text: string }) {
  const { data, isPending, error, refetch } = useQuery(clientsQuery());
  const wanted = useDeferredValue(text);
  if (isPending) return <Text role="status">Loading clients...</Text>;
  if (!data) return <ErrorState title="Failed to fetch clients" error={error} onRetry={refetch} />;
  const clients = searchClients(data, wanted);
  if (clients.length === 0) return <EmptyState icon={SearchX} title="No clients found" />;
  return <Rows key={wanted} clients={clients} />;
}

/** Who looks after which client, and the way to change it (product 2). */
export function ClientReassignment() {
  const [text, setText] = useState('');
  return (
    <Panel title="Client Reassignment">
      <Box maxW="sm" mb="3">
        <Input
          type="search"
          size="sm"
          aria-label="Search clients"
          placeholder="Search clients..."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Box>
      <Clients text={text} />
    </Panel>
  );
}
