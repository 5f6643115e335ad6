import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { clientFromDashboardPath, searchedClientsPath } from '../../lib/paths.ts';
import { clientsQuery, searchClients } from '../../parts/clients.ts';
import { Signals } from '../../parts/signals.tsx';
import { ClientStatusBadge, CompletedBadge } from '../../parts/status-badge.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Input } from '../../ui/controls.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Words } from '../../ui/words.tsx';

const MOST = 8;

const ResultLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    _first: { borderTopWidth: '0' },
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

const Result = (client: Client) => (
  <ResultLink to={clientFromDashboardPath(client.id)}>
    <Avatar name={client.name} size="8" />
    <Box flex="1" minW="0">
      <Words as="p" truncate fontWeight="medium">
        {client.name}
      </Words>
      <Text truncate color="fg.muted" textStyle="xs">
        {journeyLabel(client)}
      </Text>
      <Signals {...client} />
    </Box>
    {client.completed ? <CompletedBadge /> : <ClientStatusBadge status={client.status} />}
  </ResultLink>
);

const RANK = { urgent: 0, overdue: 1, on_target: 2 };
const rankOf = ({ status, completed }: Client) => (completed ? Number.POSITIVE_INFINITY : RANK[status]);
const urgentFirst = (clients: readonly Client[]) =>
  clients.toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));

function Results({ clients, text }: { clients: readonly Client[]; text: string }) {
  const found = urgentFirst(searchClients(clients, text));
  if (found.length === 0) return <Text color="fg.muted">No clients found</Text>;
  return (
    <Box mx="-4" mb="-4" borderTopWidth="1px">
      {found.slice(0, MOST).map((client) => (
        <Result key={client.id} {...client} />
      ))}
      {found.length > MOST && (
        <ResultLink to={searchedClientsPath(text)} color="brand.fg" textStyle="sm">
          Show all {found.length} clients
        </ResultLink>
      )}
    </Box>
  );
}

function Found({ text }: { text: string }) {
  const { data, isPending, error, refetch } = useQuery(clientsQuery());
  if (isPending) return <Text color="fg.muted">Loading clients...</Text>;
  if (!data) return <ErrorState title="Failed to fetch clients" error={error} onRetry={refetch} />;
  return <Results clients={data} text={text} />;
}

/** Goes to the one client whose name holds the text, where there is just one. */
function useOnlyHit() {
  const { data = [] } = useQuery(clientsQuery());
  const navigate = useNavigate();
  return (text: string) => {
    const [only, ...others] = text.trim() ? searchClients(data, text) : [];
    if (only && others.length === 0) void navigate(clientFromDashboardPath(only.id));
  };
}

/** Finds a client by name; those who need attention come first (product 2). Enter opens the only one that is found. */
export function ClientSearch() {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const openOnlyHit = useOnlyHit();
  return (
    <>
      <Input
        type="search"
        size="lg"
        mb="3"
        aria-label="Search clients"
        placeholder="Search clients..."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && openOnlyHit(typed)}
      />
      <Panel title={text ? 'Search Results' : 'Clients'} px="4" overflow="hidden" aria-live="polite">
        <Found text={text} />
      </Panel>
    </>
  );
}
