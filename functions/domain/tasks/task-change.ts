import type { DataOf } from '#shared/audit-log/actions.ts';
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { NewTask, TaskChange, TaskChangeByClient } from '#shared/contract/tasks.ts';
import { changedOf, givenOf, loggedName, loggedOf, staffOnlyOf } from '#shared/nouns/field.ts';
import { TASK_FIELDS } from '#shared/nouns/task.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { NOTES_CHANGED, NOTES_FULL } from '#shared/rules/notes.ts';
import { sayMoment } from '#shared/rules/say-date.ts';
import { TASK_COMPLETED } from '#shared/rules/tasks.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { type Condition, together, unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  getChild,
  idOfChild,
  isChildId,
  newChildKey,
  PREFIX,
  parseChildId,
} from '../../services/keys/keys.ts';
import { endCallAbout } from '../clients/calls-for-help.ts';
import { adviserIdOf, type ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf, countTotal, ownStageNumber } from '../clients/client-writes.ts';
import { shownOfClient } from '../clients/listed-rows.ts';
import { detachTask } from '../documents/document-item.ts';
import type { FileLink } from '../documents/documents.ts';
import { type TaskItem, type TaskSummary, taskIndexKeys, toTask } from './task.ts';

type Counted = Pick<TaskSummary, 'status' | 'responsibility'>;

type AnyTaskChange = TaskChange & { clientNotes?: string | undefined };

const checkedStageId = (stageId: string | null | undefined, clientId: string) =>
  stageId ? childId(clientId, ownStageNumber(stageId, clientId)) : stageId;

const openFor = (task: Counted | undefined, who: TaskSummary['responsibility']) =>
  task && task.status !== 'completed' && task.responsibility === who ? 1 : 0;

const countOpen = (before: Counted | undefined, after: Counted | undefined) => ({
  'summary/openAdviserTasks': openFor(after, 'adviser') - openFor(before, 'adviser'),
  'summary/openClientTasks': openFor(after, 'client') - openFor(before, 'client'),
});

/** Fields whose values an audit entry keeps; it has the status separately. */
const SHORT = loggedOf(TASK_FIELDS);

/** Fails the write if status or short fields changed since they were read: counts and audit entry depend on them. */
export const unchangedSinceRead = ({ summary }: TaskItem): Condition[] =>
  (['status', ...SHORT] as const).map((field) => unchanged(`summary/${field}`, summary[field]));

const differing = <T extends object>(before: T, after: Partial<T>) =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field as keyof T]));

/** Returns the changed task, and the fields that differ. Completing it again keeps `completedAt`. */
function changedTask(task: TaskItem, change: AnyTaskChange, client: ClientItem, now: Date) {
  const { title, status = task.summary.status, responsibility = task.summary.responsibility } = change;
  const attributes = givenOf(TASK_FIELDS, { ...change, stageId: checkedStageId(change.stageId, clientIdOf(client)) });
  const completedAt = status === 'completed' ? (task.summary.completedAt ?? now.toISOString()) : undefined;
  const summary = {
    ...task.summary,
    ...(title && { title }),
    status,
    responsibility,
    completedAt,
    ...(openFor(task.summary, 'client') < openFor({ status, responsibility }, 'client') && {
      askedAt: now.toISOString(),
    }),
    ...attributes,
    ...shownOfClient(client, status !== 'completed'),
  };
  const keys = taskIndexKeys(summary, childKeyOf(task), adviserIdOf(client));
  const set = { ...differing(task, keys), ...summaryPaths(differing(task.summary, summary)) };
  return { after: { ...task, ...keys, summary: summary }, set };
}

const CHANGED = changedOf(TASK_FIELDS);
const STAFF_ONLY: readonly string[] = staffOnlyOf(TASK_FIELDS);

const shortValue = (field: (typeof SHORT)[number], { [field]: value }: TaskSummary): string | null =>
  value === undefined ? null : field === 'stageId' ? value.slice(value.indexOf('.') + 1) : value;

const shortChanges = (before: TaskSummary, after: TaskSummary): FieldChange[] =>
  SHORT.filter((field) => after[field] !== before[field]).map((field) => ({
    field: loggedName(TASK_FIELDS, field),
    was: shortValue(field, before),
    is: shortValue(field, after),
  }));

const isClients = ({ responsibility }: Counted) => responsibility === 'client';

function taskChangeData(before: TaskSummary, after: TaskSummary): DataOf<'task-changed'> | undefined {
  const isMoved = after.status !== before.status;
  const isNoted = after.clientNotes !== before.clientNotes;
  const changed = CHANGED.filter((field) => after[field] !== before[field]);
  const isChanged = changed.length > 0;
  const isShown = changed.some((field) => !STAFF_ONLY.includes(field));
  if (!isMoved && !isNoted && !isChanged) return undefined;
  const changes = shortChanges(before, after);
  const isSeen = (isClients(before) || isClients(after)) && (isMoved || isNoted || isShown);
  return {
    title: after.title,
    responsibility: after.responsibility,
    ...(isMoved && { from: before.status, to: after.status }),
    ...(isNoted && { noted: true }),
    ...(isChanged && { changed: true }),
    ...(changes.length > 0 && { changes }),
    ...(!isSeen && { internal: true }),
  };
}

export async function createTask(context: ChangeContext, sent: NewTask): Promise<TaskItem> {
  const { actor, client, now } = context;
  const key = newChildKey(now);
  const { title, responsibility = 'client' } = sent;
  const stageId = checkedStageId(sent.stageId, clientIdOf(client));
  const summary = {
    title,
    assignedBy: actor.id,
    ...givenOf(TASK_FIELDS, { ...sent, stageId }),
    status: 'pending',
    responsibility,
    ...shownOfClient(client),
  } as const;
  const place = childItemKey(PREFIX.task, clientIdOf(client), key);
  const task: TaskItem = { ...place, ...taskIndexKeys(summary, key, adviserIdOf(client)), v: 1, summary: summary };
  const happened = { action: 'task-created', data: { title, responsibility }, ref: idOfChild(task) } as const;
  const counts = together({ add: countOpen(undefined, summary) }, countTotal(client, 'totalTasks', 1));
  await transact([...changeOf(context, happened, counts), { put: { ...task } }]);
  return task;
}

/** Throws 404 if a client may not see the task, 409 if they change a completed one or outdated notes. */
export async function updateTask(
  context: ChangeContext,
  task: TaskItem | undefined,
  sent: SentChange,
): Promise<TaskItem> {
  const { actor, client, now } = context;
  const byClient = actor.kind === 'client';
  if (!task || (byClient && task.summary.responsibility !== 'client')) throw notFound('Task not found');
  if (byClient && task.summary.status === 'completed') throw conflict(TASK_COMPLETED);
  const { change, when } = withClientNotes(task, sent, now);
  const { after, set } = changedTask(task, change, client, now);
  const data = taskChangeData(task.summary, after.summary);
  if (data) {
    const ref = idOfChild(task);
    const ended = openFor(after.summary, 'client') ? undefined : endCallAbout(client, ref);
    const happened = {
      action: 'task-changed',
      data: { ...data, ...(ended && { helped: true as const }) },
      ref,
    } as const;
    const changes = changeOf(context, happened, together({ add: countOpen(task.summary, after.summary) }, ended ?? {}));
    await transact([...changes, { update: task, change: { set, when: [...unchangedSinceRead(task), ...when] } }]);
  }
  return after;
}

export async function deleteTask(context: ChangeContext, task: TaskItem | undefined): Promise<void> {
  const { client } = context;
  if (!task) throw notFound('Task not found');
  const { title, responsibility } = task.summary;
  const ref = idOfChild(task);
  const happened = { action: 'task-deleted', data: { title, responsibility }, ref } as const;
  const counts = together(
    { add: countOpen(task.summary, undefined) },
    countTotal(client, 'totalTasks', -1),
    endCallAbout(client, ref) ?? {},
  );
  await transact([...changeOf(context, happened, counts), { delete: task, when: unchangedSinceRead(task) }]);
  await detachTask(clientIdOf(client), childKeyOf(task));
}

/** Reads the task that a document is uploaded for. Throws 400 unless the caller may see it. */
export async function linkToTask(taskId: string, clientId: string, actor: EntryActor): Promise<FileLink> {
  const isOwn = isChildId(taskId) && parseChildId(taskId).clientId === clientId;
  const task = isOwn ? await getChild<TaskItem>(PREFIX.task, taskId) : undefined;
  const mustBe: Condition[] = actor.kind === 'client' ? [['summary/responsibility', '=', 'client']] : [];
  if (!task || (mustBe.length > 0 && task.summary.responsibility !== 'client'))
    throw invalid('taskId', 'This task is no longer there. Please upload the file without it.');
  const { id, title } = toTask(task);
  const { stageId } = task.summary;
  const when = [['pk', 'exists'] as const, unchanged('summary/stageId', stageId), ...mustBe];
  return {
    document: { task: childKeyOf(task) },
    entry: { task: { id, title } },
    stage: stageId === undefined ? undefined : ownStageNumber(stageId, clientId),
    writes: [{ check: task, when }],
  };
}

export type SentChange = TaskChange & Omit<TaskChangeByClient, 'status'>;

/** How long a repeated note counts as a retry: clients press Save Notes again after a lost response. */
const RETRY_MINUTES = 10;

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Appends a note below its London time. Further lines are indented, so that none looks like another dated entry. */
export function withNote(notes: string | undefined, note: string, now: Date): string {
  const text = note.replace(LINE_BREAK, '$&  ');
  const dated = (minutesAgo: number) => `${sayMoment(new Date(now.getTime() - minutesAgo * MINUTE_MS))}\n${text}`;
  const isLast = (entry: string) => notes === entry || notes?.endsWith(`\n\n${entry}`);
  const retried = Array.from({ length: RETRY_MINUTES + 1 }, (_, minutes) => dated(minutes)).some(isLast);
  if (notes && retried) return notes;
  const all = notes ? `${notes}\n\n${dated(0)}` : dated(0);
  if (all.length > LIMITS.text) throw invalid('addNote', NOTES_FULL);
  return all;
}

/** Returns the change with merged notes, and conditions against lost updates. Throws 409 if the notes changed. */
function withClientNotes(
  { summary: { clientNotes: stored } }: TaskItem,
  { addNote, clientNotesWas, ...change }: SentChange,
  now: Date,
): { change: AnyTaskChange; when: Condition[] } {
  const when = [unchanged('summary/clientNotes', stored)];
  if (addNote !== undefined) return { change: { ...change, clientNotes: withNote(stored, addNote, now) }, when };
  if (clientNotesWas === undefined) return { change, when: [] };
  const current = stored ?? null;
  if (current !== clientNotesWas && current !== change.clientNotes)
    throw conflict(NOTES_CHANGED, { clientNotes: current });
  return { change, when };
}
