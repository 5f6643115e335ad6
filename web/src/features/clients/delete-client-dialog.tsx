import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deleteClient } from './queries.ts';

interface Props {
  id: string;
  open: boolean;
  onClose: () => void;
}

/** Asks before a client is removed for good (product 8). */
export default function DeleteClientDialog({ id, ...dialog }: Props) {
  const { mutateAsync } = useMutation(deleteClient);
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Client"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      onConfirm={() => mutateAsync({ params: { id } })}
    >
      Are you sure you want to delete this client? This will permanently remove the client and all their journey data.
      This action cannot be undone.
    </ConfirmDialog>
  );
}
