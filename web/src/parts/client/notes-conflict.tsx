import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { notesConflict } from '#shared/contract/clients.ts';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { Textarea } from '../../ui/eager/controls.tsx';
import { isNotesConflict } from './is-notes-conflict.ts';

/** Somebody else's notes, in place of those that were opened; null where they took them away. */
export interface Theirs {
  description: string | null;
}

/** The notes as they are now, where saving others was refused because of that (contract, Clients). */
function theirsIn(error: unknown): Theirs | undefined {
  if (!isNotesConflict(error)) return undefined;
  const { success, data } = z.safeParse(z.pick(notesConflict, { description: true }), error.more);
  return success ? { description: data.description } : undefined;
}

/** What a form with notes keeps of a conflict, and what it does about it. `field` is the one for one's own notes. */
export function useNotesConflict() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [theirs, setTheirs] = useState<Theirs>();
  /** Puts texts in place of what is in the field, as if they were typed, so that the form knows of it. */
  const write = (...texts: (string | null | undefined)[]) => {
    const { current } = field;
    current?.setRangeText(texts.filter(Boolean).join('\n\n'), 0, current.value.length, 'end');
    current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return {
    field,
    theirs,
    /** Takes note of a conflict where saving failed of one; whoever saves is to know of the failure all the same. */
    caught: (error: unknown): never => {
      setTheirs((before) => theirsIn(error) ?? before);
      throw error;
    },
    /** Puts theirs above one's own. */
    join: () => write(theirs?.description, field.current?.value),
    /** Puts theirs in place of one's own. */
    take: () => write(theirs?.description),
    /** Puts what was saved when the form was opened in place of one's own. */
    giveUp: () => write(field.current?.defaultValue),
    forget: () => setTheirs(undefined),
  };
}

const TITLE = 'Saved since you opened the notes';

/** Says that the notes were changed elsewhere, and what can be done about it. */
export const ConflictNote = () => (
  <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
    {`${NOTES_CHANGED} Keep yours, take theirs, or combine them.`}
  </Box>
);

interface Props {
  theirs: Theirs;
  /** Puts them above what was typed. */
  onJoin: () => void;
  /** Leaves them as they are. */
  onTake: () => void;
}

/** What somebody else wrote since the notes were opened, beside the field with one's own, and what can be done about it. */
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
            Put Both Together
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
