import type { ReactNode } from 'react';
import { DialogButton, type DialogButtonProps, type DialogState, lazyDialog } from '../eager/lazy-dialog.tsx';

const confirmDialog = async () => ({ default: (await import('../overlay/confirm-dialog.tsx')).ConfirmDialog });
const ConfirmDialog = lazyDialog(confirmDialog);

interface Asking {
  ask: { title: string; text: ReactNode; confirm: string; busy: string };
  onConfirm: () => Promise<unknown>;
}

export const Confirmation = ({ ask: { title, text, confirm, busy }, ...dialog }: Asking & DialogState) => (
  <ConfirmDialog {...dialog} title={title} confirmLabel={confirm} busyLabel={busy} danger>
    {text}
  </ConfirmDialog>
);

export const ConfirmButton = ({ ask, onConfirm, ...button }: Omit<DialogButtonProps, 'dialog'> & Asking) => (
  <DialogButton {...button} dialog={(state) => <Confirmation {...state} ask={ask} onConfirm={onConfirm} />} />
);
