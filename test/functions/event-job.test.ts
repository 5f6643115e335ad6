import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Conflict, isPassing } from '#functions/aws/retry.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import { onRecord } from '#functions/jobs/on-record.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { streamEvent } from '../support/event.ts';
import { newLogLines } from '../support/log-lines.ts';
import { mocked } from '../support/mocked.ts';

vi.stubEnv('EVENTS_QUEUE', 'https://queue.example/events');
vi.stubEnv('TABLE_NAME', 'table');
const db = mocked(DynamoDBDocumentClient);
const sqs = mocked(SQSClient);
// Retries wait for a random time.
const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
beforeEach(() => {
  db.onAnyCommand().resolves({});
  newLogLines();
});
afterAll(() => chance.mockRestore());

const anEntry = (client: string, key: string, more: object = {}) =>
  ({
    pk: `CLIENT#${client}`,
    sk: `ACTIVITY#${key}`,
    v: 2,
    actorType: 'client',
    actorId: client,
    actorName: 'Ann Other',
    action: 'journey-reset',
    data: {},
    seen: 'both',
    ...more,
  }) as AuditEntry;
const setAside = () =>
  sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => {
    expect(input.QueueUrl).toBe('https://queue.example/events');
    return JSON.parse(input.MessageBody ?? '');
  });
const awsError = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

test('handles entries of one client in order, and eight clients in parallel', async () => {
  const clients = Array.from({ length: 12 }, (_, i) => `c${i}`);
  const done: Record<string, string[]> = {};
  let [underWay, most] = [0, 0];
  const run = onRecord(async ({ pk, sk }) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    done[pk] = [...(done[pk] ?? []), sk];
    underWay -= 1;
  });
  const lines = ['a', 'b', 'c'].flatMap((key) => clients.map((client) => anEntry(client, key)));
  expect(await run(streamEvent(...lines))).toEqual({ setAside: 0 });
  expect(Object.keys(done)).toHaveLength(12);
  for (const order of Object.values(done)) expect(order).toEqual(['ACTIVITY#a', 'ACTIVITY#b', 'ACTIVITY#c']);
  expect(most).toBe(8);
});

test('runs no event handler for the heartbeat of the tick', async () => {
  const heartbeat = { pk: 'HEARTBEAT', sk: 'HEARTBEAT', at: '2027-01-04T09:00:00.000Z' } as unknown as AuditEntry;
  expect(await onRecord(handleEntry)(streamEvent(heartbeat))).toEqual({ setAside: 0 });
  expect(newLogLines()).toMatchObject([{ job: 'on-record', entries: 0, setAside: 0 }]);
});

describe('an entry that cannot be handled', () => {
  const cases: [string, AuditEntry][] = [
    ['with an unknown action', anEntry('c', 'b', { action: 'teleported' })],
    ['with data of the wrong shape', anEntry('c', 'b', { action: 'document-uploaded', data: { name: 7 } })],
    ['without data', anEntry('c', 'b', { action: 'document-uploaded', data: undefined })],
    ['with keys only', { pk: 'CLIENT#c', sk: 'ACTIVITY#b' } as AuditEntry],
  ];

  test.each(cases)(
    '%s is moved to the dead-letter queue by its key, and the next entry is handled',
    async (_, broken) => {
      const handled: string[] = [];
      const run = onRecord(async (entry, now) => {
        await handleEntry(entry, now);
        handled.push(entry.sk);
      });
      expect(await run(streamEvent(anEntry('c', 'a'), broken, anEntry('c', 'c')))).toEqual({ setAside: 1 });
      expect(handled).toEqual(['ACTIVITY#a', 'ACTIVITY#c']);
      expect(setAside()).toEqual([{ pk: 'CLIENT#c', sk: 'ACTIVITY#b' }]);
      const lines = newLogLines();
      expect(lines).toMatchObject([
        { level: 'ERROR', alarm: 'event', EventFailures: 1, what: 'audit entry', pk: 'CLIENT#c', sk: 'ACTIVITY#b' },
        { level: 'INFO', job: 'on-record', entries: 3, setAside: 1 },
      ]);
      expect(JSON.stringify(lines)).not.toContain('Ann Other');
    },
  );

  test('is retried by the stream if the dead-letter queue rejects it', async () => {
    sqs.on(SendMessageCommand).rejects(awsError('ServiceUnavailable', 503));
    await expect(onRecord(handleEntry)(streamEvent(cases[0]?.[1] as AuditEntry))).rejects.toThrow('ServiceUnavailable');
  });
});

test('runs no event handler for a restored entry', async () => {
  const back = anEntry('c', 'a', { action: 'teleported', restored: true });
  expect(await onRecord(handleEntry)(streamEvent(back))).toEqual({ setAside: 0 });
  expect(setAside()).toEqual([]);
});

test('retries an event handler after a write conflict', async () => {
  let tries = 0;
  const run = onRecord(async () => {
    tries += 1;
    if (tries < 3) throw new Conflict();
  });
  expect(await run(streamEvent(anEntry('c', 'a')))).toEqual({ setAside: 0 });
  expect(tries).toBe(3);
});

test.each([
  ['a permanent conflict', new Conflict()],
  ['a throttled call', awsError('ThrottlingException')],
  ['an exceeded throughput', awsError('ProvisionedThroughputExceededException')],
  ['an internal error of AWS', awsError('InternalServerError', 500)],
  ['a broken connection', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
  ['an unresolved host name', Object.assign(new Error('dns'), { code: 'ENOTFOUND' })],
  ['a timeout', Object.assign(new Error('late'), { name: 'TimeoutError' })],
])('after %s the stream retries, once the entries of all other clients are handled', async (_, refusal) => {
  const handled: string[] = [];
  const run = onRecord(async ({ pk, sk }) => {
    if (sk === 'ACTIVITY#b' && pk === 'CLIENT#c') throw refusal;
    handled.push(`${pk} ${sk}`);
  });
  const lines = [anEntry('c', 'a'), anEntry('c', 'b'), anEntry('c', 'c'), anEntry('d', 'a'), anEntry('d', 'b')];
  const error = await run(streamEvent(...lines)).catch((thrown: Error) => thrown);
  expect([error, error instanceof Error && error.cause]).toContain(refusal);
  expect(handled.sort()).toEqual(['CLIENT#c ACTIVITY#a', 'CLIENT#d ACTIVITY#a', 'CLIENT#d ACTIVITY#b']);
  expect(setAside()).toEqual([]);
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'event' }]);
});

test.each([
  ['a missing permission', awsError('AccessDeniedException')],
  ['an invalid request', awsError('ValidationException')],
  ['a bug', new TypeError('x is not a function')],
  ['an undefined error', undefined],
])('does not count %s as a transient error', (_, error) => {
  expect(isPassing(error)).toBe(false);
});
