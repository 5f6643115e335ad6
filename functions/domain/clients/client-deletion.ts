import { unchanged } from '../../aws/expressions.ts';
import { deleteAll, query, transact, tryUpdate } from '../../aws/table.ts';
import type { ChangeContext } from '../activity.ts';
import { removeObjectsOf } from '../documents/store.ts';
import { HttpError } from '../errors.ts';
import { clientIdOf, clientPartition } from '../keys.ts';
import { removeNotices } from '../notices/reading.ts';
import { firmLine } from '../record.ts';
import { countClients } from './assignments.ts';
import { adviserIdOf, clientKey } from './client.ts';

/**
 * Deletes a client and all that hangs off it. First it is marked, so that nothing new comes; then the objects, the children,
 * what its adviser was told of it, and the client last, with a line in the firm's record: whatever interrupts it, the client is still there to repeat it, and
 * repeating finishes it.
 */
export async function deleteClient({ actor, client, now }: ChangeContext): Promise<void> {
  const clientId = clientIdOf(client);
  const key = clientKey(clientId);
  const marked = await tryUpdate(key, { set: { deleting: true }, when: [unchanged('gpk', client.gpk)] });
  if (!marked) throw new HttpError(409, 'This client was changed meanwhile. Please try again.');
  await removeObjectsOf(clientId);
  const [children] = await Promise.all([
    query(clientPartition(clientId), '', { keep: (item) => item.sk !== key.sk }),
    removeNotices(adviserIdOf(client), clientId),
  ]);
  await deleteAll(children);
  const { totalDocuments = 0, totalTasks = 0 } = client;
  const data = { documents: totalDocuments, tasks: totalTasks, adviserId: adviserIdOf(client) };
  await transact([
    { delete: key, when: [['deleting', 'exists']] },
    countClients(adviserIdOf(client), -1),
    firmLine(actor, { action: 'client-deleted', data, ref: clientId }, now),
  ]);
}
