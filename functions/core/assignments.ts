import {
  type AdviserItem,
  adviserKey,
  adviserPartition,
  type ClientItem,
  childKeyOf,
  clientIdOf,
  clientKey,
  clientPartition,
  PREFIX,
  type TaskItem,
  taskIndexKeys,
} from './entities.ts';
import { Conflict, invalid } from './errors.ts';
import { get, query, queryIndex, transact, tryUpdate, type Write } from './table.ts';

/** Most open tasks that move in one transaction with their client; the rest follow right after. */
export const TASKS_AT_ONCE = 90;
const PARALLEL = 20;
const REASSIGNED_AGAIN = new Conflict();

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += PARALLEL) await Promise.all(items.slice(i, i + PARALLEL).map(work));
}

/** The adviser that a client is to be assigned to. Throws 400 where there is none. */
export async function assignee(adviserId: string): Promise<AdviserItem> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account) throw invalid('adviserId', 'This adviser does not exist');
  return account;
}

/** Counts a client more or fewer at an adviser, who has to exist for it. */
export const countClients = (adviserId: string, change: 1 | -1): Write => ({
  update: adviserKey(adviserId),
  change: { add: { clientCount: change }, when: [['pk', 'exists']] },
  ...(change > 0 && { refuse: invalid('adviserId', 'This adviser does not exist') }),
});

/** The open tasks of a client that stand in another adviser's list than `adviserId`'s. */
export async function strayTasks(clientId: string, adviserId: string): Promise<TaskItem[]> {
  const keep = (item: object) => 'gpk' in item && item.gpk !== adviserPartition(adviserId);
  return query<TaskItem>(clientPartition(clientId), PREFIX.task, { keep });
}

/** Moves one open task to an adviser's list, if it is still open. */
export const moveTask = (task: TaskItem, adviserId: string): Write => ({
  update: task,
  change: {
    set: taskIndexKeys(task, childKeyOf(task), adviserId),
    when: [
      ['gpk', 'exists'],
      ['dueDate', ...(task.dueDate ? (['=', task.dueDate] as const) : (['absent'] as const))],
    ] as const,
  },
});

/**
 * Moves what is left after a reassignment, also one that was interrupted: repeating it does no harm. A client that was
 * reassigned again meanwhile is left to who did that.
 */
export async function moveStrayTasks(clientId: string, adviserId: string): Promise<void> {
  const assigned: Write = {
    check: clientKey(clientId),
    when: [['gpk', '=', adviserPartition(adviserId)]],
    refuse: REASSIGNED_AGAIN,
  };
  try {
    const stray = await strayTasks(clientId, adviserId);
    for (let i = 0; i < stray.length; i += TASKS_AT_ONCE)
      await transact([assigned, ...stray.slice(i, i + TASKS_AT_ONCE).map((task) => moveTask(task, adviserId))]);
  } catch (error) {
    if (error !== REASSIGNED_AGAIN) throw error;
  }
}

/** Writes an adviser's new name to its clients, who show it; repeating it does no harm. */
export async function renameAdviser(adviserId: string, adviserName: string): Promise<void> {
  const outdated = (item: object) => 'adviserName' in item && item.adviserName !== adviserName;
  const clients = await queryIndex<ClientItem>(adviserPartition(adviserId), PREFIX.indexedClient, { keep: outdated });
  await inParallel(clients, (client) =>
    tryUpdate(clientKey(clientIdOf(client)), { set: { adviserName }, when: [['gpk', '=', client.gpk]] }),
  );
}
