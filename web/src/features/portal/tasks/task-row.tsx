import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, Milestone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { RowFiles } from '../documents/row-files.tsx';
import { withLongDates } from '../long-date.ts';
import { Row, UnfinishedLines } from '../row.tsx';
import { useCall, useIsNext } from './ask-for-help.tsx';
import { Thanks } from './complete.tsx';
import { useCompletions } from './completions.tsx';
import { useUnsent } from './drafts.ts';
import { Due } from './due.tsx';
import { TaskActions } from './task-actions.tsx';

const stageTitle = (stages: readonly Stage[], id: string | null): string | undefined =>
  flatStages(stages).find((stage) => stage.id === id)?.title;

const StateIcon = ({ done }: { done: boolean }) => (
  <Box as="span" color={done ? 'green.fg' : 'fg.muted'} flexShrink="0">
    {done ? (
      <CircleCheck size={20} aria-label="Completed" role="img" />
    ) : (
      <CircleDashed size={20} aria-label="Pending" role="img" />
    )}
  </Box>
);

function When({ task: { dueDate, completedAt }, done }: { task: ClientTask; done: boolean }) {
  if (done) return <span>{completedAt ? `Completed ${sayLongDay(completedAt)}` : 'Completed'}</span>;
  return dueDate ? <Due date={dueDate} /> : <span>No due date</span>;
}

/** Unsent files, notes and questions of a folded row. */
function UnfinishedTask({ task: { id } }: { task: ClientTask }) {
  const completion = useCompletions().all.get(id);
  const call = useCall({ id });
  const isNext = useIsNext({ id });
  const { note, question } = useUnsent(id);
  return (
    <UnfinishedLines
      target={id}
      of={{ taskId: id }}
      faults={[completion?.kind === 'refused' && 'Could not be marked complete']}
      started={[
        call && !isNext && 'You asked for help',
        note !== '' && 'Note not saved yet',
        question !== '' && 'Question not sent yet',
      ]}
    />
  );
}

const Notes = ({ children }: { children: string }) => (
  <Box mt="3" ps="3" borderStartWidth="3px">
    <Text fontWeight="semibold">Your Notes:</Text>
    <Words as="p" whiteSpace="pre-wrap">
      {children}
    </Words>
  </Box>
);

function StageOf({ task }: { task: ClientTask }) {
  const { stages } = useAccess().portal;
  const step = stageTitle(stages, task.stageId);
  // "Step:" because some titles read like a task's state: "Factfind Completed".
  return (
    <Badge tone="gray" icon={step ? Milestone : undefined} wraps>
      {step ? `Step: ${step}` : 'Unknown Stage'}
    </Badge>
  );
}

interface Props {
  task: ClientTask;
  startsOpen: boolean;
}

/** A task as a row of title, due date and state, with the rest inside. */
export function PortalTaskRow({ task, startsOpen }: Props) {
  const summary = useRef<HTMLElement>(null);
  const titleId = useId();
  const { token, portal } = useAccess();
  const files = portal.documents.filter(({ taskId }) => taskId === task.id);
  const done = task.status === 'completed';
  const toTitle = () => summary.current?.focus();
  return (
    <Row
      id={ANCHORS.task(task.id)}
      name="task"
      title={task.title}
      titleId={titleId}
      summary={summary}
      startsOpen={startsOpen}
      state={
        <>
          <StateIcon done={done} />
          <When task={task} done={done} />
        </>
      }
      unfinished={!done && <UnfinishedTask task={task} />}
      after={done && <Thanks task={task} title={summary} />}
    >
      {task.description && (
        <Words as="p" color="fg.muted" whiteSpace="pre-line" mb="2">
          {task.description}
        </Words>
      )}
      <StageOf task={task} />
      {task.clientNotes && <Notes>{withLongDates(task.clientNotes)}</Notes>}
      <RowFiles documents={files} titleId={titleId} />
      {!done && token && <TaskActions task={task} files={files} titleId={titleId} toTitle={toTitle} />}
    </Row>
  );
}
