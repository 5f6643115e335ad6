import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { retried } from '#functions/aws/retry.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import { type AuditEntry, newEntry } from '#functions/services/audit-log/entry.ts';
import { AUDIT, childItemKey, newChildKey, PREFIX } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import { table, tableName } from './aws.ts';
import { streamEvent } from './event.ts';
import './handlers.ts';
import { asFunction } from '../../infra/local/memory/rights.ts';

type Who = Parameters<typeof newEntry>[1];

/** An audit-log entry that is not stored, so that only the test handles it. */
export const entryFor = (clientId: string, who: Who, happened: Happened, at = new Date()): AuditEntry =>
  newEntry(childItemKey(PREFIX.activity, clientId, newChildKey(at)), who, happened);

/** An entry of what a client did; not stored either. */
export const entryByClient = ({ id, name }: { id: string; name: string }, happened: Happened, at?: Date): AuditEntry =>
  entryFor(id, { kind: 'client', id, name }, happened, at);

/** An entry of the firm's audit log that is not stored. */
export const firmEntryFor = (who: Who, happened: Happened, at = new Date()): AuditEntry =>
  newEntry({ pk: AUDIT, sk: `${PREFIX.activity}${newChildKey(at)}` }, who, happened);

/** Stores an entry whose event is ignored: the deployed job receives it as a restored one, without consequences. */
export async function storedQuietly(entry: AuditEntry): Promise<AuditEntry> {
  for (const Item of [{ ...entry, restored: true }, entry])
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  return entry;
}

/** Runs the event handlers of an entry as the job does. Throws what makes the stream retry. */
export const followed = (entry: AuditEntry, now = new Date()) =>
  asFunction('on-record', () => retried(() => handleEntry(entry, now)));

/** Delivers entries to the job that runs event handlers, as the stream does. */
export async function deliver(...entries: readonly object[]): Promise<{ setAside: number }> {
  const { handler } = await import('#functions/jobs/on-record.ts');
  return asFunction('on-record', () => handler(streamEvent(...entries)));
}
