import { useMutation } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import { type ClientChange, clientChange, type FullClient } from '#shared/contract/clients.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useClient } from '../client-context.ts';
import { EXTERNAL_TOOLS } from './external-tool-list.ts';
import { renameClient, saveContact, saveLinks } from './queries.ts';

/** Groups of client fields that have an edit dialog. */
export type Editable = 'name' | 'contact' | 'links';

interface Edit {
  title: string;
  schema: z.ZodMiniType<ClientChange>;
  change: typeof renameClient;
  needs?: readonly string[];
  Fields: ComponentType<FullClient>;
}

const ContactFields = ({ email, phone }: FullClient) => (
  <>
    <EmailField defaultValue={email} />
    <TextField name="phone" label="Phone" type="tel" defaultValue={phone ?? ''} />
  </>
);

const LinkFields = (client: FullClient) =>
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

const EDITS: Record<Editable, Edit> = {
  name: {
    title: 'Edit Client Name',
    schema: z.pick(clientChange, { name: true }),
    change: renameClient,
    needs: ['name'],
    Fields: ({ name }) => <TextField name="name" label="Name" defaultValue={name} required />,
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
    schema: z.pick(clientChange, {
      cashcalcLink: true,
      intellifloLink: true,
      dynamicPlannerLink: true,
      pipedriveLink: true,
    }),
    change: saveLinks,
    Fields: LinkFields,
  },
};

export default function EditDialog({ field, ...dialog }: DialogState & { field: Editable }) {
  const { client } = useClient();
  const { change, Fields, ...form } = EDITS[field];
  const { mutateAsync } = useMutation(change);
  return (
    <FormDialog
      {...dialog}
      {...form}
      draft={`${field}/${client.id}`}
      onSubmit={(body) => mutateAsync({ params: { id: client.id }, body })}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <Fields {...client} />
    </FormDialog>
  );
}
