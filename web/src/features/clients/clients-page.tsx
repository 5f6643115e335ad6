import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ListTodo, Route, Users, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { CLIENT_FILTERS } from '#shared/rules/clients.ts';
import { humanise } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { useMe } from '../../parts/me.ts';
import { Input } from '../../ui/controls.tsx';
import { Metric } from '../../ui/metric.tsx';
import { Page } from '../../ui/page.tsx';
import { Words } from '../../ui/words.tsx';
import { AddClient } from './add-client.tsx';
import { ClientList } from './client-list.tsx';
import { pendingCountQuery, statsQuery } from './queries.ts';

const countIn = <T,>({ data, isError }: UseQueryResult<T>, pick: (data: T) => number) =>
  data ? pick(data) : isError ? '–' : undefined;

function Stats() {
  const stats = useQuery(statsQuery);
  const pending = countIn(useQuery(pendingCountQuery), ({ count }) => count);
  return (
    <Grid templateColumns="repeat(3, minmax(0, 1fr))" gap={{ base: '2', sm: '4' }} mb="6">
      <Metric label="Total Clients" value={countIn(stats, ({ totalClients }) => totalClients)} icon={Users} />
      <Metric label="Active Journeys" value={countIn(stats, ({ activeJourneys }) => activeJourneys)} icon={Route} />
      <Metric label="Pending Actions" value={pending} icon={ListTodo} to={paths.pendingTasks} />
    </Grid>
  );
}

const FilterChip = ({ filter }: { filter: string }) => (
  <Flex align="center" bg="brand.subtle" color="brand.fg" borderRadius="full" ps="3" textStyle="sm" fontWeight="medium">
    {humanise(filter)}
    <Button asChild variant="plain" size="xs" aria-label="Clear filter">
      <Link ref={useFocusFallback<HTMLAnchorElement>()} to={paths.clients}>
        <X aria-hidden />
      </Link>
    </Button>
  </Flex>
);

/** The list's filter and search text, which live in the address. */
function useListParams() {
  const [params, setParams] = useSearchParams();
  const filter = CLIENT_FILTERS.find((known) => known === params.get('filter') && known !== 'all');
  const search = (text: string) =>
    setParams({ ...(filter && { filter }), ...(text && { q: text }) }, { replace: true });
  return { filter, text: params.get('q') ?? '', search };
}

/** All clients with their progress; where clients are added, completed and removed (product 2). */
export function Component() {
  const { filter, text, search } = useListParams();
  return (
    <Page
      title="Client Onboarding Dashboard"
      greeting={
        <>
          Welcome, <Words>{useMe().name}</Words>
        </>
      }
      subtitle="Manage client journeys and track progress"
      actions={<AddClient />}
    >
      <Stats />
      <section aria-label="Clients" tabIndex={-1}>
        <Flex gap="3" align="center" wrap="wrap" mb="4">
          <Box flex={{ base: '1 1 100%', sm: '0 1 24rem' }}>
            <Input
              key={filter}
              type="search"
              aria-label="Search clients"
              placeholder="Search clients..."
              defaultValue={text}
              onChange={(event) => search(event.target.value)}
            />
          </Box>
          {filter && <FilterChip filter={filter} />}
        </Flex>
        <ClientList key={filter} filter={filter} text={text} />
      </section>
    </Page>
  );
}
