import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Client, clientChange } from '#shared/contract/clients.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { updateClient } from './queries.ts';

const information = z.pick(clientChange, {
  description: true,
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

interface Props {
  client: Client;
  open: boolean;
  onClose: () => void;
}

/** Changes a client's internal notes and links; empty ones are sent as null (product 5). */
export default function EditClientDialog({ client, ...dialog }: Props) {
  const { mutateAsync } = useMutation(updateClient);
  return (
    <FormDialog
      {...dialog}
      title="Edit Client Information"
      size="lg"
      schema={information}
      onSubmit={(body) => mutateAsync({ params: { id: client.id }, body })}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    >
      <TextAreaField
        name="description"
        label="Client Notes (Internal)"
        hint="These notes are visible only to advisers and not to clients."
        defaultValue={client.description ?? ''}
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
