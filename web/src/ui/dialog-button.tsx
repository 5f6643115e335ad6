import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { type ReactNode, type Ref, Suspense, useState } from 'react';

/** What a dialog is told: whether it is open, and what closes it. */
export interface DialogState {
  open: boolean;
  onClose: () => void;
}

/** A button's props, and the dialog. */
export interface DialogButtonProps extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** Draws the dialog; its code may be fetched when it is first asked for. */
  dialog: (state: DialogState) => ReactNode;
}

/** A button and the dialog that it opens. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <Suspense>{open !== undefined && dialog({ open, onClose: () => setOpen(false) })}</Suspense>
    </>
  );
}
