import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Check, ChevronDown, PencilLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { photosIn } from '../../../parts/upload/page-names.ts';
import { Question } from '../../../ui/feedback/question.tsx';
import { FilesButton, PhotoButton } from '../documents/upload-choice.tsx';
import { taskTarget, useFilesFor } from '../documents/uploader-context.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { PartlySent } from '../unfinished/partly-sent.tsx';
import { AdviserKnows, AskForHelp, useCall } from './ask-for-help.tsx';
import { Refusal, useIsAddedTo } from './complete.tsx';
import { useCompletions } from './completions.tsx';
import { useUnsent } from './drafts.ts';

const NotesForm = preloadedPart(() => import('./notes-form.tsx'), '10rem');
const UploadProgress = preloadedPart(() => import('../documents/upload-progress.tsx'), '6rem');

/** Without their icons, the three buttons fit in one line of a phone that is 360 px wide. */
const TIGHT = { size: 'lg', px: { base: '2', sm: '4' }, css: { '& > svg': { hideBelow: 'sm' } } } as const;
const QUIET = { size: 'lg', variant: 'ghost', px: '2', bg: undefined } as const;

/** Form for a note. Opens on request or for a draft, keeps its text when closed, and closes once saved. */
function AddNote({ task, titleId }: { task: ClientTask; titleId: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState<boolean | undefined>(useUnsent(task.id).note !== '' || undefined);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  /** Number of presses. The field takes the focus after each one that opens the form. */
  const [presses, setPresses] = useState(0);
  const toggle = () => {
    setOpen(!isOpen);
    setPresses(presses + 1);
  };
  const close = () => {
    if (form.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        {...QUIET}
        aria-describedby={titleId}
        aria-expanded={isOpen ?? false}
        aria-controls={isOpen === undefined ? undefined : id}
        onClick={toggle}
      >
        <PencilLine aria-hidden />
        Add a Note
      </Button>
      {isOpen !== undefined && (
        <Box ref={form} id={id} hidden={!isOpen} flexBasis="full">
          <NotesForm task={task} presses={presses} onSaved={close} />
        </Box>
      )}
    </>
  );
}

/** Opens the rarer actions. Open at first if one of them has a draft. */
function useMore(task: ClientTask) {
  const { note, question } = useUnsent(task.id);
  return useState<boolean | undefined>(note !== '' || question !== '' || undefined);
}

interface Props {
  task: ClientTask;
  files: readonly Document[];
  titleId: string;
  toTitle: () => void;
}

/** Actions of an open task: files and completion in one line, the rest on request. */
export function TaskActions({ task, files, titleId, toTitle }: Props) {
  const id = useId();
  const [photosBefore] = useState(photosIn(files.filter(({ uploadedBy }) => uploadedBy === 'client')));
  const target = { ...taskTarget(task), photosBefore };
  const isAny = useFilesFor(target).length > 0;
  const isAddedTo = useIsAddedTo(task, files);
  const [isMore, setMore] = useMore(task);
  const { complete } = useCompletions();
  const isHelpAsked = useCall(task) !== undefined;
  const [isAsking, setAsking] = useState(false);
  const finish = () => {
    complete(task.id);
    toTitle();
  };
  return (
    <Box mt="3" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <PartlySent of={{ taskId: task.id }} />
      {isAny && <UploadProgress target={target} />}
      <Refusal task={task} />
      {isHelpAsked && (
        <Box mb="3">
          <AdviserKnows subject={task} />
        </Box>
      )}
      {isAsking && (
        <Question
          label="Mark Complete"
          text="Nothing was added to this task. Mark it complete anyway?"
          yes="Yes, It Is Done"
          no="Not Yet"
          size="lg"
          onYes={finish}
          onNo={() => setAsking(false)}
        />
      )}
      <Flex gap="2" wrap="wrap" hidden={isAsking}>
        <FilesButton
          target={target}
          label="Add Files"
          look={isAddedTo ? TIGHT : { ...TIGHT, variant: 'solid', bg: undefined }}
        />
        <Button
          {...TIGHT}
          variant={isAddedTo ? 'solid' : 'outline'}
          aria-describedby={titleId}
          onClick={({ detail }) => detail < 2 && (isAddedTo ? finish() : setAsking(true))}
        >
          <Check aria-hidden />
          Mark Complete
        </Button>
        <Button
          {...QUIET}
          aria-describedby={titleId}
          aria-expanded={isMore ?? false}
          aria-controls={isMore === undefined ? undefined : id}
          onClick={() => setMore(!isMore)}
        >
          More
          <ChevronDown aria-hidden />
        </Button>
      </Flex>
      {isMore !== undefined && (
        <Flex id={id} hidden={!isMore} mt="1" ms="-2" columnGap="1" rowGap="2" wrap="wrap">
          <PhotoButton target={target} look={QUIET} />
          <AddNote task={task} titleId={titleId} />
          {!isHelpAsked && <AskForHelp subject={task} about={titleId} onDone={toTitle} look={QUIET} />}
        </Flex>
      )}
    </Box>
  );
}
