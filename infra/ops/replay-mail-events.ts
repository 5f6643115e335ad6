import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { env } from '#functions/aws/env.ts';
import { readMailEvent } from '#functions/services/mail/ses-event.ts';
import { takeUpAll } from './queue.ts';

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
