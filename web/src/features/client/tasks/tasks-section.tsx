import { Box } from '@chakra-ui/react/box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ListTodo, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Task } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { notify, toasts } from '../../../lib/screen/notify.ts';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useRowDialog } from '../../../ui/overlay/dialog-host.tsx';
import { useClient } from '../client-context.ts';
import { Folded } from '../folded.tsx';
import { tasksQuery } from '../queries.ts';
import { useNewIds, usePanel } from '../section-notices.tsx';
import { ShortenedList } from '../shortened-list.tsx';
import { StrandedTexts } from '../stranded-texts.tsx';
import { completeTask, TASK_UPDATED } from './queries.ts';
import type { OnTask } from './task-actions.tsx';
import { TaskFilesProvider } from './task-files.tsx';
import { TaskRow } from './task-row.tsx';

interface Props extends OnTask {
  tasks: readonly Task[];
}

/** Completed tasks, latest first. */
function DoneTasks({ tasks, ...actions }: Props) {
  return (
    <Folded anchors={tasks.map(({ id }) => anchorOf.tasks(id))} summary={countOf(tasks.length, 'completed task')}>
      <Box as="ul" listStyleType="none">
        {tasks
          .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
          .map((task) => (
            <TaskRow key={task.id} task={task} {...actions} />
          ))}
      </Box>
    </Folded>
  );
}

const FOLDING = { duration: 200, easing: 'ease-in-out' };

/** Animates the removal of a completed task's row. Skipped for reduced motion, or if the task was reopened. */
async function foldAway(element: HTMLElement | null) {
  if (!element?.hasAttribute('data-done') || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.style.overflow = 'hidden';
  const from = { height: `${element.offsetHeight}px`, opacity: 1 };
  await element.animate([from, { height: 0, paddingBlock: 0, opacity: 0 }], FOLDING).finished;
}

const DIALOG = '[role=dialog], [role=alertdialog]';

/** Waits until neither the focus nor an open dialog keeps the row in use. */
const notInUse = (row: Element | null) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (row?.contains(document.activeElement) || document.querySelector(DIALOG)) return;
      document.removeEventListener('focusin', look);
      document.removeEventListener('click', look);
      resolve();
    };
    document.addEventListener('focusin', look);
    document.addEventListener('click', look);
    look();
  });

/** Waits until the current toast has closed or was replaced. */
const toastGone = () =>
  new Promise<void>((resolve) => {
    const shown = toasts.shown();
    const unsubscribe = toasts.subscribe(() => {
      if (toasts.shown() === shown) return;
      unsubscribe();
      resolve();
    });
  });

/**
 * Completes a task with one click and offers Undo in a toast. Keeps the row of `pinnedId` in the list until the toast
 * is gone and nobody uses the row.
 */
function useJustDone(clientId: string) {
  const [pinnedId, setPinnedId] = useState<string>();
  const { mutateAsync } = useMutation(completeTask(clientId));
  const complete = useCallback(
    async ({ id, status }: Task) => {
      const unpin = () => setPinnedId((last) => (last === id ? undefined : last));
      const set = (to: Task['status']) => mutateAsync({ params: { id }, body: { status: to } });
      setPinnedId(id);
      await set('completed').catch((error: unknown) => {
        unpin();
        throw error;
      });
      notify({ ...TASK_UPDATED, action: { label: 'Undo', onClick: () => set(status).catch(() => undefined) } });
      const row = document.getElementById(anchorOf.tasks(id));
      void toastGone()
        .then(() => notInUse(row))
        .then(() => foldAway(row))
        .then(unpin);
    },
    [mutateAsync],
  );
  return { pinnedId, complete };
}

const EditTaskDialog = lazyDialog(async () => ({ default: (await import('./task-dialogs.tsx')).EditTaskDialog }));
const AssignTaskDialog = lazyDialog(async () => ({ default: (await import('./task-dialogs.tsx')).AssignTaskDialog }));

const SHOWN_AT_FIRST = 10;

const LAST = '9999';
const rank = ({ dueDate, createdAt }: Task) => `${dueDate ?? LAST} ${createdAt}`;

/** Sorts by due date, overdue tasks first and tasks without a date last. */
const inOrder = (tasks: readonly Task[]) => tasks.toSorted((a, b) => rank(a).localeCompare(rank(b)));

function TaskList({ tasks, clientId, onEdit }: Omit<Props, 'onComplete'> & { clientId: string }) {
  const { pinnedId, complete } = useJustDone(clientId);
  const newIds = useNewIds();
  const isFolded = ({ status, id }: Task) => status === 'completed' && id !== pinnedId;
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
        <ShortenedList items={open} most={SHOWN_AT_FIRST} newIds={newIds} noun="Tasks" anchorOf={anchorOf.tasks}>
          {(task) => <TaskRow key={task.id} task={task} onComplete={complete} onEdit={onEdit} />}
        </ShortenedList>
      )}
      {folded.length > 0 && <DoneTasks tasks={folded} onComplete={complete} onEdit={onEdit} />}
    </>
  );
}

const AssignTask = ({ clientId }: { clientId: string }) => (
  <DialogButton size="xs" dialog={(state) => <AssignTaskDialog clientId={clientId} {...state} />}>
    <Plus aria-hidden />
    Assign Task
  </DialogButton>
);

export default function TasksSection() {
  const { id } = useClient().client;
  const show = useRowDialog();
  const edit = useCallback((task: Task) => show((state) => <EditTaskDialog task={task} {...state} />), [show]);
  const { data, error, refetch } = useQuery(tasksQuery(id));
  const { panel } = usePanel();
  return (
    <Panel {...panel} title="Client Tasks" actions={<AssignTask clientId={id} />}>
      {data && (
        <TaskFilesProvider clientId={id}>
          <StrandedTexts kind="task" rows={data} />
          <TaskList tasks={data} clientId={id} onEdit={edit} />
        </TaskFilesProvider>
      )}
      {!data && error && <ErrorState title="The tasks could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={3} height="14" mb="2" />}
    </Panel>
  );
}
