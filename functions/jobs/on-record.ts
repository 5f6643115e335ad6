import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { currentTime } from '../aws/clock.ts';
import { env } from '../aws/env.ts';
import { isPassing } from '../aws/passing.ts';
import { retried } from '../aws/retry.ts';
import { enqueue } from '../aws/sqs.ts';
import { Conflict, type Key } from '../aws/table.ts';
import { follow } from '../events/handlers.ts';
import type { ActivityItem } from '../services/audit-log/entry.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logEvent, logFault, logRun } from '../services/log/log.ts';
import { sideBySide } from '../services/side-by-side.ts';

/** Partitions whose lines are followed side by side; those of one partition come one after the other. */
const AT_ONCE = 8;

type Image = Parameters<typeof unmarshall>[0];

const lineOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.NewImage ?? {}) as Image) as ActivityItem;
const keyOf = ({ dynamodb }: DynamoDBRecord) => unmarshall((dynamodb?.Keys ?? {}) as Image) as Key;

/** Keeps a line that nothing can be made of, by its key, for `npm run ops -- replay-events`. */
async function setAside({ pk, sk }: Key, error: unknown): Promise<void> {
  await enqueue(env('EVENTS_QUEUE'), { pk, sk });
  logEvent({ what: 'line', pk, sk }, error);
}

type Follow = typeof follow;

/** Follows one line. Gives whether that could be done; throws where AWS refuses, or writes met others' time and again. */
async function followed(record: DynamoDBRecord, now: Date, by: Follow): Promise<boolean> {
  try {
    await retried(async () => by(lineOf(record), now));
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

/**
 * A function that does what follows, by `by`, from new lines of the record, which the table's stream brings at least once
 * and in their order. A line that nothing can be made of is set aside, and the next ones are followed. Throws where AWS
 * refuses: the stream then brings the same lines again. Gives how many lines were set aside.
 */
export const onRecord =
  (by: Follow) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<{ setAside: number }> => {
    const now = await currentTime();
    let aside = 0;
    const entries = Records.filter((record) => keyOf(record).pk !== HEARTBEAT.pk);
    const partitions = Map.groupBy(entries, (record) => keyOf(record).pk).values();
    await sideBySide(partitions, AT_ONCE, async (records) => {
      for (const record of records) if (!(await followed(record, now, by))) aside += 1;
    });
    logRun('on-record', { lines: entries.length, setAside: aside });
    return { setAside: aside };
  };

export const handler = onRecord(follow);
