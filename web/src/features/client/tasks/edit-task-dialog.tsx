import { useMutation } from '@tanstack/react-query';
import { type Task, type TaskChange, taskChange } from '#shared/contract/tasks.ts';
import { TASK_STATUSES } from '#shared/rules/tasks.ts';
import { SelectField, TextAreaField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { DialogState } from '../../../ui/lazy-dialog.tsx';
import { patchTask } from './queries.ts';
import { dueDay, TaskFields } from './task-fields.tsx';
import { TASK_STATUS_LABEL } from './task-labels.ts';

const STATUSES = TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABEL[value] }));

/** Changes anything about a task, the adviser's own notes on it included. A day that is left as it is keeps its time. */
export default function EditTaskDialog({ task, ...dialog }: DialogState & { task: Task }) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  const save = ({ dueDate, ...change }: TaskChange) => {
    const body = dueDate === dueDay(task) ? change : { ...change, dueDate };
    return mutateAsync({ params: { id: task.id }, body });
  };
  return (
    <FormDialog
      {...dialog}
      title="Edit Task"
      schema={taskChange}
      onSubmit={save}
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
