import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { needsHelpFirst, urgencyOf } from '#shared/rules/client-columns.ts';
import { journeyLabel, RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { grouped } from '#shared/rules/counted-words.ts';
import { searchClients } from '#shared/rules/search.ts';
import { clientFromDashboardPath, paths, searchedClientsPath } from '../../lib/navigation/paths.ts';
import { usePlaceState } from '../../lib/navigation/place-state.ts';
import { useDeferredReady } from '../../lib/screen/idle.ts';
import { useMe } from '../../parts/account/me.ts';
import { NoClients } from '../../parts/client/add-client.tsx';
import { AdviserLine } from '../../parts/client/adviser-line.tsx';
import { isLong, statsQuery, useClients } from '../../parts/client/clients.ts';
import { HelpBadge, Signals } from '../../parts/client/signals.tsx';
import { WaitingFor } from '../../parts/client/waiting.tsx';
import { ClientStatusBadge, CompletedBadge } from '../../parts/status/status-badges.tsx';
import { Input } from '../../ui/eager/controls.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { OVER_EDGE } from '../../ui/layout/edge.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';

const MOST = 10;

const COLUMNS = { lg: 'minmax(0, 1fr) 11rem 8rem 9.5rem 8rem' };

const ResultLink = chakra(Link, {
  base: {
    // A flex row wraps at large text sizes; else the status would leave no room for the name.
    display: { base: 'flex', lg: 'grid' },
    flexWrap: 'wrap',
    gridTemplateColumns: COLUMNS,
    alignItems: 'center',
    columnGap: '4',
    px: '4',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    textStyle: 'sm',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

/** Column headings, hidden from screen readers because each result is clear without them. */
const Headings = () => (
  <Box
    aria-hidden
    display={{ base: 'none', lg: 'grid' }}
    gridTemplateColumns={COLUMNS}
    columnGap="4"
    px="4"
    py="1.5"
    textStyle="xs"
    color="fg.muted"
    fontWeight="medium"
  >
    <span>Client</span>
    <span>Stage</span>
    <span>Status</span>
    <span>Waiting for</span>
    <span>Last update</span>
  </Box>
);

const Muted = chakra('span', { base: { color: 'fg.muted', truncate: true } });

interface ResultProps {
  client: Client;
  isFound: boolean;
}

/** A client. Below Today, which says what waits, it shows only why it is listed first. */
const Result = ({ client, isFound }: ResultProps) => (
  <ResultLink to={clientFromDashboardPath(client.id)} data-row-link>
    <Flex align="center" gap="3" minW="0" flex="1 1 8rem">
      <Avatar name={client.name} size="8" />
      <Box minW="0">
        <Words as="p" truncate fontWeight="medium">
          {client.name}
        </Words>
        <Muted display="block" textStyle="xs" hideFrom="lg">
          {journeyLabel(client)}
        </Muted>
        <AdviserLine name={client.adviserName} />
        <Flex gap="1.5" wrap="wrap" _empty={{ display: 'none' }}>
          {isFound ? <Signals {...client} /> : client.stuckSince && <HelpBadge since={client.stuckSince} />}
        </Flex>
      </Box>
    </Flex>
    <Muted hideBelow="lg">{journeyLabel(client)}</Muted>
    <span>{client.completed ? <CompletedBadge /> : <ClientStatusBadge status={client.status} />}</span>
    <Muted hideBelow="lg">
      <chakra.span srOnly>Waiting for </chakra.span>
      <WaitingFor client={client} reader={useMe().id} />
    </Muted>
    <Muted hideBelow="lg">
      {client.lastUpdate === RECENTLY_ADDED ? client.lastUpdate : <RelativeTime value={client.lastUpdate} />}
    </Muted>
  </ResultLink>
);

const urgentFirst = (clients: readonly Client[]) => clients.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));

const NOBODY = 'No clients found';

const NobodyFound = ({ isEmpty }: { isEmpty: boolean }) =>
  isEmpty ? (
    <NoClients title={NOBODY}>
      <Text>Add your first client to get started.</Text>
    </NoClients>
  ) : (
    <EmptyState icon={SearchX} title={NOBODY}>
      <Text>Try part of a name, email address or phone number.</Text>
    </EmptyState>
  );

interface ResultsProps {
  search: ReturnType<typeof useClients>;
  clients: readonly Client[];
  text: string;
}

function Results({ search: { isWhole, isSearching, list }, clients, text }: ResultsProps) {
  const found = needsHelpFirst(urgentFirst(searchClients(clients, text)));
  if (found.length === 0) return isSearching ? <Loading /> : <NobodyFound isEmpty={isWhole && clients.length === 0} />;
  return (
    <Box mx={{ base: OVER_EDGE, md: '-4' }} mb="-4">
      <Headings />
      {found.slice(0, MOST).map((client) => (
        <Result key={client.id} client={client} isFound={text !== ''} />
      ))}
      {found.length > MOST && (
        <ResultLink to={searchedClientsPath(text)} color="brand.fg">
          {isWhole || !list.hasNextPage ? `Show All ${found.length} Clients` : 'Show All Clients Found'}
        </ResultLink>
      )}
    </Box>
  );
}

const Loading = () => (
  <Box role="status">
    <Text color="fg.muted" mb="2">
      Loading clients...
    </Text>
    <Grid gap="2">
      <Skeletons count={MOST} height="10" />
    </Grid>
  </Box>
);

function Found({ search, text }: Pick<ResultsProps, 'search' | 'text'>) {
  const { clients, list } = search;
  const isReady = useDeferredReady(clients !== undefined);
  if (list.error && !list.data)
    return <ErrorState title="Failed to fetch clients" error={list.error} onRetry={search.retry} />;
  if (!clients || !isReady) return <Loading />;
  return <Results search={search} clients={clients} text={text} />;
}

/** Returns a function that opens the client if the search finds exactly one. */
function useOnlyHit({ clients = [], isSearching }: ReturnType<typeof useClients>) {
  const navigate = useNavigate();
  return (text: string) => {
    const [only, ...others] = text.trim() && !isSearching ? searchClients(clients, text) : [];
    if (only && others.length === 0) void navigate(clientFromDashboardPath(only.id));
  };
}

interface Props {
  /** Shows the list of clients below `children`, or a link to it if it is long. */
  isListed: boolean;
  /** Panels between search and list, hidden by search results. */
  children: ReactNode;
}

/** Finds clients: those who asked for help first, then the most urgent. Enter opens the only result. */
export function ClientSearch({ isListed, children }: Props) {
  const [typed, setTyped] = usePlaceState('search', '');
  const text = useDeferredValue(typed.trim());
  const { data: stats, isPending } = useQuery(statsQuery);
  const isLinked = stats !== undefined && isLong(stats);
  const search = useClients({ text: typed, enabled: typed.trim() !== '' || (isListed && !isPending && !isLinked) });
  const openOnlyHit = useOnlyHit(search);
  return (
    <>
      <Input
        type="search"
        size="lg"
        mb="6"
        aria-label="Search clients"
        placeholder="Search clients..."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key }) => key === 'Enter' && openOnlyHit(typed)}
      />
      <Box display={text ? 'none' : undefined}>{children}</Box>
      {(isListed || text) && (
        <Panel title={text ? 'Search Results' : 'Clients'} px="4" overflow="hidden" aria-live="polite">
          {isLinked && !text ? (
            <ResultLink to={paths.clients} color="brand.fg" mx={{ base: OVER_EDGE, md: '-4' }} mb="-4">
              {`Show All ${grouped(stats.totalClients)} Clients`}
            </ResultLink>
          ) : (
            <Found search={search} text={text} />
          )}
        </Panel>
      )}
    </>
  );
}
