import { unchanged } from '../../aws/expressions.ts';
import { Conflict, get, query, transact, type Write } from '../../aws/table.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../actor.ts';
import { invalid } from '../errors.ts';
import { adviserPartition, childKeyOf, clientPartition, PREFIX } from '../keys.ts';
import { type TaskItem, taskIndexKeys } from '../tasks/task.ts';
import { adviserIdOf, type ClientItem, clientKey } from './client.ts';

/** Most open tasks that move in one transaction with their client; the rest follow right after. */
export const TASKS_AT_ONCE = 90;
const REASSIGNED_AGAIN = new Conflict();

/** The adviser that a client is to be assigned to. Throws 400 where there is none. */
export async function assignee(adviserId: string): Promise<AdviserItem> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account) throw invalid('adviserId', 'This adviser does not exist');
  return account;
}

/**
 * The name of a client's adviser, as the account has it: the only place where it stands. It is read after the client, so
 * that no reassignment in between pairs the wrong two. Blank where there is no such account.
 */
export async function adviserNameOf(client: ClientItem, actor?: Staff): Promise<string> {
  const adviserId = adviserIdOf(client);
  if (actor?.id === adviserId) return actor.name;
  return (await get<AdviserItem>(adviserKey(adviserId)))?.card.name ?? '';
}

/** Adds to or takes from an adviser's count of clients; fails if the adviser does not exist. */
export const countClients = (adviserId: string, change: 1 | -1): Write => ({
  update: adviserKey(adviserId),
  change: { add: { clientCount: change }, when: [['pk', 'exists']] },
  ...(change > 0 && { refuse: invalid('adviserId', 'This adviser does not exist') }),
});

/** Whether a task is open and stands in another adviser's list than `adviserId`'s. */
export const isStray = (task: object, adviserId: string) => 'gpk' in task && task.gpk !== adviserPartition(adviserId);

/** The open tasks of a client that stand in another adviser's list than `adviserId`'s. */
export const strayTasks = (clientId: string, adviserId: string): Promise<TaskItem[]> =>
  query(clientPartition(clientId), PREFIX.task, { keep: (task) => isStray(task, adviserId) });

/** Moves one open task to an adviser's list, if it is still open. */
export const moveTask = (task: TaskItem, adviserId: string): Write => ({
  update: task,
  change: {
    set: taskIndexKeys(task.card, childKeyOf(task), adviserId),
    when: [['gpk', 'exists'], unchanged('card/dueDate', task.card.dueDate)],
  },
});

/**
 * Moves the open tasks that a reassignment left in the former adviser's list; safe to repeat. Stops if the client was
 * reassigned again meanwhile.
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
