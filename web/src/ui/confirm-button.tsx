import type { ReactNode } from 'react';
import { DialogButton, type DialogButtonProps } from './dialog-button.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

const confirmDialog = () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog }));
const ConfirmDialog = lazyDialog(confirmDialog);

interface Props extends Omit<DialogButtonProps, 'dialog'> {
  /** What the dialog is called and what it says before something is destroyed. */
  ask: { title: string; text: ReactNode; confirm: string; busy: string };
  onConfirm: () => Promise<unknown>;
}

/** A button for what destroys something: it asks first. */
export const ConfirmButton = ({ ask: { title, text, confirm, busy }, onConfirm, ...button }: Props) => (
  <DialogButton
    {...button}
    dialog={(state) => (
      <ConfirmDialog {...state} title={title} confirmLabel={confirm} busyLabel={busy} onConfirm={onConfirm} danger>
        {text}
      </ConfirmDialog>
    )}
  />
);
