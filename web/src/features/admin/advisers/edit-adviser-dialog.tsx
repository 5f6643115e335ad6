import { useMutation } from '@tanstack/react-query';
import { type Adviser, adviserChange } from '#shared/contract/advisers.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { updateAdviser } from '../queries.ts';
import { AdviserFields } from './adviser-fields.tsx';

interface Props {
  adviser: Adviser;
  open: boolean;
  onClose: () => void;
}

/** Changes an account; an empty password is not sent (product 5). */
export default function EditAdviserDialog({ adviser, ...dialog }: Props) {
  const { mutateAsync } = useMutation(updateAdviser);
  return (
    <FormDialog
      {...dialog}
      title="Edit Adviser"
      draft={`adviser/${adviser.id}`}
      schema={adviserChange}
      onSubmit={({ password, ...rest }) =>
        mutateAsync({ params: { id: adviser.id }, body: password ? { ...rest, password } : rest })
      }
      submitLabel="Update Adviser"
      busyLabel="Updating..."
    >
      <AdviserFields adviser={adviser} passwordHint="Leave password blank to keep current password." />
    </FormDialog>
  );
}
