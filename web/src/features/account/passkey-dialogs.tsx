import { useMutation } from '@tanstack/react-query';
import { passkeyNaming } from '#shared/contract/account.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionFailure } from '../../ui/feedback/action-failure.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { addPasskey, renamePasskey } from './queries.ts';

/** Asks what the passkey is to be called, then the browser to make it. */
export function AddPasskeyDialog({ onAdded, ...dialog }: DialogState & { onAdded: () => void }) {
  const { mutateAsync, error } = useMutation(addPasskey);
  return (
    <FormDialog
      {...dialog}
      title="Add a Passkey"
      description="Next your browser asks where to keep it: on this device, on your phone or on a security key."
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

/** Gives a passkey another name. */
export function RenamePasskeyDialog({
  passkey: { id, name },
  ...dialog
}: DialogState & { passkey: { id: string; name: string } }) {
  const { mutateAsync } = useMutation(renamePasskey);
  return (
    <FormDialog
      {...dialog}
      title="Rename passkey"
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
