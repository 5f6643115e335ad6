import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { type ActivityItem, lineAt } from '#functions/services/audit-log/entry.ts';
import { newChildKey } from '#functions/services/keys/ids.ts';
import { childItemKey, PREFIX } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/activity.ts';
import { table, tableName } from './aws.ts';
import './handlers.ts';
import { asFunction } from './rights.ts';

/** Who a line names. */
type Who = Parameters<typeof lineAt>[1];

/** A line of a client's record that is nowhere stored, so that nothing but the test follows it. */
export const lineFor = (clientId: string, who: Who, happened: Happened, at = new Date()): ActivityItem =>
  lineAt(childItemKey(PREFIX.activity, clientId, newChildKey(at)), who, happened);

/** Stores a line without an event of it: the deployed job is told of an old line alone, from which nothing follows. */
export async function storedQuietly(line: ActivityItem): Promise<ActivityItem> {
  const old = { ...line, v: 1, summary: '' };
  for (const Item of [old, line]) await table.send(new PutCommand({ TableName: tableName(), Item }));
  return line;
}

/** Lines as the table's stream brings them. */
const eventOf = (...lines: readonly object[]): DynamoDBStreamEvent => ({
  Records: lines.map((line) => {
    const { pk, sk } = line as ActivityItem;
    const image = marshall(line, { removeUndefinedValues: true });
    return { eventName: 'INSERT', dynamodb: { Keys: marshall({ pk, sk }), NewImage: image } } as DynamoDBRecord;
  }),
});

/** Hands lines to the job's real handler, in this process. */
export async function hear(...lines: readonly object[]): Promise<{ setAside: number }> {
  const { handler } = await import('#functions/jobs/on-record.ts');
  return asFunction('on-record', () => handler(eventOf(...lines)));
}
