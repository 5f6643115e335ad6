import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { ErrorState } from '../../../ui/feedback/state.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { SearchField } from '../search-field.tsx';
import { ClientList } from './client-list.tsx';
import type { Colleague } from './moves.ts';

const NOBODY: readonly Client[] = [];

interface FilterProps {
  advisers: readonly Colleague[];
  clients: readonly Client[];
  value: string;
  onChoose: (id: string) => void;
}

/** Whose clients are shown, with how many each adviser has. */
function AdviserFilter({ advisers, clients, value, onChoose }: FilterProps) {
  const counts = Object.groupBy(clients, ({ adviserId }) => adviserId);
  return (
    <Box flex={{ base: '1 1 14rem', sm: '0 1 16rem' }}>
      <Select size="sm" aria-label="Current adviser" value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">All advisers</option>
        {advisers.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name} ({counts[id]?.length ?? 0})
          </option>
        ))}
      </Select>
    </Box>
  );
}

/** Whose clients the address asks for, where there is such an account. */
function useAdviserFilter(advisers: readonly Colleague[]) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('adviser');
  const choose = (id: string) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (id) after.set('adviser', id);
        else after.delete('adviser');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [advisers.find(({ id }) => id === asked), choose] as const;
}

/** Who looks after which client, and the way to change it for one or for many (product 2). */
export function ClientReassignment() {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { data: clients, isPending, error, refetch } = useQuery(clientsQuery());
  const { data: advisers = [] } = useQuery(advisersQuery);
  const [adviser, choose] = useAdviserFilter(advisers);
  return (
    <>
      <Flex gap="3" mb="3" wrap="wrap">
        <SearchField label="Search clients" value={text} onChange={setText} />
        <AdviserFilter advisers={advisers} clients={clients ?? NOBODY} value={adviser?.id ?? ''} onChoose={choose} />
      </Flex>
      {isPending && <Text role="status">Loading clients...</Text>}
      {!isPending && !clients && <ErrorState title="Failed to fetch clients" error={error} onRetry={refetch} />}
      {clients && (
        <ClientList key={adviser?.id} clients={clients} advisers={advisers} adviser={adviser} wanted={wanted} />
      )}
    </>
  );
}
