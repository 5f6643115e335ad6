import { useMutation } from '@tanstack/react-query';
import { passkeyNaming } from '#shared/contract/account.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { renamePasskey } from './queries.ts';

interface Props {
  passkey: { id: string; name: string };
  open: boolean;
  onClose: () => void;
}

/** Gives a passkey another name. */
export default function RenamePasskeyDialog({ passkey: { id, name }, ...dialog }: Props) {
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
