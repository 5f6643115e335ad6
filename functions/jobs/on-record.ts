import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { currentTime } from '../aws/clock.ts';
import { counted } from '../aws/counted.ts';
import { env } from '../aws/env.ts';
import { Conflict, isPassing, retried } from '../aws/retry.ts';
import type { Key } from '../aws/table.ts';
import { handleEntry } from '../events/handlers.ts';
import type { AuditEntry } from '../services/audit-log/entry.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logEvent, logFault, logRun, MailDeferred } from '../services/log/log.ts';
import { mapConcurrent } from '../services/map-concurrent.ts';

/** Partitions handled concurrently; entries of one partition stay in order. */
const CONCURRENCY = 8;

type Image = Parameters<typeof unmarshall>[0];

const entryOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.NewImage ?? {}) as Image) as AuditEntry;
const keyOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.Keys ?? {}) as Image) as Key;

/** Sends the key of a failed entry to the dead-letter queue, for `npm run ops -- replay-events`. */
async function setAside({ pk, sk }: Key, error: unknown): Promise<void> {
  await enqueue(env('EVENTS_QUEUE'), { pk, sk });
  logEvent({ what: 'audit entry', pk, sk }, error);
}

type HandleEntry = typeof handleEntry;

/** Returns false if the entry was set aside. Throws on AWS errors and persistent conflicts: the stream then retries. */
async function handleRecord(record: DynamoDBRecord, now: Date, handle: HandleEntry): Promise<boolean> {
  try {
    await retried(async () => handle(entryOf(record), now));
    return true;
  } catch (error) {
    if (error instanceof Conflict || error instanceof MailDeferred || isPassing(error)) {
      logFault('event', error);
      throw error;
    }
    await setAside(keyOf(record), error);
    return false;
  }
}

/** Handles entries in order. Sets invalid ones aside; AWS errors make the stream retry the batch. */
export const onRecord =
  (handle: HandleEntry) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<{ setAside: number }> => {
    const now = await currentTime();
    let aside = 0;
    const entries = Records.filter((record) => keyOf(record).pk !== HEARTBEAT.pk);
    const partitions = Map.groupBy(entries, (record) => keyOf(record).pk).values();
    await mapConcurrent(partitions, CONCURRENCY, async (records) => {
      for (const record of records) if (!(await handleRecord(record, now, handle))) aside += 1;
    });
    logRun('on-record', { entries: entries.length, setAside: aside });
    return { setAside: aside };
  };

export const handler = onRecord(handleEntry);

// The queue's URL contains the port that the emulator had when it created the queue, so it is no endpoint.
const sqs = counted(new SQSClient({ useQueueUrlAsEndpoint: false }));

export async function enqueue(queueUrl: string, message: object): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
}
