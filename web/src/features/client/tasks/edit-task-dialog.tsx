import { useMutation } from '@tanstack/react-query';
import { type Task, type TaskChange, taskChange } from '#shared/contract/tasks.ts';
import { TASK_STATUSES } from '#shared/rules/tasks.ts';
import { TASK_STATUS_LABEL } from '../../../parts/task/task-labels.ts';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { DialogState } from '../../../ui/overlay/lazy-dialog.tsx';
import { patchTask } from './queries.ts';
import { dueDay, TaskFields } from './task-fields.tsx';

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
      draft={`task/${task.id}`}
      schema={taskChange}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['title']}
    >
      <SelectField name="status" label="Status" options={STATUSES} defaultValue={task.status} />
      <TaskFields clientId={task.clientId} task={task} />
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
