import type { DataOf } from '#shared/audit-log/actions.ts';
import { READS_KEPT_DAYS } from '#shared/rules/lifetimes.ts';
import { isUnderWay, type LoaState } from '#shared/rules/loas.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { unchanged } from '../../aws/expressions.ts';
import { removeObjects } from '../../aws/s3.ts';
import { deleteAll, type Item, query, type Row, transact, tryUpdate } from '../../aws/table.ts';
import { type AuditEntry, newEntry } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { HttpError } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { AUDIT, clientIdOf, clientPartition, isOf, PREFIX, timeKey } from '../../services/keys/keys.ts';
import { removeNotices } from '../../services/notices.ts';
import { countLetters } from '../providers/provider.ts';
import { adviserIdOf, clientKey, toClient } from './client.ts';
import { countedAsRead, countWrites } from './client-counts.ts';
import type { ChangeContext } from './client-writes.ts';

/** Deletes a client and everything below. Idempotent: the mark is set first and blocks new items; the client goes last. */
export async function deleteClient({ actor, client, now }: ChangeContext): Promise<void> {
  const clientId = clientIdOf(client);
  const key = clientKey(clientId);
  const marked = await tryUpdate(key, { set: { deleting: true }, when: [unchanged('gpk', client.gpk)] });
  if (!marked) throw new HttpError(409, 'This client has just changed. Please try again.');
  await removeObjects(`clients/${clientId}/`);
  const [children] = await Promise.all([
    query(clientPartition(clientId), '', { keep: (item) => item.sk !== key.sk }),
    removeNotices(adviserIdOf(client), clientId),
  ]);
  const entries = children.filter(({ sk }) => sk.startsWith(PREFIX.activity)) as (Item & AuditEntry)[];
  await keepReads(entries, now);
  await endLetters(children);
  await deleteAll(children);
  const { completed, currentStage } = toClient(client, '');
  const data = {
    documents: client.totalDocuments,
    tasks: client.totalTasks,
    adviserId: adviserIdOf(client),
    stage: currentStage,
    ...(completed && { completed }),
  };
  await transact([
    { delete: key, when: [['deleting', 'exists'], ...countedAsRead(client)] },
    ...countWrites(client, undefined),
    firmEntry(actor, { action: 'client-deleted', data, ref: clientId }, now),
  ]);
}

type Letter = Item & Row<{ state: LoaState; providerKey: string }>;

const isLetter = (item: Item): item is Letter => isOf(KEYS.loa, item);

/** Deletes letters that are under way one by one, so that a repeated deletion counts none of them twice. */
async function endLetters(children: readonly Item[]): Promise<void> {
  for (const letter of children.filter(isLetter)) {
    const { state, providerKey } = letter.summary;
    if (isUnderWay(state))
      await transact([{ delete: letter, when: [['pk', 'exists']] }, countLetters(providerKey, -1)]);
  }
}

/** DynamoDB allows 100 writes in a transaction. */
const MAX_WRITES = 100;

const READS: Readonly<Record<string, DataOf<'client-read'>['what']>> = {
  'document-downloaded': 'document',
  'portal-link-revealed': 'link',
  'portal-link-regenerated': 'link',
  'client-exported': 'file',
};

/** Returns a copy with ids instead of the names of the client and their documents. */
function copyOf(entry: AuditEntry, what: DataOf<'client-read'>['what']): AuditEntry {
  const { actorType: kind, actorId: id, actorName } = entry;
  const ref = entry.ref ?? clientIdOf(entry);
  const name = kind === 'client' ? 'Client' : actorName;
  return newEntry({ pk: AUDIT, sk: entry.sk }, { kind, id, name }, { action: 'client-read', data: { what }, ref });
}

/** Copies recent reads of a client to the firm's audit log. Idempotent, because the keys stay the same. */
async function keepReads(entries: readonly AuditEntry[], now: Date): Promise<void> {
  const since = `${PREFIX.activity}${timeKey(new Date(now.getTime() - READS_KEPT_DAYS * DAY_MS))}`;
  const copies = entries.flatMap((entry) => {
    const what = READS[entry.action];
    return what && entry.sk >= since ? copyOf(entry, what) : [];
  });
  for (let i = 0; i < copies.length; i += MAX_WRITES)
    await transact(copies.slice(i, i + MAX_WRITES).map((copy) => ({ put: { ...copy } })));
}
