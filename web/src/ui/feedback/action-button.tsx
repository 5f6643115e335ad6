import { Button, type ButtonProps } from '@chakra-ui/react/button';
import type { Ref } from 'react';
import { useBusy } from '../../lib/screen/use-busy.ts';

interface Props extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** Action of a click. It reports failures itself. */
  onAction: () => Promise<unknown>;
  busyLabel?: string;
}

/** Ignores clicks while its action runs, and double clicks, as the first click may have changed the action. */
export function ActionButton({ onAction, busyLabel, children, ...props }: Props) {
  const [busy, run] = useBusy();
  // On translated pages React can replace an element, but not bare text.
  const idle = busyLabel ? <span style={{ display: 'contents' }}>{children}</span> : children;
  return (
    <Button
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={(event) => event.detail < 2 && run(onAction)}
      {...props}
    >
      {busy && busyLabel ? <span key="busy">{busyLabel}</span> : idle}
    </Button>
  );
}
