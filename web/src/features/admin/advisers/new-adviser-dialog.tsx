import { useMutation } from '@tanstack/react-query';
import { registration } from '#shared/contract/advisers.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { createAdviser } from '../queries.ts';
import { AdviserFields } from './adviser-fields.tsx';

/** Makes an account for an adviser or an admin (product 5). */
export default function NewAdviserDialog(dialog: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useMutation(createAdviser);
  return (
    <FormDialog
      {...dialog}
      title="Add New Adviser"
      draft="new-adviser"
      schema={registration}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Create Adviser"
      busyLabel="Creating..."
    >
      <AdviserFields />
    </FormDialog>
  );
}
