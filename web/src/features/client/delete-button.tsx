import type { ReactNode } from 'react';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';

interface Props {
  kind: 'Document' | 'Plan' | 'Task';
  /** Text of the question. */
  text: ReactNode;
  onDelete: () => Promise<unknown>;
}

/** Button at the foot of an item's dialog. */
export const DeleteButton = ({ kind, text, onDelete }: Props) => (
  <ConfirmButton
    size="sm"
    ms="-3"
    justifySelf="start"
    variant="ghost"
    colorPalette="red"
    question={{ title: `Delete ${kind}`, text, confirm: 'Delete', busy: 'Deleting...' }}
    onConfirm={onDelete}
  >
    {`Delete ${kind}`}
  </ConfirmButton>
);
