import {
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Item, type Key, query, transact } from '#functions/aws/table.ts';
import { newChildKey, newId } from '#functions/services/keys/ids.ts';
import { adviserPartition, childItemKey, clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { dueKeys, sweep } from '#functions/services/scheduler/scheduler.ts';
import { changeStored, operator, stored, table, tableName } from '../support/aws.ts';
import { newAdviser, newClient, type Person } from '../support/builders.ts';
import { logsSince } from '../support/cloudwatch.ts';
import { dropDue, dueItemKey, scheduleDue } from '../support/due-item.ts';
import { killedAt, withFault } from '../support/faults/faults.ts';
import { runTick, setClock } from './clock.ts';
import '../support/handlers.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { partitionOf } from '../support/recount.ts';
import { stackOutput } from '../support/stack.ts';

const SLOW = { timeout: 60_000 };
const folder = await operatorFolder();
const ops = (line: string) => runOps(folder, line);
const QueueUrl = stackOutput('EventsQueue');
const sqs = new SQSClient({ ...operator, useQueueUrlAsEndpoint: false });

let adviser: Person;
beforeAll(async () => {
  adviser = await newAdviser();
});
const purge = () => sqs.send(new PurgeQueueCommand({ QueueUrl }));
beforeEach(purge);
afterAll(purge);

/** Puts a line into the table as a change of that moment does, by default a good one. */
async function aLine(pk: string, more: object = {}): Promise<Item> {
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
/** What the queue holds, without hiding it from others. */
async function letters(): Promise<unknown[]> {
  const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
  const { Messages = [] } = await sqs.send(receive);
  return Messages.map(({ Body = '' }) => JSON.parse(Body));
}

describe('the record', () => {
  test('each line runs the job; one that nothing can be made of is set aside by its key alone, and the next is followed', async () => {
    const since = Date.now();
    const { id } = await newClient(adviser);
    const pk = clientPartition(id);
    const broken = [await aLine(pk, BROKEN), await aLine(pk, { action: 'teleported' })];
    await expect.poll(waiting, SLOW).toBe(2);
    expect(await letters()).toEqual(expect.arrayContaining(broken.map(keyOf)));
    const runs = async () => (await logsSince(since)).filter((line) => line.includes('"job":"on-record"'));
    await expect.poll(async () => (await runs()).length, SLOW).toBeGreaterThan(0);
    const alarms = async () => (await logsSince(since)).filter((line) => line.includes('"alarm":"event"'));
    await expect.poll(async () => (await alarms()).length, SLOW).toBe(2);
    expect((await alarms()).join()).not.toMatch(/Ann Other|@/);
  });

  test('what was set aside is followed again once it is mended, and leaves the queue', async () => {
    const line = await aLine(`CLIENT#${newId()}`, BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    const again = await ops('replay-events');
    expect(again).toEqual({ code: 1, output: expect.stringContaining('1 lines, of which set aside again: 1') });
    await expect.poll(letters, SLOW).toEqual([keyOf(line)]);
    await changeStored(line, { data: { name: 'letter.pdf' } });
    const mended = await ops('replay-events');
    expect(mended).toEqual({ code: 0, output: expect.stringContaining('1 lines, of which set aside again: 0') });
    expect(await waiting()).toBe(0);
  });

  test('a line that went with its client leaves the queue, and what is nothing of ours stays', async () => {
    await keep({ pk: 'CLIENT#gone', sk: 'ACTIVITY#gone' });
    await keep({ job: 'tick' });
    await keep({ something: 'else' });
    const { code, output } = await ops('replay-events');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Ran the tick\.\nFollowed again: 0 lines[\s\S]*: 1\.\n$/),
    ]);
    expect(await waiting()).toBe(1);
  });

  test('lines that Lambda could not hand over are those of their time', async () => {
    const line = await aLine(`CLIENT#${newId()}`, BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    await purge();
    const arrival = new Date().toISOString().replace(/\.\d+/, '');
    const DDBStreamBatchInfo = { approximateArrivalOfFirstRecord: arrival, approximateArrivalOfLastRecord: arrival };
    const told = { requestContext: { condition: 'RetryAttemptsExhausted' }, version: '1.0', DDBStreamBatchInfo };
    await keep(told);
    expect((await ops('replay-events')).code).toBe(1);
    expect(await letters()).toContainEqual(keyOf(line));
  });

  test('all lines since a time are followed again, the oldest first', async () => {
    const { id } = await newClient(adviser);
    const from = new Date().toISOString();
    await aLine(clientPartition(id));
    await aLine(clientPartition(id), BROKEN);
    await expect.poll(waiting, SLOW).toBe(1);
    const { code, output } = await ops(`replay-events --from ${from}`);
    expect([code, output]).toEqual([1, expect.stringMatching(/(?:[2-9]|\d\d) lines, of which set aside again: 1/)]);
    expect(await ops('replay-events --from yesterday')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--from must be a time with its zone'),
    });
  });

  test('killed before any call of AWS, the job throws, so that the stream brings the line again', async () => {
    const { handler } = await import('#functions/jobs/on-record.ts');
    const line = { ...BROKEN, pk: `CLIENT#${newId()}`, sk: `${PREFIX.activity}x`, v: 2 };
    const record = { dynamodb: { Keys: marshall(keyOf(line)), NewImage: marshall(line) } };
    const event = { Records: [record] } as DynamoDBStreamEvent;
    for (let nth = 1; ; nth += 1) {
      const { result } = await withFault(killedAt(nth), () => handler(event).catch((error: Error) => error));
      if (!(result instanceof Error)) break;
      expect([nth, result.message]).toEqual([1, 'killed']);
      expect(await waiting()).toBe(0);
    }
    expect(await letters()).toEqual([keyOf(line)]);
  });

  test('killed before any call of AWS, and run again, it tells the adviser once, and counts it once', async () => {
    const { handler } = await import('#functions/jobs/on-record.ts');
    const inbox = adviserPartition(adviser.id);
    const counted = async () => (await stored<Item & { unread: number }>({ pk: inbox, sk: 'NOTICES' }))?.unread ?? 0;
    for (let nth = 1; ; nth += 1) {
      const { id } = await newClient(adviser);
      const key = newChildKey(new Date());
      const said = { v: 2, action: 'message-sent', data: {}, actorType: 'client', actorId: id, actorName: 'Ann' };
      const line = { ...childItemKey(PREFIX.activity, id, key), ...said, seen: 'both' };
      const record = { dynamodb: { Keys: marshall(keyOf(line)), NewImage: marshall(line) } };
      const run = () => handler({ Records: [record] } as DynamoDBStreamEvent);
      const { result } = await withFault(killedAt(nth), () => run().catch((error: Error) => error));
      if (result instanceof Error) expect(await run()).toEqual({ setAside: 0 });
      expect(await run()).toEqual({ setAside: 0 });
      const told = await query(inbox, 'NOTICE#');
      expect(told.filter(({ clientId }) => clientId === id)).toHaveLength(1);
      expect(await counted()).toBe(told.length);
      if (result instanceof Error) continue;
      expect(nth).toBeGreaterThan(4);
      break;
    }
    expect(await waiting()).toBe(0);
  });
});

describe('what is due', () => {
  const AT = '2031-01-06T09:00:00Z';
  // What other tests left to be done is done, or due later than what is swept here.
  beforeAll(async () => {
    await setClock(AT);
    await runTick();
  });
  afterAll(() => setClock(null));

  /** Something due, in a partition of its own. */
  async function due(kind: string, at = AT): Promise<{ pk: string; key: Key; id: string }> {
    const id = newId();
    const pk = clientPartition(newId());
    await transact([scheduleDue(pk, new Date(at), kind, id)]);
    return { pk, key: dueItemKey(pk, kind, id), id };
  }
  const dueAt = async (key: Key) => (await stored<Item & { dsk?: string }>(key))?.dsk?.split('#')[0];

  test('is taken up by the tick once its time has come, and not before', async () => {
    const { key } = await due('of a later version');
    await setClock('2031-01-06T08:59:00Z');
    await runTick();
    expect(await dueAt(key)).toBe('2031-01-06T09:00Z');
    await setClock(AT);
    const since = Date.now();
    await runTick();
    // Nothing is known of its kind, so that it stays due, and the operator is told.
    expect(await dueAt(key)).toBe('2031-01-06T09:15Z');
    const told = async () =>
      (await logsSince(since)).filter((line) => line.includes(key.sk) && line.includes('"event"'));
    await expect.poll(async () => (await told()).length, SLOW).toBe(1);
    await transact([{ delete: key }]);
  });

  test('is taken up by an operator too', async () => {
    const { key } = await due('of a later version');
    await setClock(AT);
    expect(await ops('run tick')).toEqual({ code: 0, output: 'Ran the tick.\n' });
    expect(await dueAt(key)).toBe('2031-01-06T09:15Z');
    await transact([{ delete: key }]);
    expect(await ops('run canary')).toEqual({ code: 1, output: expect.stringContaining('npm run ops -- run tick') });
  });

  const NOW = new Date('2030-01-07T09:00:00Z');
  const QUARTER_MS = 15 * 60_000;
  const later = (quarters: number) => new Date(NOW.getTime() + quarters * QUARTER_MS);
  /** A duty that leaves a mark, once, in its last transaction. */
  const mark = async ({ pk, kind, id }: { pk: string; kind: string; id: string }) =>
    transact([{ put: { pk, sk: `${PREFIX.plan}${id}` }, when: [['pk', 'absent']] }, dropDue(pk, kind, id)]);

  test('is done once, by however many runs at the same time', async () => {
    const items = await Promise.all(Array.from({ length: 10 }, () => due('mark', '2030-01-07T08:50:00Z')));
    const began: string[] = [];
    const duties = { mark: async (one: { pk: string; kind: string; id: string }) => void began.push(one.id) };
    await Promise.all(Array.from({ length: 4 }, () => sweep(NOW, duties)));
    expect(began.toSorted()).toEqual(items.map(({ id }) => id).sort());
    expect(await sweep(later(1), { mark })).toEqual({ due: 10, failed: 0 });
    for (const { pk, id } of items)
      expect(await partitionOf(id ? pk.slice(7) : '')).toMatchObject([{ sk: `${PREFIX.plan}${id}` }]);
    expect(await sweep(later(2), { mark })).toEqual({ due: 0, failed: 0 });
  });

  test('is done after all where the run is killed before any of its calls, in a later run', async () => {
    for (let nth = 1; ; nth += 1) {
      const { pk, id, key } = await due('mark', '2030-01-07T08:50:00Z');
      const { result } = await withFault(killedAt(nth), () => sweep(NOW, { mark }).catch((error: Error) => error));
      const isDone = !(result instanceof Error) && result.failed === 0;
      expect(await stored({ pk, sk: `${PREFIX.plan}${id}` })).toEqual(isDone ? expect.anything() : undefined);
      expect(await stored(key)).toEqual(isDone ? undefined : expect.anything());
      expect(await sweep(later(1), { mark })).toEqual({ due: isDone ? 0 : 1, failed: 0 });
      expect(await stored({ pk, sk: `${PREFIX.plan}${id}` })).toBeDefined();
      if (!isDone) continue;
      // Four partitions are read, then it is claimed, then done.
      expect(nth).toBe(7);
      break;
    }
  });

  test('fails, and is due again a quarter of an hour later', async () => {
    const { key } = await due('mark', '2030-01-07T08:50:00Z');
    const failing = async () => {
      throw new Error('not today');
    };
    expect(await sweep(NOW, { mark: failing })).toEqual({ due: 1, failed: 1 });
    expect(await sweep(NOW, { mark })).toEqual({ due: 0, failed: 0 });
    expect(await sweep(later(1), { mark })).toEqual({ due: 1, failed: 0 });
    expect(await stored(key)).toBeUndefined();
  });

  test('is on the agenda while it has its place in the index, whatever the item is', async () => {
    await setClock(null);
    const { id } = await newClient(adviser);
    const client = { pk: clientPartition(id), sk: 'CLIENT' };
    await changeStored(client, dueKeys(new Date('2030-01-07T08:50:00Z'), 'look', id));
    const looked: string[] = [];
    const look = async (one: { id: string }) => void looked.push(one.id);
    await sweep(NOW, { look });
    await changeStored(client, { dpk: undefined, dsk: undefined });
    await sweep(later(3), { look });
    expect(looked).toEqual([id]);
  });
});
