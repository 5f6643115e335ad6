import { Plus } from 'lucide-react';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { useMe } from '../account/me.ts';

const AddClientDialog = lazyDialog(() => import('../dialogs/add-client-dialog.tsx'));

export function AddClient() {
  const isAdmin = useMe().role === 'admin';
  return (
    <DialogButton dialog={(state) => <AddClientDialog {...state} isAdmin={isAdmin} />}>
      <Plus aria-hidden />
      Add Client
    </DialogButton>
  );
}
