import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '#functions/aws/env.ts';
import { readMailEvent } from '#functions/domain/mail/ses-event.ts';

/** At most this many are received at once, which is what SQS gives. */
const BATCH = 10;
/** Long enough that SQS asks all of its servers before it answers that there are none. */
const WAIT_SECONDS = 1;

/** A message of the queue: what SNS could not hand over, or what it handed over and the function failed to take down. */
interface Kept {
  Message?: unknown;
  Records?: { Sns?: { Message?: unknown } }[];
}

/** The events in a message of the queue, as SES told them; `undefined` where it holds anything else. */
function eventsIn(body = ''): string[] | undefined {
  try {
    const kept = JSON.parse(body) as Kept;
    const told = kept.Records ? kept.Records.map(({ Sns }) => Sns?.Message) : [kept.Message];
    for (const event of told) readMailEvent(event as string);
    return told as string[];
  } catch {
    return undefined;
  }
}

/** The messages of the queue that came before a time; what is told again and fails again comes after it. */
async function* messagesBefore(start: number, sqs: SQSClient): AsyncGenerator<Message> {
  const QueueUrl = env('MAIL_EVENTS_QUEUE');
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: BATCH,
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    const older = Messages.filter(({ Attributes }) => Number(Attributes?.SentTimestamp) < start);
    if (older.length === 0) return;
    yield* older;
  }
}

/**
 * Publishes each event that is kept in the queue to its topic again, and only then takes it off the queue: interrupted, it
 * is run again, as an event that is told twice is taken down once. Gives whether the queue held nothing else.
 */
export async function replayMailEvents(): Promise<boolean> {
  // A queue's URL has the port in it that the emulator had when it made the queue.
  const [sqs, sns] = [new SQSClient({ useQueueUrlAsEndpoint: false }), new SNSClient({})];
  const [TopicArn, QueueUrl] = [env('MAIL_EVENTS_TOPIC'), env('MAIL_EVENTS_QUEUE')];
  let replayed = 0;
  const others = new Set<string | undefined>();
  for await (const { MessageId, Body, ReceiptHandle } of messagesBefore(Date.now(), sqs)) {
    const events = eventsIn(Body);
    if (!events && others.has(MessageId)) break;
    if (!events) others.add(MessageId);
    for (const event of events ?? []) await sns.send(new PublishCommand({ TopicArn, Message: event }));
    if (events) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    replayed += events?.length ?? 0;
  }
  console.log(`Told again: ${replayed}. Left in the queue, as nothing that SES tells of mail: ${others.size}.`);
  return others.size === 0;
}
