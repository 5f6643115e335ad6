import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { STATUS_SET, setTaskDone } from '../../../parts/task/pending-tasks.ts';

type Tasks = ReadonlySet<PendingTask>;
const having = (task: PendingTask) => (tasks: Tasks) => new Set(tasks).add(task);
const lacking = (task: PendingTask) => (tasks: Tasks) => new Set([...tasks].filter((other) => other !== task));

/**
 * Completes tasks with one click, with Undo in the toast. Tasks in `done` are hidden before the list is refetched, and
 * reappear on failure or Undo.
 */
export function useCompleting() {
  const [done, setDone] = useState<Tasks>(new Set());
  const { mutateAsync } = useMutation(setTaskDone);
  const complete = useCallback(
    (task: PendingTask) => {
      const set = (status: PendingTask['status']) => mutateAsync({ params: { id: task.id }, body: { status } });
      const showAgain = () => setDone(lacking(task));
      const reopen = () => set(task.status).then(showAgain, () => undefined);
      const offer = () => notify({ ...STATUS_SET, action: { label: 'Undo', onClick: reopen } });
      setDone(having(task));
      set('completed').then(offer, showAgain);
    },
    [mutateAsync],
  );
  return { done, complete };
}
