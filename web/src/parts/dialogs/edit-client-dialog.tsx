import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import { type Client, type ClientChange, clientChange } from '#shared/contract/clients.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { renameClient, saveContact, saveInformation, saveLinks, saveNotes } from '../client/edits.ts';
import { EXTERNAL_TOOLS } from '../client/external-tools.ts';
import { ConflictNote, NotesConflict, useNotesConflict } from '../client/notes-conflict.tsx';
import { NotesField } from '../client/notes-field.tsx';

/** Groups of client fields that have an edit dialog. The admin panel edits the last, the client page the others. */
export type Editable = 'name' | 'contact' | 'links' | 'notes' | 'information';

/** A client of a list or of its page. */
type Edited = Omit<Client, 'waitingFor'>;

interface FieldsProps {
  client: Edited;
  conflict: ReturnType<typeof useNotesConflict>;
  onTake: () => void;
}

interface Edit {
  title: string;
  schema: z.ZodMiniType<ClientChange>;
  change: typeof renameClient;
  needs?: readonly string[];
  size?: 'lg';
  /** Label of the submit button, if it is not "Save". */
  submitLabel?: string;
  Fields: ComponentType<FieldsProps>;
}

const ContactFields = ({ client: { email, phone } }: FieldsProps) => (
  <>
    <EmailField defaultValue={email} />
    <TextField name="phone" label="Phone" type="tel" defaultValue={phone ?? ''} />
  </>
);

const LinkFields = ({ client }: FieldsProps) =>
  EXTERNAL_TOOLS.map(([name, field]) => (
    <TextField
      key={field}
      name={field}
      label={`${name} Link`}
      type="url"
      placeholder="https://"
      defaultValue={client[field] ?? ''}
    />
  ));

/** The notes, beside those that somebody else saved meanwhile. */
const NotesFields = ({ client, conflict, onTake, ...texts }: FieldsProps & { label: string; hint: string }) => {
  const { field, theirs, join } = conflict;
  return (
    <>
      {theirs && <ConflictNote />}
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: theirs && 'repeat(2, minmax(0, 1fr))' }}>
        {theirs && <NotesConflict theirs={theirs} onJoin={join} onTake={onTake} />}
        <Box>
          <NotesField ref={field} saved={client.description} theirs={theirs} rows={8} maxH="60vh" {...texts} />
        </Box>
      </Grid>
    </>
  );
};

const LINKS = { cashcalcLink: true, intellifloLink: true, dynamicPlannerLink: true, pipedriveLink: true } as const;
const NOTES = { description: true, descriptionWas: true } as const;

const EDITS: Record<Editable, Edit> = {
  name: {
    title: 'Edit Client Name',
    schema: z.pick(clientChange, { name: true }),
    change: renameClient,
    needs: ['name'],
    Fields: ({ client }) => <TextField name="name" label="Name" defaultValue={client.name} required />,
  },
  contact: {
    title: 'Edit Contact Information',
    schema: z.pick(clientChange, { email: true, phone: true }),
    change: saveContact,
    needs: ['email'],
    Fields: ContactFields,
  },
  links: {
    title: 'Edit External Tool Links',
    schema: z.pick(clientChange, LINKS),
    change: saveLinks,
    Fields: LinkFields,
  },
  notes: {
    title: 'Edit Client Notes',
    schema: z.pick(clientChange, NOTES),
    change: saveNotes,
    Fields: (props) => (
      <NotesFields
        {...props}
        label={props.conflict.theirs ? 'Your notes' : 'Notes'}
        hint="Only advisers see these notes, never the client."
      />
    ),
  },
  information: {
    title: 'Edit Client Information',
    schema: z.pick(clientChange, { ...NOTES, ...LINKS }),
    change: saveInformation,
    size: 'lg',
    submitLabel: 'Save Changes',
    Fields: (props) => (
      <>
        <NotesFields
          {...props}
          label="Client Notes (Internal)"
          hint="These notes are visible only to advisers and not to clients."
        />
        <LinkFields {...props} />
      </>
    ),
  },
};

/** Omits unchanged notes beside links, so that notes saved by somebody else meanwhile are kept. */
const withoutUntouched = ({ description, descriptionWas, ...links }: ClientChange): ClientChange =>
  description === descriptionWas ? links : { ...links, description, descriptionWas };

interface Props extends DialogState {
  field: Editable;
  client: Edited;
  notice?: Notice | undefined;
}

/** Edits a group of fields of a client. Shows a conflict before overwriting somebody else's notes. */
export default function EditClientDialog({ field, client, open, onClose, notice }: Props) {
  const { change, Fields, submitLabel = 'Save', ...form } = EDITS[field];
  const { mutateAsync } = useMutation(change);
  const conflict = useNotesConflict();
  const isNotes = field === 'notes';
  const hasTheirs = isNotes && conflict.theirs !== undefined;
  const close = () => {
    onClose();
    conflict.clear();
  };
  const save = (typed: ClientChange) => {
    const body = field === 'information' ? withoutUntouched(typed) : typed;
    return mutateAsync({ params: { id: client.id }, body }).catch(conflict.caught);
  };
  const takeAndClose = () => {
    conflict.restore();
    close();
  };
  return (
    <FormDialog
      {...form}
      open={open}
      onClose={close}
      notice={notice}
      draft={`${field}/${client.id}`}
      onSubmit={save}
      submitLabel={hasTheirs ? 'Save Mine' : submitLabel}
      busyLabel="Saving..."
      {...(hasTheirs && { width: '4xl' })}
    >
      <Fields client={client} conflict={conflict} onTake={isNotes ? takeAndClose : conflict.take} />
    </FormDialog>
  );
}
