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
import { invoke, runTick } from './jobs.ts';
import { entriesBetween } from './tables.ts';

/** At most this many are received at once, which is what SQS gives. */
const BATCH = 10;
/** Long enough that SQS asks all of its servers before it answers that there are none. */
const WAIT_SECONDS = 1;

/** A queue of dead letters, from which its messages are taken up one after the other. */
class DeadLetters {
  // A queue's URL has the port in it that the emulator had when it made the queue.
  private readonly sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  /** What was received and stays: nobody else sees it for half a minute, unless it is given back. */
  private readonly kept: Message[] = [];
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** The messages that came before a time; what is taken up again and fails again comes after it. */
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

  /** Lets the next one see at once what is left. */
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
 * Takes up each message that a queue of dead letters holds, and only then takes it off the queue: interrupted, it is run
 * again. `takeUp` gives `false` for a message that it knows nothing of, which is left. Gives how many are left.
 */
export async function takeUpAll(url: string, takeUp: (message: unknown) => Promise<boolean>): Promise<number> {
  const queue = new DeadLetters(url);
  const left = new Set<string | undefined>();
  for await (const message of queue.before(Date.now())) {
    // What is left comes round again, once all others are gone.
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

/** Lines that the job is given at once. */
const ENTRIES_PER_CALL = 25;
/** Milliseconds between the time in a line's key, which is that of its request or job, and its coming to the stream: at most. */
const LONGEST_RUN = 5 * 60_000;

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
/** A line that the job set aside. */
const setAsideEntry = z.strictObject({ pk: z.string(), sk: z.string() });
/** What Lambda tells of lines that it could not hand over in their time. */
const aBatch = z.object({
  DDBStreamBatchInfo: z.object({ approximateArrivalOfFirstRecord: time, approximateArrivalOfLastRecord: time }),
});
/** A tick that could not be begun. */
const aTick = z.strictObject({ job: z.literal('tick') });

const anAnswer = z.object({ setAside: z.number() });

/** Lines of the record as the table's stream would bring them. */
const eventOf = (entries: readonly Item[]) => ({
  Records: entries.map((entry) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: marshall(keyOf(entry)), NewImage: marshall(entry) },
  })),
});

/** Has the deployed job follow lines again, in their order. Gives how many it set aside. */
async function handleAgain(entries: readonly Item[]): Promise<number> {
  let setAside = 0;
  for (let i = 0; i < entries.length; i += ENTRIES_PER_CALL)
    setAside += z.parse(
      anAnswer,
      await invoke(env('ON_RECORD_FUNCTION'), eventOf(entries.slice(i, i + ENTRIES_PER_CALL))),
    ).setAside;
  return setAside;
}

/** The lines that a message of the queue is about, those that are gone with their client left out; `undefined` for any other message. */
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
  // Arrivals are told in whole seconds.
  return entriesBetween(Date.parse(first) - LONGEST_RUN, Date.parse(last) + 1000);
}

/**
 * Has the deployed job follow again the lines that the queue keeps, or every line since a time: one that is followed twice
 * has its consequences once. Gives whether nothing was set aside again, and nothing is left in the queue.
 */
export async function replayEvents(from?: Date): Promise<boolean> {
  const counts = { entries: 0, setAside: 0 };
  const again = async (entries: readonly Item[]) => {
    counts.entries += entries.length;
    counts.setAside += await handleAgain(entries);
  };
  if (from) await again(await entriesBetween(from.getTime(), Number.POSITIVE_INFINITY));
  const takeUp = async (message: unknown) => {
    if (z.safeParse(aTick, message).success) return runTick();
    const entries = await entriesOf(message);
    if (entries) await again(entries);
    return entries !== undefined;
  };
  const left = from ? 0 : await takeUpAll(env('EVENTS_QUEUE'), takeUp);
  console.log(`Followed again: ${counts.entries} lines, of which set aside again: ${counts.setAside}.`);
  if (left > 0) console.log(`Left in the queue, as nothing that is known here: ${left}.`);
  return counts.setAside + left === 0;
}

/** A message of the queue: what SNS could not hand over, or what it handed over and the function failed to take down. */
interface Kept {
  Message?: unknown;
  Records?: { Sns?: { Message?: unknown } }[];
}

/** The events in a message of the queue, as SES told them; `undefined` where it holds anything else. */
function eventsIn(message: unknown): string[] | undefined {
  try {
    const kept = message as Kept;
    const told = kept.Records ? kept.Records.map(({ Sns }) => Sns?.Message) : [kept.Message];
    for (const event of told) readMailEvent(event as string);
    return told as string[];
  } catch {
    return undefined;
  }
}

/**
 * Publishes each event that is kept in the queue to its topic again; an event that is told twice is taken down once. Gives
 * whether the queue held nothing else.
 */
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
  console.log(`Told again: ${replayed}. Left in the queue, as nothing that SES tells of mail: ${left}.`);
  return left === 0;
}
