import {
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Item, type Key, transact } from '#functions/aws/table.ts';
import { clientPartition, newChildKey, newId, PREFIX } from '#functions/services/keys/keys.ts';
import { changeStored, operator, stored, table, tableName } from '../support/aws.ts';
import { newAdviser, newClient } from '../support/builders.ts';
import { logsSince } from '../support/cloudwatch.ts';
import { dueItemKey, scheduleDue } from '../support/due-item.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { stackOutput } from '../support/stack.ts';
import { runTick, setClock } from './clock.ts';

const SLOW = { timeout: 60_000 };
const folder = await operatorFolder();
const ops = (line: string) => runOps(folder, line);
const QueueUrl = stackOutput('EventsQueue');
const sqs = new SQSClient({ ...operator, useQueueUrlAsEndpoint: false });

const adviser = await newAdviser();
const purge = () => sqs.send(new PurgeQueueCommand({ QueueUrl }));
beforeEach(purge);
afterAll(purge);

/** Stores an audit entry as a change does; `more` can break it. */
async function storedEntry(pk: string, more: object = {}): Promise<Item> {
  const line = {
    pk,
    sk: `${PREFIX.activity}${newChildKey(new Date())}`,
    v: 2,
    actorType: 'client',
    actorId: 'c',
    actorName: 'Ann Other',
    action: 'message-sent',
    data: {},
    seen: 'both',
    ...more,
  };
  await table.send(new PutCommand({ TableName: tableName(), Item: line }));
  return line;
}
const BROKEN = { action: 'document-uploaded', data: { name: 7 } };
const keyOf = ({ pk, sk }: Key) => ({ pk, sk });

const keep = (message: object) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
async function waiting(): Promise<number> {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
}
/** Returns the queue's messages without hiding them from other readers. */
async function messages(): Promise<unknown[]> {
  const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
  const { Messages = [] } = await sqs.send(receive);
  return Messages.map(({ Body = '' }) => JSON.parse(Body));
}

describe('event handling', () => {
  test('runs the event handlers for each entry, and sets aside the keys of broken ones', async () => {
    const since = Date.now();
    const { id } = await newClient(adviser);
    const pk = clientPartition(id);
    const broken = [await storedEntry(pk, BROKEN), await storedEntry(pk, { action: 'teleported' })];
    await expect.poll(waiting, SLOW).toBe(2);
    expect(await messages()).toEqual(expect.arrayContaining(broken.map(keyOf)));
    const runs = async () => (await logsSince(since)).filter((line) => line.includes('"job":"on-record"'));
    await expect.poll(async () => (await runs()).length, SLOW).toBeGreaterThan(0);
    const alarms = async () => (await logsSince(since)).filter((line) => line.includes('"alarm":"event"'));
    await expect.poll(async () => (await alarms()).length, SLOW).toBe(2);
    expect((await alarms()).join()).not.toMatch(/Ann Other|@/);
  });

  test('replays an entry that was set aside, and removes it from the queue once it is repaired', async () => {
    const line = await storedEntry(`CLIENT#${newId()}`, BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    const again = await ops('replay-events');
    expect(again).toEqual({
      code: 1,
      output: expect.stringContaining('Replayed audit entries: 1, of which failed again: 1'),
    });
    await expect.poll(messages, SLOW).toEqual([keyOf(line)]);
    await changeStored(line, { data: { name: 'letter.pdf' } });
    const mended = await ops('replay-events');
    expect(mended).toEqual({
      code: 0,
      output: expect.stringContaining('Replayed audit entries: 1, of which failed again: 0'),
    });
    expect(await waiting()).toBe(0);
  });

  test('removes entries of deleted clients from the queue, and keeps unknown messages', async () => {
    await keep({ pk: 'CLIENT#gone', sk: 'ACTIVITY#gone' });
    await keep({ job: 'tick' });
    await keep({ something: 'else' });
    const { code, output } = await ops('replay-events');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Ran the tick\.\nReplayed audit entries: 0[\s\S]*: 1\.\n$/),
    ]);
    expect(await waiting()).toBe(1);
  });

  test('replays the entries of a batch that Lambda could not deliver', async () => {
    const line = await storedEntry(`CLIENT#${newId()}`, BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    await purge();
    const arrival = new Date().toISOString().replace(/\.\d+/, '');
    const DDBStreamBatchInfo = { approximateArrivalOfFirstRecord: arrival, approximateArrivalOfLastRecord: arrival };
    const told = { requestContext: { condition: 'RetryAttemptsExhausted' }, version: '1.0', DDBStreamBatchInfo };
    await keep(told);
    expect((await ops('replay-events')).code).toBe(1);
    expect(await messages()).toContainEqual(keyOf(line));
  });

  test('replays all entries since a time, and refuses a time without a zone', async () => {
    const { id } = await newClient(adviser);
    const from = new Date().toISOString();
    await storedEntry(clientPartition(id));
    await storedEntry(clientPartition(id), BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    const { code, output } = await ops(`replay-events --from ${from}`);
    expect([code, output]).toEqual([1, expect.stringMatching(/entries: (?:[2-9]|\d\d), of which failed again: 1/)]);
    expect(await ops('replay-events --from yesterday')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--from must be a time with its zone'),
    });
  });
});

describe('a due item', () => {
  const AT = '2031-01-06T09:00:00Z';
  // Runs due items of other tests first, or they are due later than the items here.
  beforeAll(async () => {
    await setClock(AT);
    await runTick();
  });
  afterAll(() => setClock(null));

  /** Schedules an item of an unknown kind, which stays due. */
  async function dueItem(): Promise<Key> {
    const [id, pk] = [newId(), clientPartition(newId())];
    await transact([scheduleDue(pk, new Date(AT), 'of a later version', id)]);
    return dueItemKey(pk, 'of a later version', id);
  }
  const dueAt = async (key: Key) => (await stored<Item & { dsk?: string }>(key))?.dsk?.split('#')[0];

  test('is run by the deployed tick once its time has come, and its failure is logged as an alarm', async () => {
    const key = await dueItem();
    await setClock('2031-01-06T08:59:00Z');
    await runTick();
    expect(await dueAt(key)).toBe('2031-01-06T09:00Z');
    await setClock(AT);
    const since = Date.now();
    await runTick();
    expect(await dueAt(key)).toBe('2031-01-06T09:15Z');
    const told = async () =>
      (await logsSince(since)).filter((line) => line.includes(key.sk) && line.includes('"event"'));
    await expect.poll(async () => (await told()).length, SLOW).toBe(1);
    await transact([{ delete: key }]);
  });

  test('is run if an operator starts the tick, the only job that "run" accepts', async () => {
    const key = await dueItem();
    await setClock(AT);
    expect(await ops('run tick')).toEqual({ code: 0, output: 'Ran the tick.\n' });
    expect(await dueAt(key)).toBe('2031-01-06T09:15Z');
    await transact([{ delete: key }]);
    expect(await ops('run canary')).toEqual({ code: 1, output: expect.stringContaining('npm run ops -- run tick') });
  });
});
