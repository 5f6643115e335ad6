import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { type ActivityItem, lineAt } from '#functions/domain/activity.ts';
import { newChildKey } from '#functions/domain/ids.ts';
import { childItemKey, PREFIX } from '#functions/domain/keys.ts';
import type { Happened } from '#shared/activity.ts';
import './handlers.ts';

/** Who a line names. */
type Who = Parameters<typeof lineAt>[1];

/** A line of a client's record that is nowhere stored, so that nothing but the test follows it. */
export const lineFor = (clientId: string, who: Who, happened: Happened, at = new Date()): ActivityItem =>
  lineAt(childItemKey(PREFIX.activity, clientId, newChildKey(at)), who, happened);

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
  return handler(eventOf(...lines));
}
