import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
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
import type { DashboardStats } from '#shared/rules/clients.ts';
import { filteredClientsPath, paths } from '../../lib/paths.ts';
import { read } from '../../lib/query.ts';
import type { Tone } from '../../ui/badge.tsx';
import { Metric } from '../../ui/metric.tsx';
import { ErrorState } from '../../ui/state.tsx';

const METRICS: readonly (readonly [label: string, keyof DashboardStats, to: string, LucideIcon, Tone])[] = [
  ['All Clients', 'totalClients', paths.clients, Users, 'brand'],
  ['Urgent Clients', 'urgentClients', filteredClientsPath('urgent'), TriangleAlert, 'red'],
  ['Overdue Clients', 'overdueClients', filteredClientsPath('overdue'), Clock, 'orange'],
  ['On-Target Clients', 'onTargetClients', filteredClientsPath('on-target'), CircleCheck, 'green'],
  ['Active Journeys', 'activeJourneys', filteredClientsPath('active'), Route, 'brand'],
  ['Pending Actions (Adviser)', 'pendingAdviserActions', paths.tasks, UserRoundCog, 'brand'],
  ['Pending Actions (Client)', 'pendingClientActions', filteredClientsPath('pending-client'), UserCheck, 'brand'],
];

const statsQuery = read('GET /api/dashboard/stats');

/** The seven numbers of the dashboard, each leading to what it counts (product 2, 9). */
export function Metrics() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (!data && error) return <ErrorState title="Failed to load the dashboard" error={error} onRetry={refetch} />;
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(12, minmax(0, 1fr))' }}
      gap={{ base: '2', sm: '4' }}
      mb="6"
    >
      {METRICS.map(([label, key, to, icon, tone], i) => (
        <Box key={key} gridColumn={{ base: i === 0 ? 'span 2' : 'auto', lg: i < 4 ? 'span 3' : 'span 4' }}>
          <Metric label={label} value={data?.[key]} icon={icon} tone={tone} to={to} />
        </Box>
      ))}
    </Grid>
  );
}
