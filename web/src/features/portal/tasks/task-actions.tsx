import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { PencilLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { readDraft } from '../../../lib/storage/drafts.ts';
import { useDraftKey } from '../../../ui/form/draft.ts';
import { UploadChoice } from '../documents/upload-choice.tsx';
import { useFilesFor } from '../documents/uploads.tsx';
import { LatePart } from '../late.tsx';
import { AskForHelp } from './ask-for-help.tsx';
import { CompleteButton } from './complete.tsx';

/** Adds a note. Its field opens on request or for a draft, keeps what is typed when closed, and closes once the note is saved. */
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
          <LatePart height="10rem">{({ NotesForm }) => <NotesForm task={task} onSaved={close} />}</LatePart>
        </Box>
      )}
    </>
  );
}

/** The files of a task: how far they are, and the way to add more. */
function Files({ task: { id, title }, files }: Pick<Props, 'task' | 'files'>) {
  const [sentBefore] = useState(files.filter(({ uploadedBy }) => uploadedBy === 'client').length);
  const target = { key: id, stageId: null, taskId: id, title, sentBefore };
  const isAny = useFilesFor(target).length > 0;
  return (
    <Box>
      {isAny && <LatePart height="6rem">{({ UploadProgress }) => <UploadProgress target={target} />}</LatePart>}
      <UploadChoice target={target} label={isAny || files.length > 0 ? 'Add more' : 'Add files or photos'} />
    </Box>
  );
}

interface Props {
  task: ClientTask;
  /** The documents that were sent for it. */
  files: readonly Document[];
  /** The id of the element that names the task. */
  titleId: string;
  toTitle: () => void;
}

/** What a client can do about a task: add files or a note, say that it is done, ask for help. */
export const TaskActions = ({ task, files, titleId, toTitle }: Props) => (
  <Box mt="4" role="group" aria-labelledby={titleId} tabIndex={-1}>
    <Files task={task} files={files} />
    <Flex mt="1" columnGap="1" rowGap="2" wrap="wrap">
      <AddNote task={task} titleId={titleId} />
      <AskForHelp task={task} about={titleId} tells="own" onDone={toTitle} look={{ px: '2' }} />
    </Flex>
    <Flex mt="3" columnGap="3" rowGap="2" wrap="wrap">
      <CompleteButton task={task} files={files} titleId={titleId} onDone={toTitle} />
    </Flex>
  </Box>
);
