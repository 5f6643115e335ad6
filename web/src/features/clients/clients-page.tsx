import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListTodo, Route, Users, X } from 'lucide-react';
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router';
import { nextDueOf, sortedClients } from '#shared/rules/client-columns.ts';
import { listSortOf } from '#shared/rules/client-list.ts';
import { searchClients } from '#shared/rules/search.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { rememberList } from '../../lib/navigation/place-state.ts';
import { queryClient, read } from '../../lib/query/query.ts';
import { useDeferredReady } from '../../lib/screen/idle.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../lib/text/format.ts';
import { useMe } from '../../parts/account/me.ts';
import { useReach } from '../../parts/account/reach.ts';
import { AddClient } from '../../parts/client/add-client.tsx';
import { clientsQuery, isLong, narrowed, statsQuery, useClients } from '../../parts/client/clients.ts';
import { Selection, SelectionContext } from '../../parts/selection/selection-store.ts';
import { useMayDelete } from '../../parts/settings.ts';
import { pendingPagesQuery, pendingTasksQuery } from '../../parts/task/pending-tasks.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { ErrorState, NotLoaded } from '../../ui/eager/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Words } from '../../ui/text/words.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { ClientList, ListLoading, NobodyListed } from './client-list.tsx';
import { ConfirmedActions } from './confirmed-actions.tsx';
import { type ListAddress, useListAddress } from './list/address.ts';
import { COLUMNS, type Facts } from './list/columns.tsx';
import { ExportButton } from './list/export-button.tsx';
import { AdviserFilter, ColumnChoice, FilterTabs, Metric, SortSelect, ViewSwitch } from './list/tools.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

const MoreClients = lazyPart(() => import('../../parts/client/more-clients.tsx'), NotLoaded);

const pendingCountQuery = read('GET /api/tasks/pending-count');

const NO_DATES: Facts['due'] = new Map();

/** Returns the data that rows need besides the client. */
function useFacts(needsDue: boolean): Facts {
  const me = useMe();
  const mayDelete = useMayDelete();
  const [now] = useState(() => new Date());
  const { data: stats } = useQuery(statsQuery);
  const hasFew = stats !== undefined && !isLong(stats);
  const whole = useQuery({ ...pendingTasksQuery, select: nextDueOf, enabled: needsDue && hasFew });
  // The tasks that are due first. A firm with many clients has too many for one page.
  const { data: first } = useInfiniteQuery({ ...pendingPagesQuery(), enabled: needsDue && !hasFew });
  const firstDue = useMemo(() => first && nextDueOf(first), [first]);
  const due = (hasFew ? whole.data : firstDue) ?? NO_DATES;
  return useMemo(() => ({ me, mayDelete, now, due }), [me, mayDelete, now, due]);
}

/** Returns the listed clients in order, and the columns. Defers the search, so that typing never waits for the list. */
function useListed({ filter, adviser, sort, text, view, hidden }: ListAddress) {
  const { seesOthers } = useReach();
  const search = useClients({ text, filter, adviser });
  const choice = useMemo(() => COLUMNS.filter(({ id }) => id !== 'adviser' || seesOthers), [seesOthers]);
  const columns = useMemo(() => choice.filter(({ id }) => !hidden.includes(id)), [choice, hidden]);
  const isByDue = listSortOf(sort)?.id === 'due';
  const facts = useFacts(isByDue || (view === 'table' && columns.some(({ id }) => id === 'due')));
  const wanted = useDeferredValue(text);
  const isReady = useDeferredReady(search.clients !== undefined);
  const data = isReady ? search.clients : undefined;
  const ordered = useMemo(
    () => data && sortedClients(narrowed(data, adviser, filter), sort, facts),
    [data, adviser, filter, sort, facts],
  );
  const found = useMemo(() => ordered && searchClients(ordered, wanted), [ordered, wanted]);
  const clients = found?.length || !search.isPart ? found : undefined;
  return { search, clients, choice, columns, facts };
}

export const loader = () =>
  Promise.all([
    queryClient.prefetchInfiniteQuery(clientsQuery()),
    queryClient.prefetchQuery(statsQuery),
    queryClient.prefetchQuery(pendingCountQuery),
  ]);

const countIn = <T,>({ data, isError }: UseQueryResult<T>, pick: (data: T) => number) =>
  data ? pick(data) : isError ? '–' : undefined;

// Memoised, because the address changes with each letter of the search.
const Stats = memo(function Stats() {
  const stats = useQuery(statsQuery);
  const pending = countIn(useQuery(pendingCountQuery), ({ count }) => count);
  return (
    <Grid templateColumns="repeat(auto-fit, minmax(5.25rem, 1fr))" gap={{ base: '2', sm: '4' }} mb="6">
      <Metric label="Total Clients" value={countIn(stats, ({ totalClients }) => totalClients)} icon={Users} />
      <Metric label="Active Journeys" value={countIn(stats, ({ activeJourneys }) => activeJourneys)} icon={Route} />
      <Metric label="Pending Actions" value={pending} icon={ListTodo} to={paths.pendingTasks} />
    </Grid>
  );
});

const FilterChip = ({ filter }: { filter: string }) => (
  <Flex align="center" bg="brand.subtle" color="brand.fg" borderRadius="full" ps="3" textStyle="sm" fontWeight="medium">
    <span>{humanise(filter)}</span>
    <Button asChild variant="plain" size="xs" aria-label="Clear filter">
      <Link ref={useFocusFallback<HTMLAnchorElement>()} to={paths.clients}>
        <X aria-hidden />
      </Link>
    </Button>
  </Flex>
);

/** Uncontrolled, so that the field never lags behind typing. Follows the address, except while typing replaces it. */
function Search({ text, onType }: { text: string; onType: (text: string) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  const isReplaced = useNavigationType() === 'REPLACE';
  useEffect(() => {
    const field = ref.current;
    if (field && !(isReplaced && field === document.activeElement)) field.value = text;
  }, [text, isReplaced]);
  return (
    <Input
      ref={ref}
      type="search"
      aria-label="Search clients"
      placeholder="Search clients..."
      defaultValue={text}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function List() {
  const address = useListAddress();
  const { search, clients, choice, columns, facts } = useListed(address);
  const { base, list, isPart, isWhole } = search;
  const { filter, text, adviser, sort, view, change } = address;
  const { data: stats } = useQuery(statsQuery);
  const { seesOthers } = useReach();
  const [onSort] = useState(() => (to: string) => change('sort', to));
  const [wasRead] = useState(clients !== undefined);
  const listed = { columns, facts, sort, onSort, wasRead };
  return (
    <>
      <FilterTabs
        clients={base.data && (isWhole || adviser) ? narrowed(base.data, adviser) : undefined}
        stats={adviser ? undefined : stats}
        filter={filter}
        linkTo={address.filteredBy}
      />
      <section aria-label="Clients" tabIndex={-1}>
        <Flex gap="3" align="center" wrap="wrap" mb="4">
          <Box flex={{ base: '1 1 100%', sm: '0 1 22rem' }}>
            <Search text={text} onType={(typed) => change('q', typed)} />
          </Box>
          {filter && <FilterChip filter={filter} />}
          <Flex
            gap="2"
            align="center"
            wrap={{ base: 'wrap', sm: 'nowrap' }}
            width={{ base: 'full', md: 'auto' }}
            ms={{ md: 'auto' }}
          >
            {seesOthers && <AdviserFilter value={adviser} onChoose={(id) => change('adviser', id)} />}
            {view === 'cards' && <SortSelect sort={sort} onSort={onSort} />}
            {view === 'table' && <ColumnChoice columns={choice} hidden={address.hidden} onHide={address.hide} />}
            <ViewsMenu address={address} />
            <ExportButton query={address.query} isWhole={!isPart} />
            {address.isWide && <ViewSwitch view={view} onChoose={address.setView} />}
          </Flex>
        </Flex>
        <Suspense>{clients && isPart && <MoreClients search={search} adviser={adviser} />}</Suspense>
        <BulkBar clients={clients} />
        {clients && clients.length > 0 && <ClientList clients={clients} view={view} {...listed} />}
        {clients?.length === 0 && <NobodyListed isNarrowed={Boolean(filter || text || adviser)} />}
        {!clients &&
          (list.isError ? (
            <ErrorState title="Failed to fetch clients" error={list.error} onRetry={search.retry} />
          ) : (
            <ListLoading view={view} />
          ))}
      </section>
    </>
  );
}

export function Component() {
  const [selection] = useState(() => new Selection());
  const location = useLocation();
  useEffect(() => rememberList(location), [location]);
  return (
    <Page
      title="Client Onboarding Dashboard"
      greeting={
        <span>
          Welcome, <Words>{useMe().name}</Words>
        </span>
      }
      subtitle="Manage client journeys and track progress"
      actions={<AddClient />}
    >
      <Stats />
      <SelectionContext value={selection}>
        <ConfirmedActions>
          <List />
        </ConfirmedActions>
      </SelectionContext>
    </Page>
  );
}
