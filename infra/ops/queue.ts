import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

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

/** The JSON of a message; `undefined` where it is none. */
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
