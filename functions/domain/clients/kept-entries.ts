import type { DataOf } from '#shared/activity.ts';
import { transact } from '../../aws/table.ts';
import { type ActivityItem, lineAt } from '../../services/audit-log/entry.ts';
import { timeKey } from '../../services/keys/ids.ts';
import { AUDIT, clientIdOf, PREFIX } from '../../services/keys/keys.ts';

/** Days of downloads, link reveals and exports that the firm keeps of a deleted client. */
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** DynamoDB takes at most 100 writes in a transaction. */
const AT_ONCE = 100;

const READS: Readonly<Record<string, DataOf<'client-read'>['what']>> = {
  'document-downloaded': 'document',
  'portal-link-revealed': 'link',
  'portal-link-regenerated': 'link',
  'client-exported': 'file',
};

/** Returns the copy of an entry: ids, and no name of the client or its documents. */
function copyOf(entry: ActivityItem, what: DataOf<'client-read'>['what']): ActivityItem {
  const { actorType: kind, actorId: id, actorName } = entry;
  const ref = (entry.v === 2 && entry.ref) || clientIdOf(entry);
  const name = kind === 'client' ? 'Client' : actorName;
  return lineAt({ pk: AUDIT, sk: entry.sk }, { kind, id, name }, { action: 'client-read', data: { what }, ref });
}

/** Copies recent reads of a client to the firm's audit log, under the same keys: repeating it changes nothing. */
export async function keepReads(entries: readonly ActivityItem[], now: Date): Promise<void> {
  const since = `${PREFIX.activity}${timeKey(new Date(now.getTime() - DAYS * DAY_MS))}`;
  const copies = entries.flatMap((entry) => {
    const what = READS[entry.action];
    return what && entry.sk >= since ? copyOf(entry, what) : [];
  });
  for (let i = 0; i < copies.length; i += AT_ONCE)
    await transact(copies.slice(i, i + AT_ONCE).map((copy) => ({ put: { ...copy } })));
}
