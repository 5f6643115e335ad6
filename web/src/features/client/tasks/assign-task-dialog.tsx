import { useMutation } from '@tanstack/react-query';
import { newTask } from '#shared/contract/tasks.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { DialogState } from '../../../ui/lazy-dialog.tsx';
import { useClient } from '../client-context.ts';
import { createTask } from './queries.ts';
import { TaskFields } from './task-fields.tsx';

/** Assigns a task to the client or to the adviser (product 5). */
export default function AssignTaskDialog(dialog: DialogState) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(createTask);
  return (
    <FormDialog
      {...dialog}
      title="Assign Task"
      schema={newTask}
      onSubmit={(body) => mutateAsync({ params: { id }, body })}
      submitLabel="Create Task"
      busyLabel="Creating..."
      needs={['title']}
    >
      <TaskFields />
    </FormDialog>
  );
}
