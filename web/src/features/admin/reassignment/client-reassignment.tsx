import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { useSelection } from '../../../parts/selection/use-selection.ts';
import { useSearch } from '../../../parts/use-search.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { EmptyState, ErrorState } from '../../../ui/eager/state.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { SearchField } from '../search-field.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ClientRow } from './client-row.tsx';
import { type Colleague, useMoves } from './moves.ts';

const PAGE = 25;

const textsOf = ({ name, email, adviserName }: Client) => [name, email, adviserName];

const Head = () => (
  <thead>
    <tr>
      <Th>Client Name</Th>
      <Th>Email</Th>
      <Th width="11rem">Current Adviser</Th>
      <Th width="11.5rem">Reassign To</Th>
      <Th width="10rem">Actions</Th>
    </tr>
  </thead>
);

interface Props {
  clients: readonly Client[];
  advisers: readonly Adviser[];
  /** Shows this adviser's clients only; all if absent. */
  adviser: Colleague | undefined;
  /** Search text for name, email and adviser. */
  wanted: string;
}

/** Matching clients, each with a choice of adviser. Clients just reassigned stay listed until the filter changes. */
function ClientList({ clients, advisers, adviser, wanted }: Props) {
  const [limit, setLimit] = useState(PAGE);
  const moving = useMoves();
  const { moves, moved } = moving;
  const found = useSearch(clients, wanted, textsOf);
  const isTheirs = ({ adviserId }: Client) => adviser === undefined || adviserId === adviser.id;
  const shown = useMemo(
    () => found.filter(({ id, adviserId }) => adviser === undefined || adviserId === adviser.id || moved.has(id)),
    [found, adviser, moved],
  );
  const selectable = useMemo(
    () => shown.filter(({ adviserId }) => adviser === undefined || adviserId === adviser.id).map(({ id }) => id),
    [shown, adviser],
  );
  const selection = useSelection(selectable);
  // Memoised and shared by all rows, so that React skips unchanged ones.
  const options = useMemo(
    () =>
      advisers.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      )),
    [advisers],
  );
  const left = shown.length - limit;
  if (shown.length === 0) return <EmptyState icon={SearchX} title="No clients found" />;
  return (
    <>
      <BulkBar
        clients={shown}
        advisers={advisers}
        options={options}
        selection={selection}
        count={selectable.length}
        moving={moving}
      />
      <Table label="Clients" bleed dense fixed listBelow={56}>
        <Head />
        <tbody>
          {shown.slice(0, limit).map((client) => (
            <ClientRow
              key={client.id}
              client={client}
              options={options}
              advisers={advisers}
              move={moves.get(client.id)}
              isTicked={selection.has(client.id)}
              onTick={isTheirs(client) ? selection.tick : undefined}
              onMoved={moving.noteOne}
            />
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <Button mt="4" size="sm" variant="outline" onClick={() => setLimit(limit + PAGE)}>
          {`Show ${Math.min(PAGE, left)} More of ${shown.length} Clients`}
        </Button>
      )}
    </>
  );
}

const NOBODY: readonly Client[] = [];

interface FilterProps {
  advisers: readonly Colleague[];
  clients: readonly Client[];
  value: string;
  onChoose: (id: string) => void;
}

function AdviserFilter({ advisers, clients, value, onChoose }: FilterProps) {
  const counts = Object.groupBy(clients, ({ adviserId }) => adviserId);
  return (
    <Box flex={{ base: '1 1 14rem', sm: '0 1 16rem' }}>
      <Select size="sm" aria-label="Current adviser" value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">All advisers</option>
        {advisers.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {`${name} (${counts[id]?.length ?? 0})`}
          </option>
        ))}
      </Select>
    </Box>
  );
}

/** Returns the adviser named in the address, if the account exists. */
function useAdviserFilter(advisers: readonly Colleague[]) {
  const [query, setQuery] = useSearchParams();
  const adviserId = query.get('adviser');
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
  return [advisers.find(({ id }) => id === adviserId), choose] as const;
}

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
