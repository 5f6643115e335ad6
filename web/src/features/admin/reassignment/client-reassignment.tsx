import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { useClients } from '../../../parts/client/clients.ts';
import { Loaded } from '../../../parts/list/list.tsx';
import { useSelection } from '../../../parts/selection/use-selection.ts';
import { useSearch } from '../../../parts/use-search.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { EmptyState, NotLoaded } from '../../../ui/eager/state.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { SearchField } from '../search-field.tsx';
import { ClientRow } from './client-row.tsx';
import { type NamedAdviser, useMoves } from './moves.ts';
import { ReassignmentBar } from './reassignment-bar.tsx';

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

const Loading = () => <Text role="status">Loading clients...</Text>;

const MoreClients = lazyPart(() => import('../../../parts/client/more-clients.tsx'), NotLoaded);

/** Adds the clients that left the list by a reassignment in it, at their place by age. */
function withMoved(clients: readonly Client[], moved: ReturnType<typeof useMoves>['moved']): readonly Client[] {
  const listed = new Set(clients.map(({ id }) => id));
  const left = [...moved.values()].filter(({ client }) => !listed.has(client.id));
  if (left.length === 0) return clients;
  const gone = left.map(({ client, to }) => ({ ...client, adviserId: to.id, adviserName: to.name }));
  return [...clients, ...gone].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

interface Props {
  search: ReturnType<typeof useClients>;
  clients: readonly Client[];
  advisers: readonly ListedAdviser[];
  /** Shows this adviser's clients only; all if absent. */
  adviser: NamedAdviser | undefined;
  /** Search text for name, email and adviser. */
  wanted: string;
}

/** Matching clients, each with a choice of adviser. Clients just reassigned stay listed until the filter changes. */
function ClientList({ search, clients, advisers, adviser, wanted }: Props) {
  const [limit, setLimit] = useState(PAGE);
  const moving = useMoves();
  const { moves, moved } = moving;
  const { isOfFirm, isSearching, isPart } = search;
  const kept = useMemo(() => (isOfFirm ? clients : withMoved(clients, moved)), [clients, isOfFirm, moved]);
  const found = useSearch(kept, wanted, textsOf);
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
  if (shown.length === 0) return isSearching ? <Loading /> : <EmptyState icon={SearchX} title="No clients found" />;
  return (
    <>
      <ReassignmentBar
        clients={shown}
        advisers={advisers}
        options={options}
        selection={selection}
        count={selectable.length}
        isWhole={!isPart}
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

const NO_ADVISERS: readonly ListedAdviser[] = [];

interface FilterProps {
  advisers: readonly ListedAdviser[];
  /** All clients of the firm; undefined if there are too many to load. */
  clients: readonly Client[] | undefined;
  value: string;
  onChoose: (id: string) => void;
}

function AdviserFilter({ advisers, clients, value, onChoose }: FilterProps) {
  const counts = clients && Object.groupBy(clients, ({ adviserId }) => adviserId);
  return (
    <Box flex={{ base: '1 1 14rem', sm: '0 1 16rem' }}>
      <Select size="sm" aria-label="Current adviser" value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">All advisers</option>
        {advisers.map(({ id, name, clients: count }) => (
          <option key={id} value={id} dir="auto">
            {`${name} (${counts ? (counts[id]?.length ?? 0) : count})`}
          </option>
        ))}
      </Select>
    </Box>
  );
}

/** Returns the adviser named in the address, if the account exists, and true if one is named. */
function useAdviserFilter(advisers: readonly NamedAdviser[]) {
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
  return [advisers.find(({ id }) => id === adviserId), choose, adviserId !== null] as const;
}

export function ClientReassignment() {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { data: advisers = NO_ADVISERS, isPending } = useQuery(advisersQuery);
  const [adviser, choose, isNamed] = useAdviserFilter(advisers);
  const search = useClients({ text, adviser: adviser?.id ?? '', enabled: !(isPending && isNamed) });
  const { clients, list, base, isOfFirm, isWhole, isPart } = search;
  return (
    <>
      <Flex gap="3" mb="3" wrap="wrap">
        <SearchField label="Search clients" value={text} onChange={setText} />
        <AdviserFilter
          advisers={advisers}
          clients={isOfFirm && isWhole ? base.data : undefined}
          value={adviser?.id ?? ''}
          onChoose={choose}
        />
      </Flex>
      <Loaded
        list={{ error: list.error, refetch: search.retry }}
        data={clients}
        failure="Failed to fetch clients"
        loading={<Loading />}
      >
        {(read) => (
          <>
            <Suspense>{isPart && <MoreClients search={search} adviser={adviser?.id ?? ''} isFixed />}</Suspense>
            <ClientList
              key={adviser?.id}
              search={search}
              clients={read}
              advisers={advisers}
              adviser={adviser}
              wanted={wanted}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
