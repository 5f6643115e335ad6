import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { env } from '#functions/aws/env.ts';
import { get, type Item, keyOf } from '#functions/aws/table.ts';
import { readMailEvent } from '#functions/services/mail/ses-event.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { invoke, runTick } from './jobs.ts';
import { entriesBetween } from './tables.ts';

/** Most messages that SQS returns per request. */
const BATCH = 10;
/** Long polling, so that SQS queries all of its servers. */
const WAIT_SECONDS = 1;

/** Dead-letter queue whose messages are processed one after the other. */
class DeadLetters {
  // A queue's URL contains the port that the emulator had when it created the queue.
  private readonly sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  /** Messages to keep, invisible to others for half a minute unless they are returned. */
  private readonly kept: Message[] = [];
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Yields messages that were sent before a time; one that fails again is newer. */
  async *before(start: number): AsyncGenerator<Message> {
    for (;;) {
      const { Messages = [] } = await this.sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.url,
          MaxNumberOfMessages: BATCH,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ['SentTimestamp'],
        }),
      );
      const [older, newer] = [[] as Message[], [] as Message[]];
      for (const message of Messages) (Number(message.Attributes?.SentTimestamp) < start ? older : newer).push(message);
      this.kept.push(...newer);
      if (older.length === 0) return;
      yield* older;
    }
  }

  async remove({ ReceiptHandle }: Message): Promise<void> {
    await this.sqs.send(new DeleteMessageCommand({ QueueUrl: this.url, ReceiptHandle }));
  }

  keep(message: Message): void {
    this.kept.push(message);
  }

  /** Makes the kept messages visible to the next reader immediately. */
  async giveBack(): Promise<void> {
    for (const { ReceiptHandle } of this.kept)
      await this.sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: this.url, ReceiptHandle, VisibilityTimeout: 0 }),
      );
  }
}

function parsed(body = ''): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Processes each message and then deletes it, so that an interrupted run can be repeated. `takeUp` returns false for an
 * unknown message, which is kept. Returns the number of kept messages.
 */
export async function takeUpAll(url: string, takeUp: (message: unknown) => Promise<boolean>): Promise<number> {
  const queue = new DeadLetters(url);
  const left = new Set<string | undefined>();
  for await (const message of queue.before(Date.now())) {
    // A kept message is received again once all others are processed.
    if (left.has(message.MessageId)) break;
    if (await takeUp(parsed(message.Body))) {
      await queue.remove(message);
      continue;
    }
    left.add(message.MessageId);
    queue.keep(message);
  }
  await queue.giveBack();
  return left.size;
}

const ENTRIES_PER_CALL = 25;
/** Milliseconds. Longest delay between the time in an entry's key and its arrival in the stream. */
const LONGEST_RUN = 5 * MINUTE_MS;

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
const setAsideEntry = z.strictObject({ pk: z.string(), sk: z.string() });
/** Lambda's message about entries that it could not deliver in time. */
const aBatch = z.object({
  DDBStreamBatchInfo: z.object({ approximateArrivalOfFirstRecord: time, approximateArrivalOfLastRecord: time }),
});
const aTick = z.strictObject({ job: z.literal('tick') });

const anAnswer = z.object({ setAside: z.number() });

const eventOf = (entries: readonly Item[]) => ({
  Records: entries.map((entry) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: marshall(keyOf(entry)), NewImage: marshall(entry) },
  })),
});

/** Invokes the deployed job for entries, in order. Returns how many it set aside. */
async function invokeAgain(entries: readonly Item[]): Promise<number> {
  let setAside = 0;
  for (let i = 0; i < entries.length; i += ENTRIES_PER_CALL)
    setAside += z.parse(
      anAnswer,
      await invoke(env('ON_RECORD_FUNCTION'), eventOf(entries.slice(i, i + ENTRIES_PER_CALL))),
    ).setAside;
  return setAside;
}

/** Returns the entries of a queue message, without deleted ones; `undefined` for any other message. */
async function entriesOf(message: unknown): Promise<Item[] | undefined> {
  const entry = z.safeParse(setAsideEntry, message);
  if (entry.success) {
    const item = await get<Item>(entry.data);
    return item ? [item] : [];
  }
  const batch = z.safeParse(aBatch, message);
  if (!batch.success) return undefined;
  const { approximateArrivalOfFirstRecord: first, approximateArrivalOfLastRecord: last } =
    batch.data.DDBStreamBatchInfo;
  // Arrival times are whole seconds.
  return entriesBetween(Date.parse(first) - LONGEST_RUN, Date.parse(last) + 1000);
}

/** Replays queued entries, or all since a time; idempotent. Returns true if nothing failed or was left in the queue. */
export async function replayEvents(from?: Date): Promise<boolean> {
  const counts = { entries: 0, setAside: 0 };
  const again = async (entries: readonly Item[]) => {
    counts.entries += entries.length;
    counts.setAside += await invokeAgain(entries);
  };
  if (from) await again(await entriesBetween(from.getTime(), Number.POSITIVE_INFINITY));
  const takeUp = async (message: unknown) => {
    if (z.safeParse(aTick, message).success) return runTick();
    const entries = await entriesOf(message);
    if (entries) await again(entries);
    return entries !== undefined;
  };
  const left = from ? 0 : await takeUpAll(env('EVENTS_QUEUE'), takeUp);
  console.log(`Replayed audit entries: ${counts.entries}, of which failed again: ${counts.setAside}.`);
  if (left > 0) console.log(`Unknown messages left in the queue: ${left}.`);
  return counts.setAside + left === 0;
}

/** Message of the queue: from SNS if delivery failed, from Lambda if the function failed. */
interface Kept {
  Message?: unknown;
  Records?: { Sns?: { Message?: unknown } }[];
}

/** Returns SES's events in a message of the queue; `undefined` if it holds anything else. */
function eventsIn(message: unknown): string[] | undefined {
  try {
    const kept = message as Kept;
    const events = kept.Records ? kept.Records.map(({ Sns }) => Sns?.Message) : [kept.Message];
    for (const event of events) readMailEvent(event as string);
    return events as string[];
  } catch {
    return undefined;
  }
}

/** Publishes queued mail events again; their handling is idempotent. Returns true if nothing was left in the queue. */
export async function replayMailEvents(): Promise<boolean> {
  const sns = new SNSClient({});
  let replayed = 0;
  const left = await takeUpAll(env('MAIL_EVENTS_QUEUE'), async (message) => {
    const events = eventsIn(message);
    for (const Message of events ?? [])
      await sns.send(new PublishCommand({ TopicArn: env('MAIL_EVENTS_TOPIC'), Message }));
    replayed += events?.length ?? 0;
    return events !== undefined;
  });
  console.log(`Replayed mail events: ${replayed}. Unknown messages left in the queue: ${left}.`);
  return left === 0;
}
