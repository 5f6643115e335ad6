import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown, CircleCheck, CircleDashed, Milestone, PencilLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { readDraft, useDraftKey } from '../../../lib/drafts/drafts.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { UploadChoice } from '../documents/upload-choice.tsx';
import { useFilesFor } from '../documents/uploader-context.ts';
import { formatLongDate, withLongDates } from '../long-date.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { INSETS, Section } from '../section.tsx';
import { AskForHelp } from './ask-for-help.tsx';
import { CompleteButton, Thanks } from './complete.tsx';
import { useCompletions, useTasks } from './completions.tsx';
import { Due } from './due.tsx';
import { inOrder, isOpen } from './next-step.ts';

const DocumentList = preloadedPart(() => import('../documents/document-list.tsx'), '4.5rem');
const NotesForm = preloadedPart(() => import('./notes-form.tsx'), '10rem');
const UploadProgress = preloadedPart(() => import('../documents/upload-progress.tsx'), '6rem');

const stageTitle = (stages: readonly Stage[], id: string | null): string | undefined =>
  flatStages(stages).find((stage) => stage.id === id)?.title;

/** Form for a note. Opens on request or for a draft, keeps its text when closed, and closes once saved. */
function AddNote({ task, titleId }: { task: ClientTask; titleId: string }) {
  const id = useId();
  const draft = useDraftKey(`notes/${task.id}`);
  const [isOpen, setOpen] = useState<boolean | undefined>(() => (draft && readDraft(draft) ? true : undefined));
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const close = () => {
    if (form.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        size="lg"
        variant="ghost"
        px="2"
        aria-describedby={titleId}
        aria-expanded={isOpen ?? false}
        aria-controls={isOpen === undefined ? undefined : id}
        onClick={() => setOpen(!isOpen)}
      >
        <PencilLine aria-hidden />
        Add a Note
      </Button>
      {isOpen !== undefined && (
        <Box ref={form} id={id} hidden={!isOpen} flexBasis="full">
          <NotesForm task={task} onSaved={close} />
        </Box>
      )}
    </>
  );
}

function AddFiles({ task: { id, title }, files }: Pick<Props, 'task' | 'files'>) {
  const [sentBefore] = useState(files.filter(({ uploadedBy }) => uploadedBy === 'client').length);
  const target = { key: id, stageId: null, taskId: id, title, sentBefore };
  const isAny = useFilesFor(target).length > 0;
  return (
    <Box>
      {isAny && <UploadProgress target={target} />}
      <UploadChoice target={target} label={isAny || files.length > 0 ? 'Add More' : 'Add Files or Photos'} />
    </Box>
  );
}

interface Props {
  task: ClientTask;
  files: readonly Document[];
  titleId: string;
  toTitle: () => void;
}

const TaskActions = ({ task, files, titleId, toTitle }: Props) => (
  <Box mt="4" role="group" aria-labelledby={titleId} tabIndex={-1}>
    <AddFiles task={task} files={files} />
    <Flex mt="1" columnGap="1" rowGap="2" wrap="wrap">
      <AddNote task={task} titleId={titleId} />
      <AskForHelp task={task} about={titleId} confirms="own" onDone={toTitle} look={{ px: '2' }} />
    </Flex>
    <Flex mt="3" columnGap="3" rowGap="2" wrap="wrap">
      <CompleteButton task={task} files={files} titleId={titleId} onDone={toTitle} />
    </Flex>
  </Box>
);

const StateIcon = ({ done }: { done: boolean }) => (
  <Box color={done ? 'green.fg' : 'fg.muted'} flexShrink="0" pt="0.5">
    {done ? <CircleCheck aria-label="Completed" role="img" /> : <CircleDashed aria-label="Pending" role="img" />}
  </Box>
);

function Facts({ task, done }: { task: ClientTask; done: boolean }) {
  const { stages } = useAccess().portal;
  const step = stageTitle(stages, task.stageId);
  return (
    <Flex columnGap="3" rowGap="1.5" wrap="wrap" align="center" color="fg.muted" mt="2">
      {/* "Step:" because some titles read like a task's state: "Factfind Completed". */}
      <Badge tone="gray" icon={step ? Milestone : undefined} wraps>
        {step ? `Step: ${step}` : 'Unknown Stage'}
      </Badge>
      {!done && task.dueDate && <Due date={task.dueDate} />}
      {task.completedAt && <span>{`Completed ${formatLongDate(task.completedAt)}`}</span>}
    </Flex>
  );
}

const Notes = ({ children }: { children: string }) => (
  <Box mt="4" px="4" py="3" bg="bg.muted" borderRadius="l2">
    <Text fontWeight="semibold">Your Notes:</Text>
    <Words as="p" whiteSpace="pre-wrap">
      {children}
    </Words>
  </Box>
);

const Files = ({ documents, titleId }: { documents: readonly Document[]; titleId: string }) => {
  const id = useId();
  return (
    <Box mt="4" role="group" aria-labelledby={`${id} ${titleId}`}>
      <Text id={id} fontWeight="semibold">
        Files:
      </Text>
      <DocumentList documents={documents} first={3} ofTask />
    </Box>
  );
};

function OpenTask({ task }: { task: ClientTask }) {
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const { token, portal } = useAccess();
  const files = portal.documents.filter(({ taskId }) => taskId === task.id);
  const done = task.status === 'completed';
  const toTitle = () => title.current?.focus();
  return (
    <Sheet
      as="li"
      id={ANCHORS.task(task.id)}
      bg={done ? 'bg.subtle' : undefined}
      boxShadow="none"
      px={INSETS.card}
      py={{ base: '4', md: '5' }}
      scrollMarginTop="4"
    >
      <Flex gap="3">
        <StateIcon done={done} />
        <Box flex="1" minW="0">
          <chakra.h3 ref={title} id={titleId} tabIndex={-1} textStyle="lg" fontWeight="semibold">
            <Words>{task.title}</Words>
          </chakra.h3>
          {task.description && (
            <Words as="p" color="fg.muted" whiteSpace="pre-line">
              {task.description}
            </Words>
          )}
          <Facts task={task} done={done} />
        </Box>
      </Flex>
      {task.clientNotes && <Notes>{withLongDates(task.clientNotes)}</Notes>}
      {files.length > 0 && <Files documents={files} titleId={titleId} />}
      {done && <Thanks task={task} title={title} />}
      {!done && token && <TaskActions task={task} files={files} titleId={titleId} toTitle={toTitle} />}
    </Sheet>
  );
}

const List = ({ tasks }: { tasks: readonly ClientTask[] }) => (
  <Box as="ul" listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
    {tasks.map((task) => (
      <OpenTask key={task.id} task={task} />
    ))}
  </Box>
);

const Done = ({ tasks }: { tasks: readonly ClientTask[] }) => (
  <chakra.details mt="3" css={{ '&:not([open]) > summary > svg': { rotate: '-90deg' } }}>
    <chakra.summary
      minH="11"
      width="fit"
      display="flex"
      alignItems="center"
      gap="2"
      pe="2"
      cursor="pointer"
      fontWeight="medium"
      color="fg.muted"
      focusVisibleRing="outside"
      css={{ '&::-webkit-details-marker': { display: 'none' } }}
    >
      <ChevronDown size={20} aria-hidden />
      <span>{`${tasks.length} done`}</span>
    </chakra.summary>
    <Box mt="2">
      <List tasks={tasks} />
    </Box>
  </chakra.details>
);

/** The client's tasks in order, with those completed earlier collapsed. Renders nothing without tasks. */
export function TasksSection() {
  const { all } = useCompletions();
  const tasks = useTasks();
  if (tasks.length === 0) return null;
  // Tasks completed in this visit keep their place, with the text about what happens next.
  const isHere = (task: ClientTask) => isOpen(task) || all.has(task.id);
  const here = inOrder(tasks.filter(isHere));
  const before = tasks.filter((task) => !isHere(task));
  return (
    <Section title="Your Tasks" id={ANCHORS.tasks}>
      {here.length > 0 ? <List tasks={here} /> : <Text color="fg.muted">Everything here is done. Thank you.</Text>}
      {before.length > 0 && <Done tasks={before} />}
    </Section>
  );
}
