import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { notesConflict } from '#shared/contract/clients.ts';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { Textarea } from '../../ui/eager/controls.tsx';
import { isNotesConflict } from './is-notes-conflict.ts';

/** Notes that someone else saved meanwhile; null if they deleted them. */
export interface Theirs {
  description: string | null;
}

function theirsIn(error: unknown): Theirs | undefined {
  if (!isNotesConflict(error)) return undefined;
  const { success, data } = z.safeParse(z.pick(notesConflict, { description: true }), error.more);
  return success ? { description: data.description } : undefined;
}

/** State of a notes conflict and its resolutions. `field` is the textarea with the user's own notes. */
export function useNotesConflict() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [theirs, setTheirs] = useState<Theirs>();
  /** Replaces the field's text and fires `input`, so that the form notices the change. */
  const write = (...texts: (string | null | undefined)[]) => {
    const { current } = field;
    current?.setRangeText(texts.filter(Boolean).join('\n\n'), 0, current.value.length, 'end');
    current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return {
    field,
    theirs,
    /** Remembers a conflict and rethrows, so that the caller still sees the failure. */
    caught: (error: unknown): never => {
      setTheirs((before) => theirsIn(error) ?? before);
      throw error;
    },
    join: () => write(theirs?.description, field.current?.value),
    take: () => write(theirs?.description),
    /** Restores the notes that were saved when the form was opened. */
    restore: () => write(field.current?.defaultValue),
    clear: () => setTheirs(undefined),
  };
}

const TITLE = 'Saved since you opened the notes';

export const ConflictNote = () => (
  <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
    {`${NOTES_CHANGED} Keep yours, take theirs, or combine both.`}
  </Box>
);

interface Props {
  theirs: Theirs;
  onJoin: () => void;
  onTake: () => void;
}

export function NotesConflict({ theirs: { description }, onJoin, onTake }: Props) {
  const id = useId();
  return (
    <Flex direction="column" gap="1.5" role="group" aria-label={TITLE} minW="0">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {TITLE}
      </chakra.label>
      <Textarea
        id={id}
        readOnly
        rows={8}
        maxH="60vh"
        bg="bg.subtle"
        placeholder="The notes were removed."
        value={description ?? ''}
      />
      <Flex gap="2" wrap="wrap">
        <Button size="xs" variant="outline" onClick={onTake}>
          Take These
        </Button>
        {description && (
          <Button size="xs" variant="outline" onClick={onJoin}>
            Combine Both
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
