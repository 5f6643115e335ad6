import { useMutation } from '@tanstack/react-query';
import { TASK_STATUSES, type Task, taskChange } from '#shared/tasks.ts';
import { SelectField, TextAreaField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { DialogState } from '../../ui/lazy-dialog.tsx';
import { patchTask } from './queries.ts';
import { TaskFields } from './task-fields.tsx';
import { TASK_STATUS_LABEL } from './task-labels.ts';

const STATUSES = TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABEL[value] }));

/** Changes anything about a task, the adviser's own notes on it included. */
export default function EditTaskDialog({ task, ...dialog }: DialogState & { task: Task }) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  return (
    <FormDialog
      {...dialog}
      title="Edit Task"
      schema={taskChange}
      onSubmit={(body) => mutateAsync({ params: { id: task.id }, body })}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['title']}
    >
      <SelectField name="status" label="Status" options={STATUSES} defaultValue={task.status} />
      <TaskFields task={task} />
      <TextAreaField
        name="adviserNotes"
        label="Adviser Notes"
        hint="The client does not see these."
        rows={3}
        defaultValue={task.adviserNotes ?? ''}
      />
    </FormDialog>
  );
}
