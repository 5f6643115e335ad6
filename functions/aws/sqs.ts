import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { counted } from './counted.ts';

// A queue's URL has the port in it that the emulator had when it made the queue.
const sqs = counted(new SQSClient({ useQueueUrlAsEndpoint: false }));

/** Puts a message into a queue, as JSON. Throws what SQS throws. */
export async function enqueue(queueUrl: string, message: object): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
}
