import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { newTask } from '#shared/contract/tasks.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { DialogState } from '../../../ui/overlay/lazy-dialog.tsx';
import { createTask } from './queries.ts';
import { TaskFields } from './task-fields.tsx';

const taskOfClient = z.extend(newTask, { clientId: z.string() });

/** Chooses the client of a task; stages can be chosen once the client is. */
function FieldsWithClient() {
  const { data = [], isPending } = useQuery(clientsQuery());
  const chosen = String(useForm().values.clientId ?? '');
  const options = data
    .filter(({ completed }) => !completed)
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
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

/** Assigns a task to the client or to the adviser (product 5); without a `clientId` the client is chosen here. */
export default function AssignTaskDialog({ clientId, ...dialog }: DialogState & { clientId?: string }) {
  const { mutateAsync } = useMutation(createTask);
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
