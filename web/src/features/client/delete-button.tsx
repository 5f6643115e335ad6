import { Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

interface Props {
  /** What kind of thing goes: "Task". */
  kind: string;
  /** Which one, for those who hear the page: its title. */
  name: string;
  /** What the dialog says. */
  text: string;
  onDelete: () => Promise<unknown>;
}

/** Where a button goes while it has the focus, its section or dialog takes that over, so that the keyboard stays near. */
function useFocusHandedOn() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button && button === document.activeElement)
        button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

/** A bin at the end of a line of a list; it asks before anything goes. */
export const DeleteButton = ({ kind, name, text, onDelete }: Props) => (
  <ConfirmButton
    ref={useFocusHandedOn()}
    ask={{ title: `Delete ${kind}`, text, confirm: 'Delete', busy: 'Deleting...' }}
    onConfirm={onDelete}
    aria-label={`Delete ${kind.toLowerCase()} ${name}`}
    title={`Delete ${kind.toLowerCase()}`}
    size="xs"
    px="0"
    variant="ghost"
    colorPalette="gray"
    color="fg.muted"
  >
    <Trash2 aria-hidden />
  </ConfirmButton>
);
