import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { CalendarDays, CircleCheck, Flag, Pencil, RotateCcw, User, UserRoundCog } from 'lucide-react';
import type { Task } from '#shared/contract/tasks.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { formatDate } from '../../../lib/format.ts';
import { anchorOf } from '../../../parts/notices.ts';
import { DueBadge, TaskStatusBadge } from '../../../parts/status-badge.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Words } from '../../../ui/words.tsx';
import { useClient } from '../client-context.ts';
import { DeleteButton } from '../delete-button.tsx';
import { stageLabel } from '../journey/journey-facts.ts';
import { useTarget } from '../use-target.ts';
import { deleteTask, patchTask } from './queries.ts';
import { RESPONSIBILITY_LABEL, TASK_STATUS_LABEL } from './task-labels.ts';

const EditTaskDialog = lazyDialog(() => import('./edit-task-dialog.tsx'));

const QUIET = { size: 'xs', variant: 'ghost', colorPalette: 'gray', color: 'fg.muted' } as const;

/** Completes a task, or takes it up again. */
function CompleteTask({ task }: { task: Task }) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  const done = task.status === 'completed';
  const label = done ? 'Reopen' : 'Mark Complete';
  const act = () => mutateAsync({ params: { id: task.id }, body: { status: done ? 'pending' : 'completed' } });
  return (
    <ActionButton {...QUIET} aria-label={`${label}: ${task.title}`} onAction={act}>
      {done ? <RotateCcw aria-hidden /> : <CircleCheck aria-hidden />}
      {label}
    </ActionButton>
  );
}

const EditTask = ({ task }: { task: Task }) => (
  <DialogButton
    {...QUIET}
    px="0"
    aria-label={`Edit task ${task.title}`}
    title="Edit task"
    dialog={(state) => <EditTaskDialog task={task} {...state} />}
  >
    <Pencil aria-hidden />
  </DialogButton>
);

function DeleteTask({ task: { id, title } }: { task: Task }) {
  const { mutateAsync } = useMutation(deleteTask);
  return (
    <DeleteButton
      kind="Task"
      name={title}
      text={
        <>
          The task “<Words>{title}</Words>” will be removed, for the client too. This action cannot be undone.
        </>
      }
      onDelete={() => mutateAsync({ params: { id } })}
    />
  );
}

function Facts({ task }: { task: Task }) {
  const { stages } = useClient();
  const stage = flatStages(stages).find(({ id }) => id === task.stageId);
  const Who = task.responsibility === 'client' ? User : UserRoundCog;
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap" textStyle="xs" color="fg.muted" mt="1.5">
      <TaskStatusBadge status={task.status} label={TASK_STATUS_LABEL[task.status]} />
      {task.status !== 'completed' && <DueBadge due={task.dueDate} />}
      <Flex as="span" align="center" gap="1">
        <Who size={13} aria-hidden />
        {RESPONSIBILITY_LABEL[task.responsibility]}
      </Flex>
      {task.dueDate && (
        <Flex as="span" align="center" gap="1">
          <CalendarDays size={13} aria-hidden />
          Due: {formatDate(task.dueDate)}
        </Flex>
      )}
      {stage && (
        <Flex as="span" align="center" gap="1">
          <Flag size={13} aria-hidden />
          {stageLabel(stage)}
        </Flex>
      )}
    </Flex>
  );
}

const Note = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <Box borderInlineStartWidth="2px" ps="2.5" mt="2" textStyle="sm">
      <Text textStyle="xs" fontWeight="semibold" color="fg.muted">
        {title}
      </Text>
      <Words as="p" whiteSpace="pre-wrap">
        {text}
      </Words>
    </Box>
  );

/** A task with what it is about, who has to act by when, and what was noted on it. */
export function TaskRow({ task }: { task: Task }) {
  const done = task.status === 'completed';
  return (
    <Flex
      as="li"
      {...useTarget(anchorOf.tasks(task.id))}
      borderTopWidth="1px"
      py="3"
      columnGap="3"
      rowGap="1"
      wrap="wrap"
      _first={{ borderTopWidth: 0, pt: 0 }}
    >
      <Box flex="1 1 16rem" minW="0">
        <Words as="p" fontWeight="medium" color={done ? 'fg.muted' : 'fg'}>
          {task.title}
        </Words>
        {task.description && (
          <Words as="p" textStyle="sm" color="fg.muted" whiteSpace="pre-wrap">
            {task.description}
          </Words>
        )}
        <Facts task={task} />
        <Note title="Client notes" text={task.clientNotes} />
        <Note title="Adviser notes" text={task.adviserNotes} />
      </Box>
      <Flex align="start" gap="0.5" ms={{ base: '-2.5', md: '0' }}>
        <CompleteTask task={task} />
        <EditTask task={task} />
        <DeleteTask task={task} />
      </Flex>
    </Flex>
  );
}
