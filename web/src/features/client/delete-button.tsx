import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';

interface Props {
  /** Title case, such as "Task". */
  kind: string;
  /** Title of the item, for screen readers. */
  name: string;
  /** Text of the confirmation dialog. */
  text: ReactNode;
  onDelete: () => Promise<unknown>;
}

/** Bin button at the end of a row, with a confirmation dialog. */
export const DeleteButton = ({ kind, name, text, onDelete }: Props) => (
  <ConfirmButton
    ref={useFocusFallback()}
    question={{ title: `Delete ${kind}`, text, confirm: 'Delete', busy: 'Deleting...' }}
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
