import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/state.tsx';
import { pendingTasksQuery } from './queries.ts';
import { TaskGroup } from './task-group.tsx';

const TaskDialog = lazyDialog(() => import('./task-dialog.tsx'));

const byClient = (tasks: readonly PendingTask[]) => [...Map.groupBy(tasks, ({ clientId }) => clientId).values()];

function Groups({ onOpen }: { onOpen: (task: PendingTask) => void }) {
  const { data, isPending, error, refetch } = useQuery(pendingTasksQuery);
  if (isPending) return <Skeletons count={3} height="9rem" mb="4" />;
  if (!data) return <ErrorState title="The pending tasks could not be loaded" error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState icon={CircleCheckBig} title="No pending tasks at the moment." />;
  return (
    <Grid gap="5">
      {byClient(data).map((tasks) => (
        <TaskGroup key={tasks[0]?.clientId} tasks={tasks} onOpen={onOpen} />
      ))}
    </Grid>
  );
}

/** Every pending task, by client; each opens a dialog with its details and status (product 2). */
export function Component() {
  const [task, setTask] = useState<PendingTask>();
  const [open, setOpen] = useState(false);
  const show = (shown: PendingTask) => {
    setTask(shown);
    setOpen(true);
  };
  return (
    <Page title="Pending Tasks" subtitle="Review and manage all pending client tasks">
      <section aria-label="Tasks by client" tabIndex={-1}>
        <Groups onOpen={show} />
      </section>
      {task && <TaskDialog key={task.id} task={task} open={open} onClose={() => setOpen(false)} />}
    </Page>
  );
}
