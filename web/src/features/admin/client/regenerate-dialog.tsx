import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { regenerateToken } from '../queries.ts';

interface Props {
  id: string;
  open: boolean;
  onClose: () => void;
}

/** Asks before the client's link is replaced. */
export default function RegenerateDialog({ id, ...dialog }: Props) {
  const { mutateAsync } = useMutation(regenerateToken);
  return (
    <ConfirmDialog
      {...dialog}
      title="Regenerate Link"
      confirmLabel="Regenerate"
      busyLabel="Regenerating..."
      danger
      onConfirm={() => mutateAsync({ params: { id } })}
    >
      The current link stops working immediately. You’ll need to send the client the new one.
    </ConfirmDialog>
  );
}
