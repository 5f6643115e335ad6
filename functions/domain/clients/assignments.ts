import { Conflict } from '../../aws/retry.ts';
import { get, type Key, query, transact, type Write } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition, clientIdOf, clientPartition, LISTED_BELOW_CLIENT } from '../../services/keys/keys.ts';
import { logFault } from '../../services/log/log.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from './client.ts';

/** Rows per transaction: DynamoDB allows 100 writes, and a reassignment has others. */
export const ROWS_AT_ONCE = 90;
const REASSIGNED_AGAIN = new Conflict();

/** Returns the account of an adviser. Throws 400 for `field` if there is none of this id. */
export async function assignee(adviserId: string, field = 'adviserId'): Promise<AdviserItem> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account) throw invalid(field, 'This adviser does not exist');
  return account;
}

export async function adviserNameOf(client: ClientItem, actor?: Staff): Promise<string> {
  const adviserId = adviserIdOf(client);
  if (actor?.id === adviserId) return actor.name;
  return (await get<AdviserItem>(adviserKey(adviserId)))?.summary.name ?? '';
}

interface ListedRow extends Key {
  gpk: string;
}

const isStray = (row: object, adviserId: string) => 'gpk' in row && row.gpk !== adviserPartition(adviserId);

/** Reads a client's rows that are still in a former adviser's list, such as open tasks. */
export async function strayRows(clientId: string, adviserId: string): Promise<ListedRow[]> {
  const keep = (row: object) => isStray(row, adviserId);
  const found = LISTED_BELOW_CLIENT.map((prefix) => query<ListedRow>(clientPartition(clientId), prefix, { keep }));
  return (await Promise.all(found)).flat();
}

/** Moves a row to an adviser's list. Fails if the row has left the lists, such as a completed task. */
export const moveRow = (row: Key, adviserId: string): Write => ({
  update: row,
  change: { set: { gpk: adviserPartition(adviserId) }, when: [['gpk', 'exists']] },
});

/** Moves rows that a reassignment left behind. Idempotent; stops if the client was reassigned again. */
export async function moveStrayRows(clientId: string, adviserId: string): Promise<void> {
  const assigned: Write = {
    check: clientKey(clientId),
    when: [['gpk', '=', adviserPartition(adviserId)]],
    refuse: REASSIGNED_AGAIN,
  };
  try {
    const stray = await strayRows(clientId, adviserId);
    for (let i = 0; i < stray.length; i += ROWS_AT_ONCE)
      await transact([assigned, ...stray.slice(i, i + ROWS_AT_ONCE).map((row) => moveRow(row, adviserId))]);
  } catch (error) {
    if (error !== REASSIGNED_AGAIN) throw error;
  }
}

/** Finishes an interrupted reassignment if a row is still in a former adviser's list. A failure is only logged. */
export async function finishReassignment(client: ClientItem, rows: readonly object[]): Promise<void> {
  const adviserId = adviserIdOf(client);
  if (rows.some((row) => isStray(row, adviserId)))
    await moveStrayRows(clientIdOf(client), adviserId).catch((error: unknown) => logFault('stray rows', error));
}
