import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type Client, type ClientChange, clientChange } from '#shared/contract/clients.ts';
import { newTask } from '#shared/contract/tasks.ts';
import { CLIENT_STATUSES } from '#shared/rules/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { AdviserField } from '../../../parts/account/adviser-field.tsx';
import { oneOfMany } from '../../../parts/client/bulk.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import type { Change } from '../../../parts/refreshes.ts';
import { execute } from '../../../parts/refreshes.ts';
import { AskFields } from '../../../parts/request/ask-fields.tsx';
import { askSchema, isAnyAsked, requestsFor } from '../../../parts/request/ask-schema.ts';
import { CLIENT_STATUS } from '../../../parts/status/status-badges.tsx';
import { RESPONSIBILITY_OPTIONS } from '../../../parts/task/task-labels.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import type { Needs } from '../../../ui/form/form.tsx';

type Undo = () => Promise<unknown>;
/**
 * Action on one client, which rejects on failure. Returns its undo, "Already …" if nothing changed, or undefined if it
 * cannot be undone.
 */
export type ClientAction = (client: Client) => Promise<Undo | string | undefined>;

export type JobKind = 'status' | 'reassign' | 'task' | 'documents' | 'link' | 'complete';

export interface Job {
  title: string;
  /** Label of the submit button. */
  submit: (count: number) => string;
  /** Explanation above the fields. */
  about?: (count: number) => ReactNode;
  Fields?: (props: { count: number }) => ReactNode;
  needs?: Needs;
  schema: z.core.$ZodType;
  /** Request that it sends, to know which data to refetch afterwards. */
  call: Change;
  /** Selects the clients to include. The others are left as they are. */
  isFor?: (client: Client) => boolean;
  actionFor: (values: unknown) => ClientAction;
}

const patchClient = oneOfMany('PATCH /api/clients/{id}');
const patch = ({ id }: Client, body: ClientChange) => execute(patchClient, { params: { id }, body });
const addTask = oneOfMany('POST /api/clients/{id}/tasks');
const removeTask = oneOfMany('DELETE /api/tasks/{id}');
const addRequests = oneOfMany('POST /api/clients/{id}/requests');
const removeRequest = oneOfMany('DELETE /api/requests/{id}');
const mailLink = oneOfMany('POST /api/clients/{id}/send-portal-link');

/** Builds a job. Its `actionFor` receives the values that the schema has parsed. */
const job = <S extends z.core.$ZodType>(
  schema: S,
  { actionFor, ...rest }: Omit<Job, 'schema' | 'actionFor'> & { actionFor: (values: z.output<S>) => ClientAction },
): Job => ({ ...rest, schema, actionFor: (values) => actionFor(values as z.output<S>) });

const clients = (count: number) => countOf(count, 'client');

const STATUSES = CLIENT_STATUSES.map((value) => ({ value, label: CLIENT_STATUS[value][0] }));

const TaskFields = () => (
  <>
    <TextField name="title" label="Title" required />
    <TextAreaField name="description" label="Description" rows={3} />
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <SelectField
        name="responsibility"
        label="Responsibility"
        options={RESPONSIBILITY_OPTIONS}
        defaultValue="client"
      />
      <DateField name="dueDate" label="Due Date" />
    </Grid>
  </>
);

/** Value of a form's checkbox: "on" if ticked, absent if not. */
const ticked = z.optional(z.literal('on'));

const ReassignFields = ({ count }: { count: number }) => (
  <>
    <AdviserField />
    <NewLinkChoice count={count} name="renewLink" defaultChecked />
  </>
);

export const JOBS: Readonly<Record<JobKind, Job>> = {
  status: job(z.required(z.pick(clientChange, { status: true })), {
    title: 'Set Status',
    submit: (count) => `Set for ${countOf(count, 'Client')}`,
    Fields: () => <SelectField name="status" label="Status" options={STATUSES} required />,
    call: 'PATCH /api/clients/{id}',
    actionFor:
      ({ status }) =>
      async (client) => {
        if (client.status === status) return `Already ${CLIENT_STATUS[status][0]}`;
        await patch(client, { status });
        return () => patch(client, { status: client.status });
      },
  }),
  reassign: job(z.extend(z.required(z.pick(clientChange, { adviserId: true })), { renewLink: ticked }), {
    title: 'Reassign Clients',
    submit: (count) => `Reassign ${countOf(count, 'Client')}`,
    Fields: ReassignFields,
    needs: ['adviserId'],
    call: 'PATCH /api/clients/{id}',
    actionFor:
      ({ adviserId, renewLink }) =>
      async (client) => {
        await patch(client, { adviserId, renewLink: renewLink !== undefined });
        // Restores only the adviser: a renewed link stays the new one.
        return () => patch(client, { adviserId: client.adviserId });
      },
  }),
  task: job(newTask, {
    title: 'Assign Task',
    submit: (count) => (count === 1 ? 'Create Task' : `Create ${countOf(count, 'Task')}`),
    Fields: TaskFields,
    needs: ['title'],
    call: 'POST /api/clients/{id}/tasks',
    actionFor:
      (body) =>
      async ({ id }) => {
        const task = await execute(addTask, { params: { id }, body });
        return () => execute(removeTask, { params: { id: task.id } });
      },
  }),
  documents: job(askSchema, {
    title: 'Ask for Documents',
    submit: (count) => `Ask ${countOf(count, 'Client')}`,
    Fields: () => <AskFields />,
    needs: isAnyAsked,
    call: 'POST /api/clients/{id}/requests',
    // A completed portal shows no requests.
    isFor: ({ completed }) => !completed,
    actionFor:
      (asked) =>
      async ({ id: clientId }) => {
        const made = await execute(addRequests, { params: { id: clientId }, body: requestsFor(clientId, asked) });
        const left = made.map(({ id }) => id);
        // Forgets those deleted, so that an undo that fails halfway can be repeated.
        return async () => {
          for (const id of [...left]) {
            await execute(removeRequest, { params: { id } });
            left.shift();
          }
        };
      },
  }),
  link: job(z.object({}), {
    title: 'Email Portal Links',
    submit: (count) => `Send ${countOf(count, 'Email')}`,
    about: (count) => (
      <Text>{`This emails ${clients(count)} the link to their portal now. You cannot undo this.`}</Text>
    ),
    call: 'POST /api/clients/{id}/send-portal-link',
    actionFor: () => async (client) => {
      await execute(mailLink, { params: { id: client.id } });
      return undefined;
    },
  }),
  complete: job(z.object({}), {
    title: 'Complete Clients',
    submit: (count) => `Complete ${countOf(count, 'Client')}`,
    about: (count) => `This marks the journey of ${clients(count)} as completed.`,
    call: 'PATCH /api/clients/{id}',
    isFor: ({ completed }) => !completed,
    actionFor: () => async (client) => {
      await patch(client, { completed: true });
      return () => patch(client, { completed: false });
    },
  }),
};
