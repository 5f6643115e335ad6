import { DialogButton, type DialogButtonProps } from '../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';

const AddPasskeyDialog = lazyDialog(() => import('./add-passkey-dialog.tsx'));

/** Adds a passkey; `onAdded` once it is there. */
export const AddPasskeyButton = ({
  onAdded,
  ...button
}: Omit<DialogButtonProps, 'dialog'> & { onAdded: () => void }) => (
  <DialogButton {...button} dialog={(state) => <AddPasskeyDialog {...state} onAdded={onAdded} />} />
);
