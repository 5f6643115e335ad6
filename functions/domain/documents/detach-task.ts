import { unchanged } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { query, transact, type Write } from '../../aws/table.ts';
import type { ActivityItem } from '../../services/audit-log/entry.ts';
import { parseChildId } from '../../services/keys/ids.ts';
import { clientIdOf, clientPartition, PREFIX } from '../../services/keys/keys.ts';
import type { DocumentItem } from './document.ts';

/** Most writes of one DynamoDB transaction. */
const MAX_WRITES = 100;

const detached = (document: DocumentItem): Write => ({
  update: document,
  change: { set: { task: undefined }, when: [['pk', 'exists'], unchanged('task', document.task)] },
});

/**
 * Removes a deleted task from the documents that were sent for it. Idempotent. No document can name the task afterwards,
 * as an upload checks that its task exists.
 */
export const detachTask = (clientId: string, taskKey: string): Promise<void> =>
  retried(async () => {
    const keep = (item: object) => 'task' in item && item.task === taskKey;
    const found = await query<DocumentItem>(clientPartition(clientId), PREFIX.document, { keep });
    for (let i = 0; i < found.length; i += MAX_WRITES) await transact(found.slice(i, i + MAX_WRITES).map(detached));
  });

/** Finishes what a deletion of a task left undone because its request was interrupted. */
export async function detachDeletedTask(entry: ActivityItem): Promise<void> {
  if (entry.v === 2 && entry.ref !== undefined) await detachTask(clientIdOf(entry), parseChildId(entry.ref).key);
}
