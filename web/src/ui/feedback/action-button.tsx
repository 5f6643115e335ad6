import { Button, type ButtonProps } from '@chakra-ui/react/button';
import type { Ref } from 'react';
import { useBusy } from '../../lib/screen/use-busy.ts';

interface Props extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** What a click does; its own toast tells what went wrong. */
  onAction: () => Promise<unknown>;
  /** What the button reads while that is under way. */
  busyLabel?: string;
}

/**
 * A button that acts once: not again while its action is under way, nor for the second click of a double click, which
 * would otherwise hit what the first one made of the button. It keeps the focus while it is busy.
 */
export function ActionButton({ onAction, busyLabel, children, ...props }: Props) {
  const [busy, run] = useBusy();
  // An element, which React can replace on a translated page, as it cannot bare text.
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
