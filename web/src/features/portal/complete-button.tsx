import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useToken } from './access.ts';
import { completeTask } from './queries.ts';

/** Buttons below one another on a phone. */
export const BUTTON_WIDTH = { base: 'full', sm: 'auto' };

/** Marks a task complete, once. `onDone` says where the focus goes when the button is gone. */
export function CompleteButton({ task, onDone }: { task: ClientTask; onDone: () => void }) {
  const token = useToken();
  const { mutateAsync } = useMutation(completeTask);
  const complete = () => mutateAsync({ params: { id: task.id }, body: { status: 'completed' }, token }).then(onDone);
  return (
    <ActionButton width={BUTTON_WIDTH} onAction={complete} busyLabel="Marking complete...">
      <Check aria-hidden />
      Mark Complete
    </ActionButton>
  );
}
