import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { type AuditEntry, newEntry } from '#functions/services/audit-log/entry.ts';
import { childItemKey, newChildKey, PREFIX } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import { table, tableName } from './aws.ts';
import './handlers.ts';
import { asFunction } from './rights.ts';

type Who = Parameters<typeof newEntry>[1];

/** An audit-log entry that is not stored, so that only the test handles it. */
export const lineFor = (clientId: string, who: Who, happened: Happened, at = new Date()): AuditEntry =>
  newEntry(childItemKey(PREFIX.activity, clientId, newChildKey(at)), who, happened);

/** Stores an entry whose event is ignored: the deployed job receives an old version without consequences. */
export async function storedQuietly(line: AuditEntry): Promise<AuditEntry> {
  const old = { ...line, v: 1, summary: '' };
  for (const Item of [old, line]) await table.send(new PutCommand({ TableName: tableName(), Item }));
  return line;
}

const eventOf = (...lines: readonly object[]): DynamoDBStreamEvent => ({
  Records: lines.map((line) => {
    const { pk, sk } = line as AuditEntry;
    const image = marshall(line, { removeUndefinedValues: true });
    return { eventName: 'INSERT', dynamodb: { Keys: marshall({ pk, sk }), NewImage: image } } as DynamoDBRecord;
  }),
});

export async function hear(...lines: readonly object[]): Promise<{ setAside: number }> {
  const { handler } = await import('#functions/jobs/on-record.ts');
  return asFunction('on-record', () => handler(eventOf(...lines)));
}
