import { useMutation } from '@tanstack/react-query';
import { newTask } from '#shared/contract/tasks.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { DialogState } from '../../../ui/lazy-dialog.tsx';
import { createTask } from './queries.ts';
import { TaskFields } from './task-fields.tsx';

/** Assigns a task to the client or to the adviser (product 5). */
export default function AssignTaskDialog({ clientId, ...dialog }: DialogState & { clientId: string }) {
  const { mutateAsync } = useMutation(createTask);
  return (
    <FormDialog
      {...dialog}
      title="Assign Task"
      draft={`new-task/${clientId}`}
      schema={newTask}
      onSubmit={(body) => mutateAsync({ params: { id: clientId }, body })}
      submitLabel="Create Task"
      busyLabel="Creating..."
      needs={['title']}
    >
      <TaskFields clientId={clientId} />
    </FormDialog>
  );
}
