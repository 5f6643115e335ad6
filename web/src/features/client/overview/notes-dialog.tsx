import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ClientChange, clientChange } from '#shared/contract/clients.ts';
import { ConflictNote, NotesConflict, useNotesConflict } from '../../../parts/client/notes-conflict.tsx';
import { NotesField } from '../../../parts/client/notes-field.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useClient } from '../client-context.ts';
import { saveNotes } from '../header/queries.ts';

const schema = z.pick(clientChange, { description: true, descriptionWas: true });

/** Edits the notes. If another adviser saved meanwhile, shows both versions, so that no text is lost. */
export default function NotesDialog({ open, onClose }: DialogState) {
  const { client } = useClient();
  const { mutateAsync } = useMutation(saveNotes);
  const { field, theirs, caught, join, restore: giveUp, clear: forget } = useNotesConflict();
  const close = () => {
    onClose();
    forget();
  };
  const save = (body: ClientChange) => mutateAsync({ params: { id: client.id }, body }).catch(caught);
  const take = () => {
    giveUp();
    close();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Edit Client Notes"
      draft={`notes/${client.id}`}
      schema={schema}
      onSubmit={save}
      submitLabel={theirs ? 'Save Mine' : 'Save'}
      busyLabel="Saving..."
      width={theirs && '4xl'}
    >
      {theirs && <ConflictNote />}
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: theirs && 'repeat(2, minmax(0, 1fr))' }}>
        {theirs && <NotesConflict theirs={theirs} onJoin={join} onTake={take} />}
        <Box>
          <NotesField
            ref={field}
            saved={client.description}
            theirs={theirs}
            label={theirs ? 'Your notes' : 'Notes'}
            hint="Only advisers see these notes, never the client."
            rows={8}
            maxH="60vh"
          />
        </Box>
      </Grid>
    </FormDialog>
  );
}
