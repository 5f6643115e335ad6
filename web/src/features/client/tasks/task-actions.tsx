import { useMutation } from '@tanstack/react-query';
import { CircleCheck, RotateCcw } from 'lucide-react';
import type { Task } from '#shared/contract/tasks.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { patchTask } from './queries.ts';

/** Returns the next task's first button, else the panel. It takes the focus when a task folds away. */
const nextTask = (button: HTMLElement) => {
  const next = button.closest('li')?.nextElementSibling?.querySelector('button');
  return next ?? button.closest<HTMLElement>('section');
};

/** Actions on a task of the list. */
export interface OnTask {
  onComplete: (task: Task) => Promise<unknown>;
  onEdit: (task: Task) => void;
}

interface Props extends OnTask {
  task: Task;
}

export function CompleteTask({ task, onComplete }: Omit<Props, 'onEdit'>) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  const done = task.status === 'completed';
  const label = done ? 'Reopen' : 'Mark Complete';
  const reopen = () => mutateAsync({ params: { id: task.id }, body: { status: 'pending' } });
  return (
    <ActionButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      ref={useFocusFallback<HTMLButtonElement>(nextTask)}
      aria-label={`${label}: ${task.title}`}
      onAction={() => (done ? reopen() : onComplete(task))}
    >
      {done ? <RotateCcw aria-hidden /> : <CircleCheck aria-hidden />}
      <span>{label}</span>
    </ActionButton>
  );
}
