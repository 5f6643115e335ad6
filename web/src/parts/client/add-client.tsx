import { Plus } from 'lucide-react';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { AddressedDialogButton } from '../../ui/overlay/addressed-dialog.tsx';
import { useMe } from '../account/me.ts';

const AddClientDialog = lazyDialog(() => import('../dialogs/add-client-dialog.tsx'));

/** Button of the form. The address opens it too if it has `hash`. */
export function AddClient({ hash }: { hash?: string }) {
  const isAdmin = useMe().role === 'admin';
  return (
    <AddressedDialogButton hash={hash} dialog={(state) => <AddClientDialog {...state} isAdmin={isAdmin} />}>
      <Plus aria-hidden />
      Add Client
    </AddressedDialogButton>
  );
}
