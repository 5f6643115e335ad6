import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useDraft } from '../../../lib/drafts/drafts.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Textarea } from '../../../ui/eager/controls.tsx';
import { DraftNote } from '../../../ui/form/draft-note.tsx';
import { useAccess, useToken } from '../access.ts';
import { TIGHT } from '../documents/upload-choice.tsx';
import { noteDraft } from './drafts.ts';
import { saveNotes } from './queries.ts';

function useNotes(task: ClientTask, onSaved: (note: string) => void) {
  const token = useToken();
  const { mutateAsync } = useMutation(saveNotes(useAccess().portal.adviser.name));
  const draft = useDraft(noteDraft(task.id));
  const [busy, run] = useBusy();
  const note = draft.text.trim();
  const blank = !isVisible(note);
  const save = async (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    if (blank) return notify({ title: 'Error', description: 'Please enter some notes' }, 'error');
    const typed = draft.text;
    // The server appends the note, so that notes from another device are kept.
    const body = { addNote: note };
    if (!(await run(() => mutateAsync({ params: { id: task.id }, body, token })))) return;
    draft.sent(typed);
    onSaved(typed);
  };
  return { draft, busy, save, blank };
}

const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface Props {
  task: ClientTask;
  /** Called once a note was saved, unless the client goes on typing; moves the focus. */
  onSaved: () => void;
}

/** Field for a note on a task. Its text is kept until it is saved. */
export default function NotesForm({ task, onSaved }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, busy, save, blank } = useNotes(task, (note) => {
    if (document.activeElement === field.current && field.current?.value === note) onSaved();
  });
  // The button is disabled during saving and then until new text is typed, so the field takes the focus.
  const press = (event: MouseEvent) => {
    field.current?.focus();
    void save(event);
  };
  return (
    <Grid mt="3" gap="1" templateColumns="minmax(0, 1fr)">
      <chakra.label htmlFor={id} fontWeight="semibold">
        Add Notes:
      </chakra.label>
      <Flex gap="2" wrap="wrap" align="end">
        <Textarea
          ref={field}
          id={id}
          size="lg"
          rows={2}
          flex="1 1 10rem"
          minW="0"
          placeholder="Add your notes or comments here..."
          value={draft.text}
          onChange={(event) => draft.type(event.target.value)}
          onKeyDown={(event) => isSendKey(event) && save(event)}
        />
        <Button {...TIGHT} variant="outline" onClick={press} disabled={busy || blank} aria-busy={busy}>
          {busy ? 'Saving...' : 'Save Notes'}
        </Button>
      </Flex>
      <DraftNote draft={draft} field={field} />
    </Grid>
  );
}
