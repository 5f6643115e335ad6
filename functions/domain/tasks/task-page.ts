import { addressOf } from '#shared/contract/address.ts';
import type { PendingTask, Task } from '#shared/contract/tasks.ts';
import { fitting } from '../../aws/json-size.ts';
import type { Range } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { childKeyOf, clientIdOf, isOf, PREFIX } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import type { Staff } from '../accounts/actor.ts';
import { adviserIdOf, type ClientRow } from '../clients/client.ts';
import { wholeList } from '../clients/firm-lists.ts';
import { type TaskItem, type TaskRow, toTask } from './task.ts';

// A page ends after so many tasks or so much JSON, whichever is less (contract, Tasks): a function's answer may hold 6 MB.
const MAX = 1000;
const MAX_BYTES = 4_000_000;

const CURSOR = /^[\w-]{25}$/;
const PENDING_CURSOR = /^TASK#[\dTZ:.-]{4,30}#[\w-]{25}$/;

/** A page of a list of tasks. */
interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A page of tasks, and the path of the next page if there is one. */
interface TaskPage<T> {
  tasks: T[];
  next: string | undefined;
}

/** Returns the range of a client's tasks for a page, newest first, one more than is shown. Throws 400 for an unknown cursor. */
export function taskRange({ limit = MAX, cursor }: PageQuery): Range {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
  return { newestFirst: true, before: cursor && `${PREFIX.task}${cursor}`, limit: limit + 1, maxBytes: MAX_BYTES };
}

/** Returns a page of a client's tasks, newest first; `found` as {@link taskRange} limits it. */
export function taskPage(found: readonly TaskItem[], { limit = MAX }: PageQuery): TaskPage<Task> {
  const tasks = fitting(found.slice(0, limit).map(toTask), MAX_BYTES);
  const last = found.length > tasks.length ? found[tasks.length - 1] : undefined;
  const older = last && { limit: String(limit), cursor: childKeyOf(last) };
  return { tasks, next: older && addressOf('GET /api/clients/{id}/tasks', { id: clientIdOf(last) }, older).url };
}

const isTask = (item: ClientRow | TaskRow): item is TaskRow => isOf(KEYS.task, item);
const isClient = (item: ClientRow | TaskRow): item is ClientRow => isOf(KEYS.client, item);

function decoded(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (!PENDING_CURSOR.test(key)) throw invalid('cursor', 'Unknown cursor');
  return key;
}

/**
 * Returns a page of open tasks with their clients' names and advisers, oldest due first. The cursor is the index key of the
 * last task shown. A task in the list of an adviser who no longer has the client is left out. Throws 400 for an unknown cursor.
 */
export async function pendingPage(
  actor: Staff,
  own: (ClientRow | TaskRow)[],
  { limit = MAX, cursor }: PageQuery,
): Promise<TaskPage<PendingTask>> {
  const from = cursor === undefined ? '' : decoded(cursor);
  const { items, names } = await wholeList(actor, own, '');
  const clients = new Map(items.filter(isClient).map((item) => [`${item.gpk} ${item.pk}`, item]));
  const open = items
    .filter(isTask)
    .filter(({ gpk, gsk, pk }) => gsk > from && clients.has(`${gpk} ${pk}`))
    .sort((a, b) => (a.gsk < b.gsk ? -1 : 1));
  const shown = open.slice(0, limit).map((item): PendingTask => {
    const adviserId = adviserIdOf(item);
    const clientName = clients.get(`${item.gpk} ${item.pk}`)?.card.name ?? '';
    return { ...toTask(item), clientName, adviserId, adviserName: names.get(adviserId) ?? '' };
  });
  const tasks = fitting(shown, MAX_BYTES);
  const last = open.length > tasks.length ? open[tasks.length - 1] : undefined;
  const later = last && { limit: String(limit), cursor: Buffer.from(last.gsk).toString('base64url') };
  return { tasks, next: later && addressOf('GET /api/tasks/pending', {}, later).url };
}
