import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { photosIn } from '../../../parts/upload/page-names.ts';
import { Question } from '../../../ui/feedback/question.tsx';
import { FilesButton, PhotoButton, QUIET, TIGHT } from '../documents/upload-choice.tsx';
import { taskTarget, useFilesFor } from '../documents/uploader-context.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { PartlySent } from '../unfinished/partly-sent.tsx';
import { AskForHelp } from './ask-for-help.tsx';
import { TaskRefusal, useIsAddedTo } from './complete.tsx';
import { useCompletions } from './completions.tsx';

const NotesForm = preloadedPart(() => import('./notes-form.tsx'), '6.75rem');
const UploadProgress = preloadedPart(() => import('../documents/upload-progress.tsx'), '6rem');

interface Props {
  task: ClientTask;
  files: readonly Document[];
  titleId: string;
  toTitle: () => void;
}

/** Actions of an open task: files and completion in one line, a note, and what is rarer. */
export function TaskActions({ task, files, titleId, toTitle }: Props) {
  const [photosBefore] = useState(photosIn(files.filter(({ uploadedBy }) => uploadedBy === 'client')));
  const target = { ...taskTarget(task), photosBefore };
  const isAny = useFilesFor(target).length > 0;
  const isAddedTo = useIsAddedTo(task, files);
  const { complete } = useCompletions();
  const [isAsking, setAsking] = useState(false);
  const finish = () => {
    complete(task.id);
    toTitle();
  };
  return (
    <Box mt="3" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <PartlySent of={{ taskId: task.id }} />
      {isAny && <UploadProgress target={target} />}
      <TaskRefusal task={task} />
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
      </Flex>
      <NotesForm task={task} onSaved={toTitle} />
      <Flex mt="1" ms="-2" columnGap="1" rowGap="2" wrap="wrap">
        <PhotoButton target={target} look={QUIET} />
        <AskForHelp subject={task} about={titleId} onDone={toTitle} inRow look={QUIET} />
      </Flex>
    </Box>
  );
}
