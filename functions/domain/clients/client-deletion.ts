import { unchanged } from '../../aws/expressions.ts';
import { removeObjects } from '../../aws/s3.ts';
import { deleteAll, type Item, query, transact, tryUpdate } from '../../aws/table.ts';
import type { ActivityItem } from '../../services/audit-log/entry.ts';
import { firmLine } from '../../services/audit-log/firm-log.ts';
import { HttpError } from '../../services/errors.ts';
import { clientIdOf, clientPartition, PREFIX } from '../../services/keys/keys.ts';
import { removeNotices } from '../../services/notices.ts';
import { countClients } from './assignments.ts';
import type { ChangeContext } from './change.ts';
import { adviserIdOf, clientKey } from './client.ts';
import { keepReads } from './kept-entries.ts';

/**
 * Deletes a client with everything below it. Marks it first, so that nothing is added; copies recent reads to the firm's audit log;
 * deletes objects, children and notices, and the client last. It can be repeated after an interruption at any step.
 */
export async function deleteClient({ actor, client, now }: ChangeContext): Promise<void> {
  const clientId = clientIdOf(client);
  const key = clientKey(clientId);
  const marked = await tryUpdate(key, { set: { deleting: true }, when: [unchanged('gpk', client.gpk)] });
  if (!marked) throw new HttpError(409, 'This client was changed meanwhile. Please try again.');
  await removeObjects(`clients/${clientId}/`);
  const [children] = await Promise.all([
    query(clientPartition(clientId), '', { keep: (item) => item.sk !== key.sk }),
    removeNotices(adviserIdOf(client), clientId),
  ]);
  const entries = children.filter(({ sk }) => sk.startsWith(PREFIX.activity)) as (Item & ActivityItem)[];
  await keepReads(entries, now);
  await deleteAll(children);
  const { totalDocuments = 0, totalTasks = 0 } = client;
  const data = { documents: totalDocuments, tasks: totalTasks, adviserId: adviserIdOf(client) };
  await transact([
    { delete: key, when: [['deleting', 'exists']] },
    countClients(adviserIdOf(client), -1),
    firmLine(actor, { action: 'client-deleted', data, ref: clientId }, now),
  ]);
}
