import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { newTask, type Task, type TaskChange, taskChange } from '#shared/contract/tasks.ts';
import { sortByName } from '#shared/rules/search.ts';
import { TASK_STATUSES } from '#shared/rules/tasks.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { TASK_STATUS_LABEL } from '../../../parts/task/task-labels.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { tasksQuery } from '../queries.ts';
import { createTask, deleteTask, patchTask } from './queries.ts';
import { TaskFields } from './task-fields.tsx';

const taskOfClient = z.extend(newTask, { clientId: z.string() });

/** Fields with a choice of the client. The stage list is empty until a client is chosen. */
function FieldsWithClient() {
  const { data, isPending } = useQuery(clientsQuery());
  const chosen = String(useForm().values.clientId ?? '');
  const options = useMemo(() => {
    const open = data?.filter(({ completed }) => !completed) ?? [];
    return sortByName(open, ({ name }) => name).map(({ id, name }) => ({ value: id, label: name }));
  }, [data]);
  return (
    <>
      <SelectField
        name="clientId"
        label="Client"
        placeholder={isPending ? 'Loading clients...' : 'Select a client'}
        options={options}
        required
      />
      <TaskFields clientId={chosen} />
    </>
  );
}

interface AssignTaskProps extends DialogState {
  clientId?: string;
  /** Opens the form for a new client, which is offered while there is none. */
  onAddClient?: () => void;
}

const NoClients = ({ onAddClient, ...dialog }: Omit<AssignTaskProps, 'clientId'>) => (
  <Modal {...dialog} title="No clients yet" size="sm">
    <DialogBody>A task belongs to a client. Add your first client, then assign the task.</DialogBody>
    <DialogFooter>
      <Button variant="outline" colorPalette="gray" onClick={dialog.onClose}>
        Cancel
      </Button>
      <Button onClick={onAddClient}>Add Client</Button>
    </DialogFooter>
  </Modal>
);

/** Assigns a task. Without a `clientId`, the form includes the choice of the client. */
export function AssignTaskDialog({ clientId, onAddClient, ...dialog }: AssignTaskProps) {
  const { mutateAsync } = useMutation(createTask);
  const { data: clients } = useQuery({ ...clientsQuery(), enabled: clientId === undefined && dialog.open });
  if (clientId === undefined && clients?.length === 0) return <NoClients {...dialog} onAddClient={onAddClient} />;
  return (
    <FormDialog
      {...dialog}
      title="Assign Task"
      draft={clientId ? `new-task/${clientId}` : 'new-task'}
      schema={taskOfClient}
      extra={clientId ? { clientId } : undefined}
      onSubmit={({ clientId: id, ...body }) => mutateAsync({ params: { id }, body })}
      submitLabel="Create Task"
      busyLabel="Creating..."
      needs={clientId ? ['title'] : ['clientId', 'title']}
    >
      {clientId ? <TaskFields clientId={clientId} /> : <FieldsWithClient />}
    </FormDialog>
  );
}

const STATUSES = TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABEL[value] }));

/** Returns the changed fields. A colleague may have changed the others since the dialog was opened. */
const changedIn = (task: Task, body: TaskChange): TaskChange =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== task[name as keyof TaskChange]));

function DeleteTask({ task: { id, title }, onDeleted }: { task: Task; onDeleted: () => void }) {
  const { mutateAsync } = useMutation(deleteTask);
  return (
    <DeleteButton
      kind="Task"
      text={
        <span>
          The task “<Words>{title}</Words>” will be removed with its notes, for the client too. Documents sent for it
          stay. This action cannot be undone.
        </span>
      }
      onDelete={() => mutateAsync({ params: { id } }).then(onDeleted)}
    />
  );
}

/** Edits a task as it was when the dialog was opened, or deletes it. */
export function EditTaskDialog({ task, ...dialog }: DialogState & { task: Task }) {
  const { mutateAsync } = useMutation(patchTask(task.clientId));
  const { isGone } = useCurrent(tasksQuery(task.clientId), task);
  return (
    <FormDialog
      {...dialog}
      title="Edit Task"
      notice={isGone ? deletedNotice('task') : undefined}
      draft={`task/${task.id}`}
      schema={taskChange}
      onSubmit={(body) => mutateAsync({ params: { id: task.id }, body: changedIn(task, body) })}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['title']}
      aside={(close) => !isGone && <DeleteTask task={task} onDeleted={close} />}
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
