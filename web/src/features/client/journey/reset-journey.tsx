import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { ConfirmButton } from '../../../ui/overlay/confirm-button.tsx';
import { useClient } from '../client-context.ts';
import { resetJourney } from './queries.ts';

const ASK = {
  title: 'Reset Journey',
  text: 'This sets all stages and sub-stages back to pending. Documents, tasks and plans are kept.',
  confirm: 'Reset Journey',
  busy: 'Resetting...',
};

/** Sets all stages back to pending, after a confirmation; documents are kept (product 4). */
export function ResetJourney() {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(resetJourney);
  return (
    <ConfirmButton
      ask={ASK}
      onConfirm={() => mutateAsync({ params: { id } })}
      size="xs"
      variant="ghost"
      colorPalette="red"
    >
      <RotateCcw aria-hidden />
      Reset Journey
    </ConfirmButton>
  );
}
