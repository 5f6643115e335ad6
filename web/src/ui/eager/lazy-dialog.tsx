import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { type ComponentType, type ReactNode, type Ref, useState } from 'react';
import { type Load, useLazy } from '../../lib/screen/lazy.ts';
import { notify } from '../../lib/screen/notify.ts';

export interface DialogState {
  open: boolean;
  onClose: () => void;
}

const MISSING = {
  title: 'Not available right now',
  description: 'Please check your connection and try again. If that does not help, reload the page.',
  action: { label: 'Reload Page', onClick: () => window.location.reload() },
};

export const notifyNotLoaded = () => notify(MISSING, 'error');

/** A dialog whose code loads when it is first opened. A failure shows a toast and keeps all typed input. */
export function lazyDialog<P extends DialogState>(load: Load<P>): ComponentType<P> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's own lazy
  return function LazyDialog(props: P) {
    const Dialog = useLazy(load, props.open, () => {
      notifyNotLoaded();
      props.onClose();
    });
    return Dialog && <Dialog {...props} />;
  };
}

export interface DialogButtonProps extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  dialog: (state: DialogState) => ReactNode;
}

export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {dialog({ open, onClose: () => setOpen(false) })}
    </>
  );
}
