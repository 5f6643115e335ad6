import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { type ReactNode, type Ref, useState } from 'react';
import type { DialogState } from './lazy-dialog.tsx';

/** A button's props, and the dialog. */
export interface DialogButtonProps extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** Draws the dialog; see `lazyDialog`. */
  dialog: (state: DialogState) => ReactNode;
}

/** A button and the dialog that it opens. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {dialog({ open, onClose: () => setOpen(false) })}
    </>
  );
}
