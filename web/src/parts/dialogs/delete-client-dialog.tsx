import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { DialogButtonProps, DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Confirmation, ConfirmButton } from '../../ui/feedback/confirm-button.tsx';
import { Words } from '../../ui/text/words.tsx';
import { adviserChange } from '../refreshes.ts';

/** Deletes a client. Pending until the lists on the screen are refetched. */
const deleteClient = adviserChange('DELETE /api/clients/{id}', {
  success: { title: 'Client Deleted', description: 'Client has been permanently removed' },
  failure: { title: 'Error', description: 'Failed to delete client' },
  waits: true,
});

const TEXT =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

const deletionQuestion = (name: string) => ({
  title: 'Delete Client',
  text: (
    <>
      <Words display="block" mb="2" color="fg" fontWeight="semibold">
        {name}
      </Words>
      <span>{TEXT}</span>
    </>
  ),
  confirm: 'Delete',
  busy: 'Deleting...',
});

interface Props extends Omit<DialogButtonProps, 'dialog'> {
  id: string;
  name: string;
  /** Path to open once the client is deleted; without it the page stays open. */
  leadsTo?: string;
}

export function DeleteClient({ id, name, leadsTo, children, ...button }: Props) {
  const { mutateAsync } = useMutation(deleteClient);
  const navigate = useNavigate();
  const remove = async () => {
    await mutateAsync({ params: { id } });
    if (leadsTo) await navigate(leadsTo);
  };
  return (
    <ConfirmButton {...button} question={deletionQuestion(name)} onConfirm={remove}>
      <Trash2 aria-hidden />
      {children}
    </ConfirmButton>
  );
}

/** Confirmation before a client is deleted, for callers without the button {@link DeleteClient}. */
export function DeleteClientDialog({ id, name, ...dialog }: DialogState & { id: string; name: string }) {
  const { mutateAsync } = useMutation(deleteClient);
  return (
    <Confirmation {...dialog} question={deletionQuestion(name)} onConfirm={() => mutateAsync({ params: { id } })} />
  );
}
