import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown, CircleCheck, CircleDashed, Milestone } from 'lucide-react';
import { type MouseEvent, useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { isUnderWay } from '../../../parts/upload/upload-state.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { useFilesFor } from '../documents/uploader-context.ts';
import { formatLongDate, withLongDates } from '../long-date.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { useCall } from './ask-for-help.tsx';
import { Thanks } from './complete.tsx';
import { useCompletions } from './completions.tsx';
import { useUnsent } from './drafts.ts';
import { Due } from './due.tsx';
import { TaskActions } from './task-actions.tsx';

const DocumentList = preloadedPart(() => import('../documents/document-list.tsx'), '4.5rem');

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
  if (done) return <span>{completedAt ? `Completed ${formatLongDate(completedAt)}` : 'Completed'}</span>;
  return dueDate ? <Due date={dueDate} /> : <span>No due date</span>;
}

/** Unsent files, notes and questions of a folded row. */
function Unfinished({ task: { id } }: { task: ClientTask }) {
  const files = useFilesFor({ key: id });
  const completion = useCompletions().all.get(id);
  const call = useCall({ id });
  const { note, question } = useUnsent(id);
  const sending = files.filter(isUnderWay).length;
  const failed = files.filter(({ state }) => state.kind === 'failed').length;
  const faults = [
    failed > 0 && `${countOf(failed, 'file')} not sent`,
    completion?.kind === 'refused' && 'Could not be marked complete',
  ].filter((text) => text !== false);
  const started = [
    call && 'You asked for help',
    sending > 0 && `Sending ${countOf(sending, 'file')}...`,
    note && 'Note not saved yet',
    question && 'Question not sent yet',
  ].filter((text) => text);
  return (
    <>
      {[...faults, ...started].map((text) => (
        <Box
          as="span"
          key={text || ''}
          display="block"
          fontWeight="medium"
          color={faults.includes(text || '') ? 'fg.error' : 'brand.fg'}
        >
          {text}
        </Box>
      ))}
    </>
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

const Files = ({ documents, titleId }: { documents: readonly Document[]; titleId: string }) => {
  const id = useId();
  return (
    <Box mt="3" role="group" aria-labelledby={`${id} ${titleId}`}>
      <Text id={id} fontWeight="semibold">
        Files:
      </Text>
      <DocumentList documents={documents} first={3} ofTask />
    </Box>
  );
};

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

/** Folds or unfolds a row. Keeps it in place if a longer one above it folds. */
function toggle(event: MouseEvent<HTMLElement>) {
  const row = event.currentTarget;
  const details = row.parentElement;
  if (!(details instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  const before = row.getBoundingClientRect().top;
  details.open = !details.open;
  window.scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** A folded row needs its marks hidden in Safari, and its content shown on paper. */
const ROW = {
  '& > summary::-webkit-details-marker': { display: 'none' },
  '&[open] > summary > span > svg': { rotate: '180deg' },
  '@media print': { '&::details-content': { contentVisibility: 'visible' } },
};

interface Props {
  task: ClientTask;
  /** Unfolds the row when it first appears. The browser then folds the others, as they share a name. */
  startsOpen: boolean;
}

/** A task as a row of title, due date and state, with the rest inside. */
export function TaskRow({ task, startsOpen }: Props) {
  const summary = useRef<HTMLElement>(null);
  const titleId = useId();
  const { token, portal } = useAccess();
  const [starts] = useState(startsOpen);
  const [isFolded, setFolded] = useState(!startsOpen);
  const files = portal.documents.filter(({ taskId }) => taskId === task.id);
  const done = task.status === 'completed';
  const toTitle = () => summary.current?.focus();
  return (
    <Box as="li" id={ANCHORS.task(task.id)} borderTopWidth="1px" scrollMarginTop="4">
      <chakra.details
        name="task"
        open={starts}
        onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}
        css={ROW}
      >
        <chakra.summary ref={summary} display="block" py="3" cursor="pointer" onClick={toggle}>
          <Flex as="span" gap="2" align="center">
            <chakra.h3 id={titleId} flex="1" minW="0" textStyle="lg" lineHeight="short" fontWeight="semibold">
              <Words>{task.title}</Words>
            </chakra.h3>
            <Box as={ChevronDown} boxSize="5" flexShrink="0" color="fg.muted" aria-hidden />
          </Flex>
          <Flex as="span" columnGap="2" rowGap="1" wrap="wrap" align="center" color="fg.muted" mt="1">
            <StateIcon done={done} />
            <When task={task} done={done} />
          </Flex>
          {isFolded && !done && <Unfinished task={task} />}
        </chakra.summary>
        <Box pb="4">
          {task.description && (
            <Words as="p" color="fg.muted" whiteSpace="pre-line" mb="2">
              {task.description}
            </Words>
          )}
          <StageOf task={task} />
          {task.clientNotes && <Notes>{withLongDates(task.clientNotes)}</Notes>}
          {files.length > 0 && <Files documents={files} titleId={titleId} />}
          {!done && token && <TaskActions task={task} files={files} titleId={titleId} toTitle={toTitle} />}
        </Box>
      </chakra.details>
      {done && <Thanks task={task} title={summary} />}
    </Box>
  );
}
