import { GetQueueAttributesCommand, PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { operator } from '../support/aws.ts';
import { newAdviser, newClient } from '../support/builders.ts';
import { awsError, refusing, withFault } from '../support/faults/faults.ts';
import { bounced, complained } from '../support/mail-events.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { stackOutput } from '../support/stack.ts';

const SLOW_MS = MINUTE_MS;
const folder = await operatorFolder();
const sqs = new SQSClient(operator);
const QueueUrl = stackOutput('MailEventsQueue');
let client: { id: string; email: string };

const adviser = await newAdviser();
beforeEach(async () => {
  client = await newClient(adviser);
});
// Messages left in the queue would be replayed by other tests.
const purge = () => sqs.send(new PurgeQueueCommand({ QueueUrl }));
beforeEach(purge);
afterAll(purge);

const keep = (body: object | string) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: typeof body === 'string' ? body : JSON.stringify(body) }));
/** Counts messages, including those received but not deleted. */
async function kept(): Promise<number> {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible } = Attributes;
  return Number(ApproximateNumberOfMessages) + Number(ApproximateNumberOfMessagesNotVisible);
}

/** Message as SNS dead-letters it if delivery to the function fails. */
const notification = (event: object) => ({ Type: 'Notification', Message: JSON.stringify(event) });
/** Message as Lambda dead-letters it if the function fails. */
const invocation = (event: object) => ({ Records: [{ EventSource: 'aws:sns', Sns: notification(event) }] });
const replay = () => runOps(folder, 'replay-mail-events');
const problemOf = async ({ id }: { id: string }) =>
  (await adviser.call('GET /api/clients/{id}', { params: { id } })).body.mailProblem;

test('replays dead-lettered mail events and empties the queue', async () => {
  const other = await newClient(adviser);
  await keep(notification(bounced(client.email, { client: client.id })));
  await keep(invocation(complained(other.email, { client: other.id })));
  expect(await replay()).toEqual({ code: 0, output: expect.stringContaining('Replayed mail events: 2. ') });
  await expect.poll(() => problemOf(client), { timeout: SLOW_MS }).toBe('bounced');
  await expect.poll(() => problemOf(other), { timeout: SLOW_MS }).toBe('complained');
  expect(await kept()).toBe(0);
});

test('replays more mail events than SQS returns at a time', async () => {
  const event = bounced(client.email, { client: client.id });
  await Promise.all(Array.from({ length: 12 }, () => keep(notification(event))));
  expect((await replay()).output).toContain('Replayed mail events: 12. ');
  expect(await kept()).toBe(0);
});

test('keeps mail events in the queue if replaying fails', async () => {
  await keep(notification(bounced(client.email, { client: client.id })));
  const { result } = await withFault(refusing('Publish', awsError('AuthorizationError')), replay);
  expect(result.code).toBe(1);
  expect(await kept()).toBe(1);
  expect(await problemOf(client)).toBeNull();
});

test.each([
  ['a message of neither SNS nor Lambda', 'lost'],
  ['a message that is not an SES event', notification({ eventType: 'Bounce' })],
])('leaves %s in the queue and reports it', async (_, body) => {
  await keep(body);
  const output = expect.stringMatching(/^Replayed mail events: 0\. Unknown messages left in the queue: 1\./);
  expect(await replay()).toEqual({ code: 1, output });
  expect(await kept()).toBe(1);
});
