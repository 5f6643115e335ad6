import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Client, type ClientChange, clientChange } from '#shared/contract/clients.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { ConflictNote, NotesConflict, useNotesConflict } from '../../../parts/client/notes-conflict.tsx';
import { NotesField } from '../../../parts/client/notes-field.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { updateClient } from '../queries.ts';

const information = z.pick(clientChange, {
  description: true,
  descriptionWas: true,
  cashcalcLink: true,
  intellifloLink: true,
  dynamicPlannerLink: true,
  pipedriveLink: true,
});

const LINKS = [
  ['cashcalcLink', 'CashCalc Link'],
  ['intellifloLink', 'Intelliflo Link'],
  ['dynamicPlannerLink', 'Dynamic Planner Link'],
  ['pipedriveLink', 'PipeDrive Link'],
] as const;

/** Omits unchanged notes, so that notes saved by somebody else meanwhile are kept. */
const withoutUntouched = ({ description, descriptionWas, ...links }: ClientChange): ClientChange =>
  description === descriptionWas ? links : { ...links, description, descriptionWas };

/**
 * Changes a client's internal notes and links; empty ones are sent as null. Shows a conflict before overwriting
 * somebody else's notes.
 */
export default function EditClientDialog({ client: opened, ...dialog }: DialogState & { client: Client }) {
  const { current: client, isGone } = useCurrent(clientsQuery(), opened);
  const { mutateAsync } = useMutation(updateClient);
  const { field, theirs, caught, join, take, clear: forget } = useNotesConflict();
  const close = () => {
    dialog.onClose();
    forget();
  };
  const save = (typed: ClientChange) =>
    mutateAsync({ params: { id: client.id }, body: withoutUntouched(typed) }).catch(caught);
  return (
    <FormDialog
      {...dialog}
      onClose={close}
      title="Edit Client Information"
      notice={isGone ? deletedNotice('client') : undefined}
      size="lg"
      draft={`information/${client.id}`}
      schema={information}
      onSubmit={save}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    >
      {theirs && <ConflictNote />}
      {theirs && <NotesConflict theirs={theirs} onJoin={join} onTake={take} />}
      <NotesField
        ref={field}
        saved={client.description}
        theirs={theirs}
        label="Client Notes (Internal)"
        hint="These notes are visible only to advisers and not to clients."
      />
      {LINKS.map(([field, label]) => (
        <TextField
          key={field}
          name={field}
          label={label}
          type="url"
          placeholder="https://"
          defaultValue={client[field] ?? ''}
        />
      ))}
    </FormDialog>
  );
}
