import { Conflict, get, type Key, query, transact, type Write } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition, clientPartition, PREFIX } from '../../services/keys/keys.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/actor.ts';
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

/** Row of a client's open task in the list of its adviser. */
interface OpenTask extends Key {
  gpk: string;
}

/** Returns true if a task is open and in the list of another adviser than `adviserId`. */
export const isStray = (task: object, adviserId: string) => 'gpk' in task && task.gpk !== adviserPartition(adviserId);

/** Reads the open tasks of a client that are in the list of another adviser than `adviserId`. */
export const strayTasks = (clientId: string, adviserId: string): Promise<OpenTask[]> =>
  query(clientPartition(clientId), PREFIX.task, { keep: (task) => isStray(task, adviserId) });

/** Moves one open task to an adviser's list, if it is still open. Its sort key is the due date and does not change. */
export const moveTask = (task: Key, adviserId: string): Write => ({
  update: task,
  change: { set: { gpk: adviserPartition(adviserId) }, when: [['gpk', 'exists']] },
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
