import { useMutation } from '@tanstack/react-query';
import { ownChange } from '#shared/contract/account.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { changeDetails } from './queries.ts';

/** Changes the own name and email. An unchanged email is not sent, because it would cancel a pending change. */
export default function DetailsDialog({ name, email, ...dialog }: DialogState & { name: string; email: string }) {
  const { mutateAsync } = useMutation(changeDetails);
  return (
    <FormDialog
      {...dialog}
      title="Edit Your Details"
      description="If you change your email, we send a link to your old and your new address. It changes once you have opened both."
      draft="own-details"
      autoComplete="on"
      schema={ownChange}
      onSubmit={(typed) =>
        mutateAsync({
          body: {
            ...(typed.name !== name && { name: typed.name }),
            ...(typed.email !== email && { email: typed.email }),
          },
        })
      }
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <TextField name="name" label="Name" defaultValue={name} autoComplete="name" required />
      <EmailField defaultValue={email} autoComplete="email" />
    </FormDialog>
  );
}
