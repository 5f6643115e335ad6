import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Pencil, RotateCcw } from 'lucide-react';
import type { Task } from '#shared/contract/tasks.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { deleteTask, patchTask } from './queries.ts';

const GRAY_BUTTON = { size: 'xs', variant: 'ghost', colorPalette: 'gray', color: 'fg.muted' } as const;

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

function CompleteTask({ task, onComplete }: Omit<Props, 'onEdit'>) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  const done = task.status === 'completed';
  const label = done ? 'Reopen' : 'Mark Complete';
  const reopen = () => mutateAsync({ params: { id: task.id }, body: { status: 'pending' } });
  return (
    <ActionButton
      {...GRAY_BUTTON}
      ref={useFocusFallback<HTMLButtonElement>(nextTask)}
      aria-label={`${label}: ${task.title}`}
      onAction={() => (done ? reopen() : onComplete(task))}
    >
      {done ? <RotateCcw aria-hidden /> : <CircleCheck aria-hidden />}
      <span>{label}</span>
    </ActionButton>
  );
}

const EditTask = ({ task, onEdit }: Omit<Props, 'onComplete'>) => (
  <Button {...GRAY_BUTTON} px="0" aria-label={`Edit task ${task.title}`} title="Edit task" onClick={() => onEdit(task)}>
    <Pencil aria-hidden />
  </Button>
);

function DeleteTask({ task: { id, title } }: { task: Task }) {
  const { mutateAsync } = useMutation(deleteTask);
  return (
    <DeleteButton
      kind="Task"
      name={title}
      text={
        <span>
          The task “<Words>{title}</Words>” will be removed with its notes, for the client too. Documents sent for it
          stay. This action cannot be undone.
        </span>
      }
      onDelete={() => mutateAsync({ params: { id } })}
    />
  );
}

export const TaskActions = ({ task, onComplete, onEdit }: Props) => (
  <Flex align="start" gap="0.5" wrap="wrap" ms={{ base: '-2.5', md: '0' }}>
    <CompleteTask task={task} onComplete={onComplete} />
    <EditTask task={task} onEdit={onEdit} />
    <DeleteTask task={task} />
  </Flex>
);
