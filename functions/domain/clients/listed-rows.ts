import { unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import { adviserPartition, clientIdOf, clientPartition, LISTED_BELOW_CLIENT } from '../../services/keys/keys.ts';
import { logFault } from '../../services/log/log.ts';
import { type ClientItem, clientKey } from './client.ts';

/** Rows per transaction: DynamoDB allows 100 writes, and a reassignment has others. */
export const ROWS_AT_ONCE = 90;

/** Facts of a client in the summary of each row below it. Lists would read every client otherwise. */
export interface ShownOfClient {
  clientName?: string | undefined;
  clientCompleted?: true | undefined;
}

type Shown = Pick<ClientItem, 'summary'>;
type Listing = Shown & Pick<ClientItem, 'pk' | 'sk' | 'gpk'>;

const NOTHING_SHOWN: ShownOfClient = { clientName: undefined, clientCompleted: undefined };

/** Returns what a row shows of its client; nothing once it has left the lists, as renames no longer reach it. */
export const shownOfClient = ({ summary }: Shown, isListed = true): ShownOfClient =>
  isListed
    ? { clientName: summary.name, clientCompleted: summary.completedAt === undefined ? undefined : true }
    : NOTHING_SHOWN;

/** Fails a write that places a row if the client was renamed, completed or reopened since it was read. */
export const shownUnchanged = ({ summary }: Shown) => [
  unchanged('summary/name', summary.name),
  unchanged('summary/completedAt', summary.completedAt),
];

interface ListedRow extends Key {
  gpk: string;
  summary: ShownOfClient;
}

/** Returns true if the summary of a listed row has another name or state of its client. */
export function showsOther(shown: ShownOfClient, client: Shown): boolean {
  const { clientName, clientCompleted } = shownOfClient(client);
  return shown.clientName !== clientName || shown.clientCompleted !== clientCompleted;
}

/** Returns true if a listed row is in another list than its client, or shows another name or state of it. */
export function isOutdated(row: object, client: Listing): boolean {
  if (!('gpk' in row) || row.gpk === undefined) return false;
  const { gpk, summary } = row as ListedRow;
  return gpk !== client.gpk || showsOther(summary, client);
}

/** Reads a client's listed rows that differ from it. */
export async function outdatedRows(client: Listing): Promise<Key[]> {
  const keep = (row: object) => isOutdated(row, client);
  const found = LISTED_BELOW_CLIENT.map((prefix) => query(clientPartition(clientIdOf(client)), prefix, { keep }));
  return (await Promise.all(found)).flat();
}

/** Puts a row into its client's list, with what it shows of the client. Fails if the row has left the lists. */
export const updateRow = (row: Key, client: Listing): Write => ({
  update: row,
  change: { set: { gpk: client.gpk, ...summaryPaths(shownOfClient(client)) }, when: [['gpk', 'exists']] },
});

/** A list of nobody, for rows that a large reassignment takes out of the former adviser's list first. */
const NOBODY = adviserPartition('');

const hideRow = (row: Key): Write => ({
  update: row,
  change: { set: { gpk: NOBODY }, when: [['gpk', 'exists']] },
});

const CHANGED_AGAIN = new Conflict();

async function inBatches(client: Listing, rows: readonly Key[], write: (row: Key) => Write): Promise<void> {
  const when = [unchanged('gpk', client.gpk), ...shownUnchanged(client)];
  const same: Write = { check: clientKey(clientIdOf(client)), when, refuse: CHANGED_AGAIN };
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await transact([same, ...rows.slice(i, i + ROWS_AT_ONCE).map(write)]);
}

/** Brings the rows below a client up to date. Idempotent; stops if the client changed again. */
export async function updateRows(client: Listing): Promise<void> {
  try {
    await inBatches(client, await outdatedRows(client), (row) => updateRow(row, client));
  } catch (error) {
    if (error !== CHANGED_AGAIN) throw error;
  }
}

/**
 * Takes rows that do not fit into the transaction of a reassignment out of the former adviser's list. If the
 * reassignment is interrupted, they come back when the client's page is next opened.
 */
export const hideRows = (client: Listing, rows: readonly Key[]) => inBatches(client, rows, hideRow);

/** Finishes an interrupted change if a row still differs from its client. A failure is only logged. */
export async function finishRows(client: ClientItem, rows: readonly object[]): Promise<void> {
  if (rows.some((row) => isOutdated(row, client)))
    await updateRows(client).catch((error: unknown) => logFault('outdated rows', error));
}
