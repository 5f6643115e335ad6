import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/state.tsx';
import { AdviserTaskCard } from './adviser-task-card.tsx';
import { pendingTasksQuery } from './queries.ts';

const SKELETONS = 5;
const columns = { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' };

const Loading = () => (
  <Grid role="status" aria-label="Loading tasks..." templateColumns={columns} gap="3">
    <Skeletons count={SKELETONS} height="6.5rem" />
  </Grid>
);

function Tasks() {
  const { data, isPending, error, refetch } = useQuery(pendingTasksQuery);
  if (isPending) return <Loading />;
  if (!data) return <ErrorState title="Your tasks could not be loaded" error={error} onRetry={refetch} />;
  const own = data.filter(({ responsibility, status }) => responsibility === 'adviser' && status !== 'completed');
  if (own.length === 0)
    return (
      <EmptyState icon={CircleCheckBig} title="No pending tasks">
        <Text>All your tasks are up to date</Text>
      </EmptyState>
    );
  return (
    <Grid as="ul" templateColumns={columns} gap="3" listStyleType="none">
      {own.map((task) => (
        <AdviserTaskCard key={task.id} {...task} />
      ))}
    </Grid>
  );
}

/** What advisers themselves have to do, the most urgent first (product 2). */
export const Component = () => (
  <Page title="Pending Adviser Tasks" subtitle="Tasks requiring your attention">
    <Tasks />
  </Page>
);
