import { Button, type ButtonProps } from '@chakra-ui/react/button';
import type { Ref } from 'react';
import { useBusy } from '../../lib/screen/use-busy.ts';

interface Props extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** Action of a click. It reports failures itself. */
  onAction: () => Promise<unknown>;
  busyLabel?: string;
  /** Cancels the running action on a click. Without it, such clicks are ignored. */
  onCancel?: (() => void) | undefined;
}

/** Ignores clicks while its action runs unless they can cancel it, and double clicks, as the first click may have changed the action. */
export function ActionButton({ onAction, busyLabel, onCancel, children, ...props }: Props) {
  const [busy, run] = useBusy();
  // On translated pages React can replace an element, but not bare text.
  const idle = busyLabel ? <span style={{ display: 'contents' }}>{children}</span> : children;
  return (
    <Button
      aria-disabled={(busy && !onCancel) || undefined}
      aria-busy={busy}
      title={busy && onCancel ? 'Press again to cancel' : undefined}
      onClick={(event) => event.detail < 2 && (busy && onCancel ? onCancel() : run(onAction))}
      {...props}
    >
      {busy && busyLabel ? <span key="busy">{busyLabel}</span> : idle}
    </Button>
  );
}
