import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { type ComponentType, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '../../lib/screen/notify.ts';
import { Boundary } from './boundary.tsx';
import type { PartLoader } from './lazy-part.tsx';

export interface DialogState {
  open: boolean;
  onClose: () => void;
}

const MISSING = {
  title: 'Not available right now',
  description: 'Please check your connection and try again. If that does not help, reload the page.',
  action: { label: 'Reload Page', onClick: () => window.location.reload() },
};

/** Says that code is missing, as without a connection or after a new release. */
export const notifyMissing = () => notify(MISSING, 'error');

const CRASHED = {
  title: 'Something went wrong',
  description: 'This is on our side, not yours. Please try again. If that does not help, reload the page.',
  action: MISSING.action,
};

/** A dialog whose code loads when it is first opened. A failure shows a toast; the next opening loads it again. */
export function lazyDialog<P extends DialogState>(load: PartLoader<P>): ComponentType<P> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's own lazy
  return function LazyDialog(props: P) {
    const { open, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<P>>();
    const fail = useEffectEvent(() => {
      notifyMissing();
      onClose();
    });
    const closeCrashed = () => {
      notify(CRASHED, 'error');
      setDialog(undefined);
      onClose();
    };
    useEffect(() => {
      if (open)
        load().then(
          ({ default: Component }) => setDialog(() => Component),
          () => fail(),
        );
    }, [open]);
    return (
      Dialog && (
        <Boundary onError={closeCrashed}>
          <Dialog {...props} />
        </Boundary>
      )
    );
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
