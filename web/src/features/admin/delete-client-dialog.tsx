import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deleteClient } from './queries.ts';

interface Props {
  id: string;
  open: boolean;
  onClose: () => void;
}

/** Asks before a client is removed for good; leads to the dashboard (product 2, 8). */
export default function DeleteClientDialog({ id, ...dialog }: Props) {
  const { mutateAsync } = useMutation(deleteClient);
  const navigate = useNavigate();
  const remove = async () => {
    await mutateAsync({ params: { id } });
    await navigate(paths.dashboard);
  };
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Client"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      onConfirm={remove}
    >
      Are you sure you want to delete this client? This will permanently remove the client and all their journey data.
      This action cannot be undone.
    </ConfirmDialog>
  );
}
