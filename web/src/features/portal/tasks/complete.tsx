import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { useFilesFor } from '../documents/uploader-context.ts';
import { useCompletions } from './completions.tsx';

/** Returns true if the client added a note or file to the task, or is uploading one. */
export function useIsAddedTo({ id, clientNotes }: ClientTask, files: readonly Document[]): boolean {
  const here = useFilesFor({ key: id });
  const isSent = files.some(({ uploadedBy }) => uploadedBy === 'client');
  return clientNotes !== null || isSent || here.some(({ state }) => state.kind !== 'failed');
}

/** Reason of the server for refusing a completion of this visit. */
export function TaskRefusal({ task }: { task: ClientTask }) {
  const before = useCompletions().all.get(task.id);
  if (before?.kind !== 'refused') return null;
  return (
    <Text color="red.fg" mb="2">
      {`This could not be marked complete. ${before.reason ?? 'Please try again.'}`}
    </Text>
  );
}

/** Moves the focus to the title when the time to undo is over. */
const UndoButton = ({ title, onClick }: { title: RefObject<HTMLElement | null>; onClick: () => void }) => (
  <Button ref={useFocusFallback(() => title.current)} size="lg" variant="outline" onClick={onClick}>
    <Undo2 aria-hidden />
    Undo
  </Button>
);

/** Confirms a completed task, and offers Undo until the completion is sent. */
export function Thanks({ task, title }: { task: ClientTask; title: RefObject<HTMLElement | null> }) {
  const { name } = useAccess().portal.adviser;
  const { all, undo } = useCompletions();
  const completion = all.get(task.id);
  if (!completion) return null;
  const isOffline = completion.kind === 'offline';
  const undoAndFocus = () => {
    undo(task.id);
    title.current?.focus();
  };
  return (
    <Flex align="center" columnGap="4" rowGap="2" wrap="wrap" pb="3">
      <Text role="status">
        {completion.kind === 'offline' ? (
          <span key="offline">
            {completion.outlivesPage
              ? 'You are offline. This will be sent when you are back online.'
              : 'You are offline. Keep this page open: this will be sent when you are back online.'}
          </span>
        ) : (
          <span key="thanks">
            Thank you. <Words>{name}</Words> will look at it next.
          </span>
        )}
        {completion.kind === 'done' && <chakra.span srOnly> The task has been marked as complete.</chakra.span>}
      </Text>
      {(completion.kind === 'held' || isOffline) && <UndoButton title={title} onClick={undoAndFocus} />}
    </Flex>
  );
}
