import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { Client } from '#shared/contract/clients.ts';
import { newTask, type Task, type TaskChange, taskChange } from '#shared/contract/tasks.ts';
import { searchClients, sortByName } from '#shared/rules/search.ts';
import { TASK_STATUSES } from '#shared/rules/tasks.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { clientQuery, useClients } from '../../../parts/client/clients.ts';
import { TASK_STATUS_LABEL } from '../../../parts/task/task-labels.ts';
import { Input } from '../../../ui/eager/controls.tsx';
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

/** Returns the chosen client if `listed` lacks it: it was found by another search, or comes from a draft. */
function useUnlisted(chosen: string, listed: readonly Client[] | undefined): Pick<Client, 'id' | 'name'>[] {
  const found = listed?.find(({ id }) => id === chosen);
  const [kept, keep] = useState(found);
  if (found && found !== kept) keep(found);
  const isKept = kept?.id === chosen;
  const { data } = useQuery({ ...clientQuery(chosen), enabled: chosen !== '' && listed !== undefined && !isKept });
  const unlisted = isKept ? kept : data;
  return unlisted && !found ? [unlisted] : [];
}

/** Fields with a choice of the client. The stage list is empty until a client is chosen. */
function FieldsWithClient() {
  const [text, setText] = useState('');
  const { clients, base, isWhole, isSearching } = useClients({ text });
  const chosen = String(useForm().values.clientId ?? '');
  const open = useMemo(() => clients?.filter(({ completed }) => !completed), [clients]);
  const found = useMemo(() => open && searchClients(open, text), [open, text]);
  const unlisted = useUnlisted(isWhole ? '' : chosen, found);
  const options = useMemo(
    () => sortByName(found ?? [], ({ name }) => name).map(({ id, name }) => ({ value: id, label: name })),
    [found],
  );
  const isLoading = isSearching || (!found && !base.isError);
  return (
    <>
      {base.hasNextPage && (
        <Input
          type="search"
          aria-label="Search clients"
          placeholder="Search clients..."
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <SelectField
        name="clientId"
        label="Client"
        placeholder={isLoading ? 'Loading clients...' : 'Select a client'}
        options={[...unlisted.map(({ id, name }) => ({ value: id, label: name })), ...options]}
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
  const { clients } = useClients({ enabled: clientId === undefined && dialog.open });
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
