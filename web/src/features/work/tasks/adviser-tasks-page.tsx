import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { CircleCheckBig } from 'lucide-react';
import { AssignTask } from '../../../parts/task/assign-task.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { DueGroups } from './due-groups.tsx';
import { MoreTasks } from './more-tasks.tsx';
import { NoneFound, TaskFilter, useTaskFilter } from './task-filter.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useCompleting } from './use-completing.ts';
import { useDateDialog } from './use-date-dialog.tsx';
import { useTasks } from './use-tasks.ts';

export { loader } from './queries.ts';

const SKELETONS = 5;

const Loading = () => (
  <Box role="status" aria-label="Loading tasks...">
    <Skeletons count={SKELETONS} height="4.25rem" mb="2" />
  </Box>
);

function OwnTasks() {
  const filter = useTaskFilter();
  const { list, isPart, whole, tasks, hasMore } = useTasks(filter.shown, { own: true });
  const { done, complete } = useCompleting();
  const { onDate, dateDialog } = useDateDialog();
  if (whole?.length === 0)
    return (
      <EmptyState icon={CircleCheckBig} title="No pending tasks">
        <Text>All your tasks are up to date</Text>
      </EmptyState>
    );
  return (
    <>
      {(tasks || isPart) && <TaskFilter tasks={whole} filter={filter} />}
      {!tasks && !list.error && <Loading />}
      {!tasks && list.error && (
        <ErrorState title="Your tasks could not be loaded" error={list.error} onRetry={list.refetch} />
      )}
      {tasks?.length === 0 && <NoneFound onClear={filter.clear} />}
      {tasks && <DueGroups tasks={tasks} hasMore={hasMore} done={done} onComplete={complete} onDate={onDate} />}
      {tasks && hasMore && <MoreTasks list={list} shown={tasks.length} />}
      {dateDialog}
    </>
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
