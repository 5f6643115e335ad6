import { useMutation } from '@tanstack/react-query';
import { passkeyNaming } from '#shared/contract/account.ts';
import { ActionFailure } from '../../ui/feedback/action-failure.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { addPasskey } from './queries.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Asks what the passkey is to be called, then the browser to make it. */
export default function AddPasskeyDialog({ onAdded, ...dialog }: Props) {
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
