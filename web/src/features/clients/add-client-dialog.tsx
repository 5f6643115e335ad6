import { useMutation, useQuery } from '@tanstack/react-query';
import { newClient } from '#shared/contract/clients.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { advisersQuery, createClient } from './queries.ts';

function AdviserField() {
  const { data = [], isPending } = useQuery(advisersQuery);
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const placeholder = isPending ? 'Loading advisers...' : 'Select an adviser';
  return <SelectField name="adviserId" label="Adviser" placeholder={placeholder} options={options} required />;
}

interface Props {
  open: boolean;
  onClose: () => void;
  /** An admin chooses whose client it is; an adviser's client is the adviser's own (product 6). */
  isAdmin: boolean;
}

/** Adds a client (product 5: every field is needed). */
export default function AddClientDialog({ isAdmin, ...dialog }: Props) {
  const { mutateAsync } = useMutation(createClient);
  return (
    <FormDialog
      {...dialog}
      title="Add Client"
      description="The client's seven-stage journey starts right away, with a secure portal link of its own."
      schema={newClient}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Create Client"
      busyLabel="Creating..."
      needs={['name', 'email', 'phone', ...(isAdmin ? ['adviserId'] : [])]}
    >
      <TextField name="name" label="Name" autoComplete="off" required />
      <TextField name="email" label="Email" type="email" autoComplete="off" required />
      <TextField name="phone" label="Phone" type="tel" autoComplete="off" required />
      {isAdmin && <AdviserField />}
    </FormDialog>
  );
}
