import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useDraft } from '../../../lib/drafts/drafts.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Textarea } from '../../../ui/eager/controls.tsx';
import { DraftNote } from '../../../ui/form/draft-note.tsx';
import { useAccess, useToken } from '../access.ts';
import { saveNotes } from '../queries.ts';
import { noteDraft } from './drafts.ts';

function useNotes(task: ClientTask, onSaved: () => void) {
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
    onSaved();
  };
  return { draft, busy, save, blank };
}

const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface Props {
  task: ClientTask;
  /** Number of presses of the button that opens the form; 0 if it is open because of a draft. */
  presses: number;
  onSaved: () => void;
}

export default function NotesForm({ task, presses, onSaved }: Props) {
  const id = useId();
  const { draft, busy, save, blank } = useNotes(task, onSaved);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (presses > 0) field.current?.focus();
  }, [presses]);
  // The button is disabled during saving and then until new text is typed, so the field takes the focus.
  const press = (event: MouseEvent) => {
    field.current?.focus();
    void save(event);
  };
  return (
    <Grid mt="4" gap="2" justifyItems="start">
      <chakra.label htmlFor={id} fontWeight="semibold">
        Add Notes:
      </chakra.label>
      <Textarea
        ref={field}
        id={id}
        size="lg"
        rows={2}
        placeholder="Add your notes or comments here..."
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={(event) => isSendKey(event) && save(event)}
      />
      <DraftNote draft={draft} field={field} />
      <Button size="lg" variant="outline" onClick={press} disabled={busy || blank} aria-busy={busy}>
        {busy ? 'Saving...' : 'Save Notes'}
      </Button>
    </Grid>
  );
}
