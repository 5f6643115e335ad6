import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { DialogButton, type DialogButtonProps, type DialogState, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { adviserChange } from '../refreshes.ts';
import type { Deleted } from './delete-client-question.tsx';

const DeleteClientQuestion = lazyDialog(async () => ({
  default: (await import('./delete-client-question.tsx')).DeleteClientQuestion,
}));

/** Deletes a client. Pending until the lists on the screen are refetched. */
const deleteClient = adviserChange('DELETE /api/clients/{id}', {
  success: { title: 'Client Deleted', description: 'Client has been permanently removed' },
  failure: { title: 'Error', description: 'Failed to delete client' },
  waits: true,
});

interface Props extends Omit<DialogButtonProps, 'dialog'> {
  client: Deleted;
  /** Path to open once the client is deleted; without it the page stays open. */
  leadsTo?: string;
}

export const DeleteClient = ({ client, leadsTo, children, ...button }: Props) => (
  <DialogButton {...button} dialog={(state) => <DeleteClientDialog {...state} client={client} leadsTo={leadsTo} />}>
    <Trash2 aria-hidden />
    {children}
  </DialogButton>
);

/** Confirmation before a client is deleted, for callers without the button {@link DeleteClient}. */
export function DeleteClientDialog({ client, leadsTo, ...dialog }: DialogState & Pick<Props, 'client' | 'leadsTo'>) {
  const { mutateAsync } = useMutation(deleteClient);
  const navigate = useNavigate();
  const remove = async () => {
    await mutateAsync({ params: { id: client.id } });
    if (leadsTo) await navigate(leadsTo);
  };
  return <DeleteClientQuestion {...dialog} client={client} onConfirm={remove} />;
}
