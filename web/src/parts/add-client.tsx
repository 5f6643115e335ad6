import { Plus } from 'lucide-react';
import { DialogButton } from '../ui/dialog-button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useMe } from './me.ts';

const AddClientDialog = lazyDialog(() => import('./add-client-dialog.tsx'));

/** The button that opens the dialog to add a client. */
export function AddClient() {
  const isAdmin = useMe().role === 'admin';
  return (
    <DialogButton dialog={(state) => <AddClientDialog {...state} isAdmin={isAdmin} />}>
      <Plus aria-hidden />
      Add Client
    </DialogButton>
  );
}
