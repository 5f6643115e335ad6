import * as z from 'zod/mini';
import { optionalOf, staffOnlyOf } from '../nouns/field.ts';
import { TASK_FIELDS } from '../nouns/task.ts';
import { LIMITS } from '../rules/limits.ts';
import { RESPONSIBILITIES, TASK_STATUSES } from '../rules/tasks.ts';
import { type Calls, pageQuery } from './call.ts';
import { ADVISERS, WITH_CLIENT } from './callers.ts';
import { dueDate, nullableText, nullableTexts, oneOf, requiredText, stageLink, without } from './fields.ts';

export const task = z.object({
  id: z.string(),
  clientId: z.string(),
  title: z.string(),
  assignedBy: z.string(),
  status: z.enum(TASK_STATUSES),
  responsibility: z.enum(RESPONSIBILITIES),
  ...nullableTexts(optionalOf(TASK_FIELDS)),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
});

export type Task = z.infer<typeof task>;

export const clientTask = z.omit(task, without(staffOnlyOf(TASK_FIELDS)));

export type ClientTask = z.infer<typeof clientTask>;

export const pendingTask = z.extend(task, { clientName: z.string(), adviserId: z.string(), adviserName: z.string() });

export type PendingTask = z.infer<typeof pendingTask>;

const fields = {
  title: requiredText(LIMITS.title, 'Title is required'),
  description: z.optional(nullableText()),
  stageId: z.optional(stageLink),
  responsibility: z.optional(oneOf(RESPONSIBILITIES)),
  dueDate: z.optional(dueDate),
};

export const newTask = z.strictObject(fields);
export type NewTask = z.infer<typeof newTask>;

export const taskChange = z.partial(
  z.strictObject({ ...fields, status: oneOf(TASK_STATUSES), adviserNotes: nullableText() }),
);

export type TaskChange = z.infer<typeof taskChange>;

const EMPTY_NOTE = 'Please enter some notes';
const notes = () => z.optional(requiredText(LIMITS.text, EMPTY_NOTE));

export const taskChangeByClient = z
  .strictObject({
    /** Appended with date and time, even if another device has changed the notes. */
    addNote: notes(),
    clientNotes: notes(),
    /** With `clientNotes`: the notes as they were opened. Answers 409 if they changed since. */
    clientNotesWas: z.optional(nullableText()),
    status: z.optional(z.literal('completed', 'You can only mark a task complete')),
  })
  .check(
    z.refine((c) => [c.addNote, c.clientNotes, c.status].some((part) => part !== undefined), EMPTY_NOTE),
    z.refine((c) => c.addNote === undefined || c.clientNotes === undefined, {
      path: ['addNote'],
      message: 'Send either addNote or clientNotes',
    }),
    z.refine((c) => c.clientNotesWas === undefined || c.clientNotes !== undefined, {
      path: ['clientNotesWas'],
      message: 'This says what the notes were, so it goes with clientNotes',
    }),
  );

export type TaskChangeByClient = z.infer<typeof taskChangeByClient>;

/** 409 to a PATCH with `clientNotesWas`: the current notes. */
export const clientNotesConflict = z.object({ message: z.string(), clientNotes: z.nullable(z.string()) });

const ofClient = { lambda: 'tasks', allow: ADVISERS, about: 'client' } as const;
const ofAll = { lambda: 'tasks', allow: ADVISERS, about: 'nobody' } as const;

export const taskCalls = {
  'GET /api/clients/{id}/tasks': {
    reads: 'tasks',
    effect: 'none',
    ...ofClient,
    status: 200,
    query: pageQuery(1000, {}),
    returns: z.array(task),
  },
  'POST /api/clients/{id}/tasks': {
    changes: ['summary', 'tasks', 'reminders'],
    effect: 'none',
    ...ofClient,
    status: 201,
    body: newTask,
    returns: task,
  },
  'GET /api/tasks/pending': {
    reads: ['summary', 'lists'],
    effect: 'none',
    ...ofAll,
    status: 200,
    query: pageQuery(1000, {
      responsibility: z.optional(oneOf(RESPONSIBILITIES)),
      /** Words in title, description or the client's name. */
      q: z.optional(z.string().check(z.maxLength(1000, 'Search for a shorter text'))),
      adviser: z.optional(z.string()),
    }),
    returns: z.array(pendingTask),
  },
  'GET /api/tasks/pending-count': {
    reads: ['summary', 'lists'],
    effect: 'none',
    ...ofAll,
    status: 200,
    returns: z.object({ count: z.number() }),
  },
  'PATCH /api/tasks/{id}': {
    changes: ['summary', 'tasks', 'reminders'],
    effect: 'none',
    lambda: 'tasks',
    allow: WITH_CLIENT,
    about: 'child',
    status: 200,
    body: taskChange,
    bodyFromClient: taskChangeByClient,
    returns: z.union([task, clientTask]),
    conflict: clientNotesConflict,
  },
  'DELETE /api/tasks/{id}': {
    changes: ['summary', 'tasks', 'documents', 'reminders'],
    effect: 'none',
    lambda: 'tasks',
    allow: ADVISERS,
    about: 'child',
    status: 204,
  },
} as const satisfies Calls;
