import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Conflict } from '#functions/aws/retry.ts';
import { deleteAll, get, getTogether, query, queryIndex, transact } from '#functions/aws/table.ts';
import { conflict } from '#functions/services/errors.ts';
import { mocked } from '../support/mocked.ts';

// Covers pages, unprocessed keys and cancelled transactions, which the emulator never produces.

vi.stubEnv('TABLE_NAME', 'table');
const db = mocked(DynamoDBDocumentClient);
const item = (sk: string) => ({ pk: 'p', sk });

test('reads have a projection only in partitions with limited attributes', async () => {
  vi.stubEnv('LIMITED_READS', JSON.stringify({ prefix: 'A#', attributes: ['pk', 'summary'] }));
  db.on(GetCommand).resolves({}).on(QueryCommand).resolves({}).on(BatchGetCommand).resolves({});
  for (const pk of ['A#1', 'B#1']) {
    const key = { pk, sk: 's' };
    await get(key);
    await query(pk, 's');
    await getTogether([{ pk: 'B', sk: 's' }, key]);
  }
  vi.stubEnv('LIMITED_READS', '');
  const asked = db.calls().map(({ args: [{ input }] }) => JSON.parse(JSON.stringify(input)));
  const shown = asked.map(({ RequestItems, ...one }) => RequestItems?.table ?? one);
  for (const one of shown.slice(0, 3)) {
    expect(one.ProjectionExpression).toBe('#a00,#a01');
    expect(one.ExpressionAttributeNames).toMatchObject({ '#a00': 'pk', '#a01': 'summary' });
  }
  for (const one of shown.slice(3)) expect(one).not.toHaveProperty('ProjectionExpression');
});

describe('a query', () => {
  test('reads all pages', async () => {
    db.on(QueryCommand)
      .resolvesOnce({ Items: [item('a')], LastEvaluatedKey: item('a') })
      .resolvesOnce({ Items: [], LastEvaluatedKey: item('b') })
      .resolvesOnce({ Items: [item('c')] });
    expect(await query('p', 'x')).toEqual([item('a'), item('c')]);
    expect(db.commandCalls(QueryCommand).map((call) => call.args[0].input.ExclusiveStartKey)).toEqual([
      undefined,
      item('a'),
      item('b'),
    ]);
  });

  test('stops at its limit', async () => {
    db.on(QueryCommand).resolves({ Items: [item('a'), item('b')], LastEvaluatedKey: item('b') });
    expect(await query('p', 'x', { limit: 2 })).toHaveLength(2);
    expect(db.commandCalls(QueryCommand)).toHaveLength(1);
  });

  test('stops once it has the requested number of bytes', async () => {
    db.on(QueryCommand)
      .resolvesOnce({ Items: [item('a')], LastEvaluatedKey: item('a') })
      .resolvesOnce({ Items: [item('b')], LastEvaluatedKey: item('b') })
      .rejects(new Error('asked for more than was wanted'));
    const { length } = JSON.stringify([item('a'), item('b')]);
    expect(await query('p', 'x', { maxBytes: length })).toEqual([item('a'), item('b')]);
  });

  test('ends before a key, without the key itself', async () => {
    db.on(QueryCommand).resolves({ Items: [] });
    await query('p', 'x', { before: 'xb', limit: 2 });
    const [input] = db.commandCalls(QueryCommand).map((call) => call.args[0].input);
    const end = input?.ExpressionAttributeValues?.[':to'] ?? expect.fail('no end');
    expect(input?.Limit).toBe(2);
    expect([end > 'xa', end > 'xazzz', end < 'xb']).toEqual([true, true, true]);
  });

  test('is consistent on the table but not on the index, and never scans', async () => {
    db.on(QueryCommand).resolves({ Items: [] });
    await query('p', 'x');
    await queryIndex('g', '');
    const [table, index] = db.commandCalls(QueryCommand).map((call) => call.args[0].input);
    expect(table).toMatchObject({
      ConsistentRead: true,
      KeyConditionExpression: '#p = :p AND #s BETWEEN :from AND :to',
    });
    expect(index).toMatchObject({ IndexName: 'lists', KeyConditionExpression: '#p = :p' });
    expect(index?.ConsistentRead).toBeUndefined();
  });
});

test('a batch read returns all items or throws a conflict', async () => {
  db.on(BatchGetCommand).resolves({
    Responses: { table: [item('a')] },
    UnprocessedKeys: { table: { Keys: [item('b')] } },
  });
  await expect(getTogether([item('a'), item('b')])).rejects.toBeInstanceOf(Conflict);
});

describe('a batch delete', () => {
  const putOff = { UnprocessedItems: { table: [{ DeleteRequest: { Key: item('7') } }] } };
  const sizes = () => db.commandCalls(BatchWriteCommand).map((call) => call.args[0].input.RequestItems?.table?.length);
  let pauses: number[];
  beforeEach(() => {
    pauses = [];
  });
  const deleteThirty = () =>
    deleteAll(
      Array.from({ length: 30 }, (_, i) => item(String(i))),
      async (nth) => void pauses.push(nth),
    );

  test('retries unprocessed items, 25 at a time, with a growing delay', async () => {
    db.on(BatchWriteCommand)
      .resolvesOnce(putOff)
      .resolvesOnce(putOff)
      .resolvesOnce({})
      .resolvesOnce(putOff)
      .resolves({});
    await deleteThirty();
    expect(sizes()).toEqual([25, 1, 1, 5, 1]);
    expect(pauses).toEqual([1, 2, 1]);
  });

  test('fails after seven retries', async () => {
    db.on(BatchWriteCommand).resolves(putOff);
    await expect(deleteThirty()).rejects.toThrow('unprocessed after 8 attempts');
    expect(pauses).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const refusal = conflict('in use');
const writes = [{ put: item('a') }, { put: item('b'), refuse: refusal }];

test.each([
  ['by the second condition', ['None', 'ConditionalCheckFailed'], refusal],
  ['by a condition without an error of its own', ['ConditionalCheckFailed', 'None'], expect.any(Conflict)],
  ['by another transaction', ['TransactionConflict', 'None'], expect.any(Conflict)],
  ['by throttling', ['ThrottlingError', 'None'], expect.any(Conflict)],
  ['by a validation error', ['ValidationError', 'None'], expect.any(TransactionCanceledException)],
])('a transaction throws the matching error if it is cancelled %s', async (_, codes, error) => {
  db.on(TransactWriteCommand).rejects(cancelled(...codes));
  expect(await transact(writes).catch((thrown: unknown) => thrown)).toEqual(error);
});
