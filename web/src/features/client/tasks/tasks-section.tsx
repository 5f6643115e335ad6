import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { ListTodo, Plus } from 'lucide-react';
import type { Task } from '#shared/contract/tasks.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/feedback/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { useClient } from '../client-context.ts';
import { usePanel } from '../use-place.tsx';
import { DoneTasks } from './done-tasks.tsx';
import { tasksQuery } from './queries.ts';
import { TaskFilesProvider } from './task-files.tsx';
import { TaskRow } from './task-row.tsx';
import { useJustDone } from './use-just-done.ts';

const AssignTaskDialog = lazyDialog(() => import('./assign-task-dialog.tsx'));

const LAST = '9999';
const rank = ({ dueDate, createdAt }: Task) => `${dueDate ?? LAST} ${createdAt}`;

/** The earliest due first, undated last. */
const inOrder = (tasks: readonly Task[]) => tasks.toSorted((a, b) => rank(a).localeCompare(rank(b)));

function TaskList({ tasks, clientId }: { tasks: readonly Task[]; clientId: string }) {
  const { kept, complete } = useJustDone(clientId);
  const isFolded = ({ status, id }: Task) => status === 'completed' && id !== kept;
  const open = inOrder(tasks.filter((task) => !isFolded(task)));
  const folded = tasks.filter(isFolded);
  if (tasks.length === 0)
    return (
      <EmptyState icon={ListTodo} title="No tasks yet">
        Assign the first one to the client or to yourself.
      </EmptyState>
    );
  return (
    <>
      {open.length > 0 && (
        <Box as="ul" listStyleType="none">
          {open.map((task) => (
            <TaskRow key={task.id} task={task} onComplete={complete} />
          ))}
        </Box>
      )}
      {folded.length > 0 && <DoneTasks tasks={folded} onComplete={complete} />}
    </>
  );
}

const AssignTask = ({ clientId }: { clientId: string }) => (
  <DialogButton size="xs" dialog={(state) => <AssignTaskDialog clientId={clientId} {...state} />}>
    <Plus aria-hidden />
    Assign Task
  </DialogButton>
);

/** The client's tasks, the open ones by their due date, completed ones folded (product 2). */
export function TasksSection() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(tasksQuery(id));
  const { panel } = usePanel('tasks');
  return (
    <Panel {...panel} title="Client Tasks" actions={<AssignTask clientId={id} />}>
      {data && (
        <TaskFilesProvider clientId={id}>
          <TaskList tasks={data} clientId={id} />
        </TaskFilesProvider>
      )}
      {!data && error && <ErrorState title="The tasks could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={3} height="14" mb="2" />}
    </Panel>
  );
}
