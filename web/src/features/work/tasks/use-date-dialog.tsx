import { type ReactNode, useCallback, useState } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';

const DateDialog = lazyDialog(async () => ({ default: (await import('./task-dialogs.tsx')).DateDialog }));

/** Returns the date dialog shared by the tasks of a list, and its opener. */
export function useDateDialog(): { onDate: (task: PendingTask) => void; dateDialog: ReactNode } {
  const [task, setTask] = useState<PendingTask>();
  const [open, setOpen] = useState(false);
  const onDate = useCallback((shown: PendingTask) => {
    setTask(shown);
    setOpen(true);
  }, []);
  const dateDialog = task && <DateDialog key={task.id} task={task} open={open} onClose={() => setOpen(false)} />;
  return { onDate, dateDialog };
}
