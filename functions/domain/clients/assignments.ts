import { Conflict } from '../../aws/retry.ts';
import { get, type Key, query, transact, type Write } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition, clientPartition, LISTED_BELOW_CLIENT } from '../../services/keys/keys.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from './client.ts';

/** Most rows that move in one transaction with their client; the rest follow right after. */
export const ROWS_AT_ONCE = 90;
const REASSIGNED_AGAIN = new Conflict();

export async function assignee(adviserId: string): Promise<AdviserItem> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account) throw invalid('adviserId', 'This adviser does not exist');
  return account;
}

/** Returns the adviser's name, read after the client, so that no reassignment in between pairs the wrong two. */
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

interface ListedRow extends Key {
  gpk: string;
}

export const isStray = (row: object, adviserId: string) => 'gpk' in row && row.gpk !== adviserPartition(adviserId);

/** Reads the rows of a client that are in another adviser's list, such as its open tasks. */
export async function strayRows(clientId: string, adviserId: string): Promise<ListedRow[]> {
  const keep = (row: object) => isStray(row, adviserId);
  const found = LISTED_BELOW_CLIENT.map((prefix) => query<ListedRow>(clientPartition(clientId), prefix, { keep }));
  return (await Promise.all(found)).flat();
}

/** Moves a row to an adviser's list if it is still in one. Its place in the list does not change. */
export const moveRow = (row: Key, adviserId: string): Write => ({
  update: row,
  change: { set: { gpk: adviserPartition(adviserId) }, when: [['gpk', 'exists']] },
});

/** Moves rows that a reassignment left behind; idempotent. Stops if the client was reassigned again. */
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
