import { addressOf } from '#shared/contract/address.ts';
import type { ClientTask, Task } from '#shared/contract/tasks.ts';
import { orNull, type Stored, withoutStaffOnly } from '#shared/nouns/field.ts';
import { TASK_FIELDS } from '#shared/nouns/task.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';
import { fitting } from '../../aws/json-size.ts';
import type { Key, Range, Row } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  adviserPartition,
  childKeyOf,
  clientIdOf,
  idOfChild,
  isOf,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import type { ClientItem, ClientRow } from '../clients/client.ts';
import { finishRows, type ShownOfClient } from '../clients/listed-rows.ts';

export interface TaskSummary extends Stored<typeof TASK_FIELDS>, ShownOfClient {
  title: string;
  assignedBy: string;
  status: TaskStatus;
  responsibility: Responsibility;
  completedAt?: string;
  /** ISO time at which it became the client's again, or open again for them. */
  askedAt?: string;
}

/** Only open tasks have index keys. */
export interface TaskItem extends Key {
  v: 1;
  gpk?: string;
  gsk?: string;
  summary: TaskSummary;
}

export type TaskRow = Row<TaskSummary>;

/** Index keys of an open task: oldest due first, undated last. */
export function taskIndexKeys(task: Pick<TaskSummary, 'status' | 'dueDate'>, key: string, adviserId: string) {
  if (task.status === 'completed') return { gpk: undefined, gsk: undefined };
  return { gpk: adviserPartition(adviserId), gsk: `${PREFIX.indexedTask}${task.dueDate ?? '9999'}#${key}` };
}

export const toTask = (item: Pick<TaskItem, 'pk' | 'sk' | 'summary'>): Task => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  title: item.summary.title,
  assignedBy: item.summary.assignedBy,
  status: item.summary.status,
  responsibility: item.summary.responsibility,
  ...orNull(TASK_FIELDS, item.summary),
  completedAt: item.summary.completedAt ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

export const toClientTask = (item: TaskItem): ClientTask => withoutStaffOnly(TASK_FIELDS, toTask(item));

// Limits of a page, whichever is reached first: a Lambda response is limited to 6 MB.
const MAX = 1000;
const MAX_BYTES = 4_000_000;

const CURSOR = /^[\w-]{25}$/;

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

interface TaskPage<T> {
  items: T[];
  next: string | undefined;
}

export function taskRange({ limit = MAX, cursor }: PageQuery): Range {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
  return { newestFirst: true, before: cursor && `${PREFIX.task}${cursor}`, limit: limit + 1, maxBytes: MAX_BYTES };
}

export function taskPage(found: readonly TaskItem[], { limit = MAX }: PageQuery): TaskPage<Task> {
  const items = fitting(found.slice(0, limit).map(toTask), MAX_BYTES);
  const last = found.length > items.length ? found[items.length - 1] : undefined;
  const older = last && { limit: String(limit), cursor: childKeyOf(last) };
  return { items, next: older && addressOf('GET /api/clients/{id}/tasks', { id: clientIdOf(last) }, older).url };
}

/** Returns a page of tasks after finishing an interrupted reassignment. */
export async function listTasks(
  client: ClientItem,
  found: readonly TaskItem[],
  page: PageQuery,
): Promise<TaskPage<Task>> {
  await finishRows(client, found);
  return taskPage(found, page);
}

export const isTask = (item: Key): item is TaskRow => isOf(KEYS.task, item);
export const isClient = (item: Key): item is ClientRow => isOf(KEYS.client, item);
