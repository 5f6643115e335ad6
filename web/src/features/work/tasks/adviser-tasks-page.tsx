import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { AssignTask } from '../../../parts/task/assign-task.tsx';
import { pendingTasksQuery } from '../../../parts/task/pending-tasks.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { DueGroups } from './due-groups.tsx';
import { ofAdvisers } from './queries.ts';
import { NoneFound, TaskFilter, useMatching, useTaskFilter } from './task-filter.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useCompleting } from './use-completing.ts';
import { useDateDialog } from './use-date-dialog.tsx';

export { loader } from './queries.ts';

const SKELETONS = 5;

const Loading = () => (
  <Box role="status" aria-label="Loading tasks...">
    <Skeletons count={SKELETONS} height="4.25rem" mb="2" />
  </Box>
);

function Tasks({ tasks }: { tasks: readonly PendingTask[] }) {
  const filter = useTaskFilter();
  const shown = useMatching(tasks, filter.shown);
  const { done, complete } = useCompleting();
  const { onDate, dateDialog } = useDateDialog();
  return (
    <>
      <TaskFilter tasks={tasks} filter={filter} />
      {shown.length === 0 && <NoneFound onClear={filter.clear} />}
      <DueGroups tasks={shown} done={done} onComplete={complete} onDate={onDate} />
      {dateDialog}
    </>
  );
}

function OwnTasks() {
  const { data, isPending, error, refetch } = useQuery({ ...pendingTasksQuery, select: ofAdvisers });
  if (isPending) return <Loading />;
  if (!data) return <ErrorState title="Your tasks could not be loaded" error={error} onRetry={refetch} />;
  if (data.length > 0) return <Tasks tasks={data} />;
  return (
    <EmptyState icon={CircleCheckBig} title="No pending tasks">
      <Text>All your tasks are up to date</Text>
    </EmptyState>
  );
}

export const Component = () => (
  <Page title="Pending Adviser Tasks" subtitle="Tasks requiring your attention" actions={<AssignTask />}>
    <TaskTabs />
    <section aria-label="Tasks" tabIndex={-1} data-tasks="">
      <OwnTasks />
    </section>
  </Page>
);
