import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';

interface Props {
  /** What kind of thing goes: "Task". */
  kind: string;
  /** Which one, for those who hear the page: its title. */
  name: string;
  /** What the dialog says. */
  text: ReactNode;
  onDelete: () => Promise<unknown>;
}

/** A bin at the end of a line of a list; it asks before anything goes. */
export const DeleteButton = ({ kind, name, text, onDelete }: Props) => (
  <ConfirmButton
    ref={useFocusFallback()}
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
