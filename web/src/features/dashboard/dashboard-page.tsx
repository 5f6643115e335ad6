import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  Clock,
  type LucideIcon,
  Route,
  TriangleAlert,
  UserCheck,
  UserRoundCog,
  Users,
} from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { type DashboardStats, matchesFilter } from '#shared/rules/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { filteredClientsPath, paths } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { loadSecondFactorBar, SecondFactorBar } from '../../parts/account/second-factor-notice.tsx';
import { clientsQuery, isLong, readStats, statsQuery } from '../../parts/client/clients.ts';
import { AssignTask } from '../../parts/task/assign-task.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import type { Tone } from '../../ui/feedback/badge.tsx';
import { CoveringLink } from '../../ui/layout/covering-link.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { DialogHost } from '../../ui/overlay/dialog-host.tsx';
import { ClientSearch } from './client-search.tsx';
import { SetUp, useSetUp } from './set-up.tsx';
import { loadToday, TodayPanel, useTodayShown } from './today.tsx';

/** Only clients who are late have a colour, and only if there are any. */
const METRICS: readonly (readonly [label: string, keyof DashboardStats, to: string, LucideIcon, Tone])[] = [
  ['All Clients', 'totalClients', paths.clients, Users, 'gray'],
  ['Urgent Clients', 'urgentClients', filteredClientsPath('urgent'), TriangleAlert, 'red'],
  ['Overdue Clients', 'overdueClients', filteredClientsPath('overdue'), Clock, 'orange'],
  ['On-Target Clients', 'onTargetClients', filteredClientsPath('on-target'), CircleCheck, 'gray'],
  ['Active Journeys', 'activeJourneys', filteredClientsPath('active'), Route, 'gray'],
  ['Pending Actions (Adviser)', 'pendingAdviserActions', paths.tasks, UserRoundCog, 'gray'],
  ['Pending Actions (Client)', 'pendingClientActions', filteredClientsPath('pending-client'), UserCheck, 'gray'],
];

interface CellProps {
  label: string;
  value: number | undefined;
  to: string;
  icon: LucideIcon;
  tone: Tone;
  hint?: string | undefined;
}

/** Shows the number beside its label on phones, below it on wider screens. */
function Cell({ label, value, to, icon: Icon, tone, hint }: CellProps) {
  const colour = value && tone !== 'gray' ? { colorPalette: tone, color: 'colorPalette.fg' } : {};
  return (
    <Flex
      position="relative"
      direction={{ base: 'row', md: 'column' }}
      align={{ base: 'center', md: 'stretch' }}
      justify="space-between"
      gap="2"
      minW="0"
      px={{ base: '4', md: '3', xl: '4' }}
      py={{ base: '2', md: '3' }}
      borderColor="border.muted"
      borderTopWidth={{ base: '1px', md: '0' }}
      borderInlineStartWidth={{ md: '1px' }}
      _first={{ borderWidth: '0' }}
      _hover={{ bg: 'bg.subtle' }}
    >
      <Flex gap="2" align={{ base: 'center', md: 'start' }} color="fg.muted">
        <Box {...colour} hideFrom="md">
          <Icon size={17} aria-hidden />
        </Box>
        <Text textStyle={{ base: 'sm', md: 'xs', xl: 'sm' }} fontWeight="medium">
          <CoveringLink to={to} title={hint}>
            {label}
          </CoveringLink>
        </Text>
      </Flex>
      <Text
        {...colour}
        fontFamily="heading"
        textStyle={{ base: 'xl', md: '3xl' }}
        fontVariantNumeric="lining-nums tabular-nums"
      >
        {value ?? (
          <Skeleton as="span" display="inline-block" verticalAlign="middle" height="0.8em" width="12" aria-hidden />
        )}
      </Text>
    </Flex>
  );
}

const hasOpenTasks = (client: Client) => matchesFilter(client, 'pending-client');

/** Strip of seven numbers, each a link to what it counts. */
function Metrics() {
  const { data, error, refetch } = useQuery(statsQuery);
  const { data: clients, hasNextPage } = useInfiniteQuery({ ...clientsQuery(), enabled: false });
  if (!data && error) return <ErrorState title="Failed to load the dashboard" error={error} onRetry={refetch} />;
  // The number counts tasks, while its link leads to a list of clients.
  const ofClients =
    data && clients && !hasNextPage
      ? `${countOf(data.pendingClientActions, 'task')}, ${countOf(clients.filter(hasOpenTasks).length, 'client')}`
      : undefined;
  return (
    <Sheet
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(7, minmax(0, 1fr))' }}
      overflow="hidden"
      mb="6"
    >
      {METRICS.map(([label, key, to, icon, tone]) => (
        <Cell
          key={key}
          label={label}
          value={data?.[key]}
          to={to}
          icon={icon}
          tone={tone}
          hint={key === 'pendingClientActions' ? ofClients : undefined}
        />
      ))}
    </Sheet>
  );
}

const isEmpty = ({ totalClients }: DashboardStats) => totalClients === 0;

/** The solid button, hidden until it is known that there are clients. An empty list has a button of its own. */
function FirstAct() {
  const { data: hasNone } = useQuery({ ...statsQuery, select: isEmpty });
  if (hasNone) return null;
  return (
    <Box visibility={hasNone === undefined ? 'hidden' : undefined}>
      <AssignTask />
    </Box>
  );
}

/** Loads the list below Today, unless it is too long to be shown there. */
async function loadClients() {
  const stats = await readStats();
  if (!(stats && isLong(stats))) void queryClient.prefetchInfiniteQuery(clientsQuery());
}

export const loader = () => Promise.all([loadClients(), loadToday(), loadSecondFactorBar()]);

export function Component() {
  const setUp = useSetUp();
  return (
    <Page
      title="Client Dashboard"
      actions={
        <>
          <SecondFactorBar isRecommendedBelow={setUp.isShown} />
          <FirstAct />
        </>
      }
    >
      <Metrics />
      <ClientSearch isListed={useTodayShown()}>
        <DialogHost>{setUp.isShown && <SetUp end={setUp.end} />}</DialogHost>
        <TodayPanel />
      </ClientSearch>
    </Page>
  );
}
