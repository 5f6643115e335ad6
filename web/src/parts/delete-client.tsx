import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import type { DialogButtonProps } from '../ui/dialog-button.tsx';
import { deleteClient } from './clients.ts';

const ASK = {
  title: 'Delete Client',
  text: 'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.',
  confirm: 'Delete',
  busy: 'Deleting...',
};

interface Props extends Omit<DialogButtonProps, 'dialog'> {
  id: string;
  /** Where it leads to once the client is gone; stays where it is without. */
  leadsTo?: string;
}

/** Removes a client for good, after a question (product 8). */
export function DeleteClient({ id, leadsTo, children, ...button }: Props) {
  const { mutateAsync } = useMutation(deleteClient);
  const navigate = useNavigate();
  const remove = async () => {
    await mutateAsync({ params: { id } });
    if (leadsTo) await navigate(leadsTo);
  };
  return (
    <ConfirmButton {...button} ask={ASK} onConfirm={remove}>
      <Trash2 aria-hidden />
      {children}
    </ConfirmButton>
  );
}
