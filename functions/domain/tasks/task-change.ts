import type { DataOf } from '#shared/activity.ts';
import type { FieldChange } from '#shared/contract/messages.ts';
import type { TaskChange } from '#shared/contract/tasks.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { cardPaths } from '../../aws/table-index.ts';
import { childId } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { adviserIdOf, type ClientItem } from '../clients/client.ts';
import { ownStageNumber } from '../clients/stage-id.ts';
import { type TaskCard, type TaskItem, taskIndexKeys } from './task.ts';

type Counted = Pick<TaskCard, 'status' | 'responsibility'>;

/** A change of a task, by an adviser or by the client. */
export type AnyTaskChange = TaskChange & { clientNotes?: string | undefined };

/** The stage a task is linked to. Throws 400 where it is not one of the client's. */
export const checkedStageId = (stageId: string | null | undefined, clientId: string) =>
  stageId ? childId(clientId, ownStageNumber(stageId, clientId)) : stageId;

const OPTIONAL = ['description', 'stageId', 'dueDate', 'adviserNotes', 'clientNotes'] as const;

/** The optional fields that a change gives; one set to `null` is `undefined`, to be removed. */
export function taskAttributes(change: Partial<Record<(typeof OPTIONAL)[number], string | null | undefined>>) {
  const given = OPTIONAL.filter((field) => change[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, change[field] ?? undefined])) as Partial<
    Pick<TaskCard, (typeof OPTIONAL)[number]>
  >;
}

const openFor = (task: Counted | undefined, who: TaskCard['responsibility']) =>
  task && task.status !== 'completed' && task.responsibility === who ? 1 : 0;

/** The change to the client's counts of open tasks that a task's change causes. */
export const countOpen = (before: Counted | undefined, after: Counted | undefined) => ({
  'card/openAdviserTasks': openFor(after, 'adviser') - openFor(before, 'adviser'),
  'card/openClientTasks': openFor(after, 'client') - openFor(before, 'client'),
});

/** What of a task is short enough for the record to keep what it was; its status is kept apart. */
const SHORT = ['title', 'stageId', 'responsibility', 'dueDate'] as const;

/** Fails the write if anything short of the task changed since it was read: the counts and the record tell of it. */
export const unchangedSinceRead = ({ card }: TaskItem): Condition[] =>
  (['status', ...SHORT] as const).map((field) => unchanged(`card/${field}`, card[field]));

const differing = <T extends object>(before: T, after: Partial<T>) =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field as keyof T]));

/**
 * A task after a change, and the fields that differ, which are all that is written. Completing sets `completedAt`,
 * reopening clears it, completing again keeps it.
 */
export function changedTask(task: TaskItem, change: AnyTaskChange, client: ClientItem, now: Date) {
  const { title, status = task.card.status, responsibility = task.card.responsibility } = change;
  const attributes = taskAttributes({ ...change, stageId: checkedStageId(change.stageId, clientIdOf(client)) });
  const completedAt = status === 'completed' ? (task.card.completedAt ?? now.toISOString()) : undefined;
  const card = { ...task.card, ...(title && { title }), status, responsibility, completedAt, ...attributes };
  const keys = taskIndexKeys(card, childKeyOf(task), adviserIdOf(client));
  const set = { ...differing(task, keys), ...cardPaths(differing(task.card, card)) };
  return { after: { ...task, ...keys, card }, set };
}

/** What the client sees of its task besides its status and its own notes. */
const SHOWN = ['title', 'description', 'stageId', 'dueDate', 'responsibility'] as const;
/** A short field as the record keeps it: a stage by its number. */
const shortValue = (field: (typeof SHORT)[number], { [field]: value }: TaskCard): string | null =>
  value === undefined ? null : field === 'stageId' ? value.slice(value.indexOf('.') + 1) : value;

const shortChanges = (before: TaskCard, after: TaskCard): FieldChange[] =>
  SHORT.filter((field) => after[field] !== before[field]).map((field) => ({
    field: field === 'stageId' ? 'stage' : field,
    was: shortValue(field, before),
    is: shortValue(field, after),
  }));

const isClients = ({ responsibility }: Counted) => responsibility === 'client';

/** What the record keeps of a change; `undefined` if nothing changed. */
export function taskChangeData(before: TaskCard, after: TaskCard): DataOf<'task-changed'> | undefined {
  const isMoved = after.status !== before.status;
  const isNoted = after.clientNotes !== before.clientNotes;
  const isShown = SHOWN.some((field) => after[field] !== before[field]);
  const isChanged = isShown || after.adviserNotes !== before.adviserNotes;
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
