import type { ReactNode } from 'react';
import { DialogButton, type DialogButtonProps, type DialogState, lazyDialog } from '../eager/lazy-dialog.tsx';

const confirmDialog = async () => ({ default: (await import('../overlay/confirm-dialog.tsx')).ConfirmDialog });
const ConfirmDialog = lazyDialog(confirmDialog);

interface Question {
  question: { title: string; text: ReactNode; confirm: string; busy: string };
  onConfirm: () => Promise<unknown>;
}

export const Confirmation = ({ question: { title, text, confirm, busy }, ...dialog }: Question & DialogState) => (
  <ConfirmDialog {...dialog} title={title} confirmLabel={confirm} busyLabel={busy} danger>
    {text}
  </ConfirmDialog>
);

export const ConfirmButton = ({
  question: ask,
  onConfirm,
  ...button
}: Omit<DialogButtonProps, 'dialog'> & Question) => (
  <DialogButton {...button} dialog={(state) => <Confirmation {...state} question={ask} onConfirm={onConfirm} />} />
);
