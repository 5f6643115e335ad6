import { type ComponentType, useCallback, useState } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';

const DateDialog = lazyDialog(async () => ({ default: (await import('./task-dialogs.tsx')).DateDialog }));
const TaskDialog = lazyDialog(async () => ({ default: (await import('./task-dialogs.tsx')).TaskDialog }));

/** Returns a dialog shared by the tasks of a list, and its opener. */
function useSharedDialog(Dialog: ComponentType<DialogState & { task: PendingTask }>) {
  const [task, setTask] = useState<PendingTask>();
  const [open, setOpen] = useState(false);
  const show = useCallback((shown: PendingTask) => {
    setTask(shown);
    setOpen(true);
  }, []);
  const dialog = task && <Dialog key={task.id} task={task} open={open} onClose={() => setOpen(false)} />;
  return { show, dialog };
}

export function useDateDialog() {
  const { show, dialog } = useSharedDialog(DateDialog);
  return { onDate: show, dateDialog: dialog };
}

export function useTaskDialog() {
  const { show, dialog } = useSharedDialog(TaskDialog);
  return { onOpen: show, taskDialog: dialog };
}
