import { useMutation } from '@tanstack/react-query';
import { passkeyNaming } from '#shared/contract/account.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionFailure } from '../../ui/feedback/action-failure.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { addPasskey, renamePasskey } from './queries.ts';

/** Requests a name for the passkey, then lets the browser create it. */
export function AddPasskeyDialog({ onAdded, ...dialog }: DialogState & { onAdded: () => void }) {
  const { mutateAsync, error } = useMutation(addPasskey);
  return (
    <FormDialog
      {...dialog}
      title="Add a Passkey"
      description="Next, your browser asks where to save it: on this device, your phone or a security key."
      size="sm"
      schema={passkeyNaming}
      onSubmit={({ name }) => mutateAsync(name).then(onAdded)}
      submitLabel="Continue"
      busyLabel="Waiting for your browser..."
      needs={['name']}
    >
      <TextField name="name" label="Name" hint="To help you recognise it, such as “Work laptop”." required />
      <ActionFailure error={error} otherwise="The passkey could not be added. Please try again." />
    </FormDialog>
  );
}

export function RenamePasskeyDialog({
  passkey: { id, name },
  ...dialog
}: DialogState & { passkey: { id: string; name: string } }) {
  const { mutateAsync } = useMutation(renamePasskey);
  return (
    <FormDialog
      {...dialog}
      title="Rename Passkey"
      size="sm"
      schema={passkeyNaming}
      onSubmit={(body) => mutateAsync({ params: { id }, body })}
      submitLabel="Rename"
      busyLabel="Renaming..."
      needs={['name']}
    >
      <TextField name="name" label="Name" defaultValue={name} required />
    </FormDialog>
  );
}
