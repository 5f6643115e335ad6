import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { ListTodo, Plus } from 'lucide-react';
import type { Task } from '#shared/contract/tasks.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/state.tsx';
import { useClient } from '../client-context.ts';
import { usePanel } from '../use-place.tsx';
import { tasksQuery } from './queries.ts';
import { TaskRow } from './task-row.tsx';

const AssignTaskDialog = lazyDialog(() => import('./assign-task-dialog.tsx'));

const LAST = '9999';
const rank = ({ status, dueDate, createdAt }: Task) =>
  `${status === 'completed' ? 1 : 0} ${dueDate ?? LAST} ${createdAt}`;

/** Open tasks first, the earliest due first, undated last. */
const inOrder = (tasks: readonly Task[]) => tasks.toSorted((a, b) => rank(a).localeCompare(rank(b)));

const TaskList = ({ tasks }: { tasks: readonly Task[] }) =>
  tasks.length === 0 ? (
    <EmptyState icon={ListTodo} title="No tasks yet">
      Assign the first one to the client or to yourself.
    </EmptyState>
  ) : (
    <Box as="ul" listStyleType="none">
      {inOrder(tasks).map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </Box>
  );

const AssignTask = () => (
  <DialogButton size="xs" dialog={(state) => <AssignTaskDialog {...state} />}>
    <Plus aria-hidden />
    Assign Task
  </DialogButton>
);

/** The client's tasks, open ones first (product 2). */
export function TasksSection() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(tasksQuery(id));
  const { panel } = usePanel('tasks');
  return (
    <Panel {...panel} title="Client Tasks" actions={<AssignTask />}>
      {data && <TaskList tasks={data} />}
      {!data && error && <ErrorState title="The tasks could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={3} height="14" mb="2" />}
    </Panel>
  );
}
