import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useCallback, useDeferredValue, useState } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { AssignTask } from '../../parts/task/assign-task.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { DueGroups } from './due-groups.tsx';
import { pendingTasksQuery } from './queries.ts';
import { NoneFound, TaskFilter } from './task-filter.tsx';
import { TaskGroup } from './task-group.tsx';
import type { TaskActions } from './task-line.tsx';
import { useCompleting } from './use-completing.ts';
import { useDateDialog } from './use-date-dialog.tsx';
import { useMatching, useTaskFilter } from './use-task-filter.ts';

export { readAhead } from './queries.ts';

const TaskDialog = lazyDialog(() => import('./task-dialog.tsx'));

/** As many as the first screen may show; the others are drawn when there is time. */
const FIRST = 20;

interface ListProps extends Required<TaskActions> {
  tasks: readonly PendingTask[];
  done: ReadonlySet<PendingTask>;
}

function ClientGroups({ tasks, ...props }: ListProps) {
  const shown = useDeferredValue(tasks, tasks.slice(0, FIRST));
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      {[...Map.groupBy(shown, ({ clientId }) => clientId)].map(([clientId, own]) => (
        <TaskGroup key={clientId} tasks={own} {...props} />
      ))}
    </Grid>
  );
}

function Tasks({ tasks, onOpen }: { tasks: readonly PendingTask[]; onOpen: (task: PendingTask) => void }) {
  const filter = useTaskFilter();
  const shown = useMatching(tasks, filter.shown);
  const { done, complete } = useCompleting();
  const { onDate, dateDialog } = useDateDialog();
  const Groups = filter.isByDate ? DueGroups : ClientGroups;
  return (
    <>
      <TaskFilter tasks={tasks} filter={filter} arranges />
      {shown.length === 0 && <NoneFound onClear={filter.clear} />}
      <Groups tasks={shown} done={done} onOpen={onOpen} onComplete={complete} onDate={onDate} />
      {dateDialog}
    </>
  );
}

function Pending({ onOpen }: { onOpen: (task: PendingTask) => void }) {
  const { data, isPending, error, refetch } = useQuery(pendingTasksQuery);
  if (isPending) return <Skeletons count={3} height="9rem" mb="4" />;
  if (!data) return <ErrorState title="The pending tasks could not be loaded" error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState icon={CircleCheckBig} title="No pending tasks at the moment." />;
  return <Tasks tasks={data} onOpen={onOpen} />;
}

/** Every pending task, by client or by date; each opens a dialog with its details and status (product 2). */
export function Component() {
  const [task, setTask] = useState<PendingTask>();
  const [open, setOpen] = useState(false);
  const show = useCallback((shown: PendingTask) => {
    setTask(shown);
    setOpen(true);
  }, []);
  return (
    <Page title="Pending Tasks" subtitle="Review and manage all pending client tasks" actions={<AssignTask />}>
      <section aria-label="Pending tasks" tabIndex={-1} data-tasks="">
        <Pending onOpen={show} />
      </section>
      {task && <TaskDialog key={task.id} task={task} open={open} onClose={() => setOpen(false)} />}
    </Page>
  );
}
