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
import { logEvent, logFault, logRun } from '../services/log/log.ts';
import { mapConcurrent } from '../services/map-concurrent.ts';

/** Partitions whose lines are followed side by side; those of one partition come one after the other. */
const AT_ONCE = 8;

type Image = Parameters<typeof unmarshall>[0];

const entryOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.NewImage ?? {}) as Image) as AuditEntry;
const keyOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.Keys ?? {}) as Image) as Key;

/** Keeps a line that nothing can be made of, by its key, for `npm run ops -- replay-events`. */
async function setAside({ pk, sk }: Key, error: unknown): Promise<void> {
  await enqueue(env('EVENTS_QUEUE'), { pk, sk });
  logEvent({ what: 'line', pk, sk }, error);
}

type HandleEntry = typeof handleEntry;

/** Follows one line. Gives whether that could be done; throws where AWS refuses, or writes met others' time and again. */
async function handled(record: DynamoDBRecord, now: Date, by: HandleEntry): Promise<boolean> {
  try {
    await retried(async () => by(entryOf(record), now));
    return true;
  } catch (error) {
    if (error instanceof Conflict || isPassing(error)) {
      logFault('event', error);
      throw error;
    }
    await setAside(keyOf(record), error);
    return false;
  }
}

/** Handles new entries in their order. A broken one is set aside; if AWS refuses, the stream retries the batch. */
export const onRecord =
  (by: HandleEntry) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<{ setAside: number }> => {
    const now = await currentTime();
    let aside = 0;
    const entries = Records.filter((record) => keyOf(record).pk !== HEARTBEAT.pk);
    const partitions = Map.groupBy(entries, (record) => keyOf(record).pk).values();
    await mapConcurrent(partitions, AT_ONCE, async (records) => {
      for (const record of records) if (!(await handled(record, now, by))) aside += 1;
    });
    logRun('on-record', { lines: entries.length, setAside: aside });
    return { setAside: aside };
  };

export const handler = onRecord(handleEntry);

// A queue's URL has the port in it that the emulator had when it made the queue.
const sqs = counted(new SQSClient({ useQueueUrlAsEndpoint: false }));

export async function enqueue(queueUrl: string, message: object): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
}
