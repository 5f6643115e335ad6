import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as tick } from '#functions/jobs/tick.ts';
import { MailDeferred } from '#functions/services/log/log.ts';
import { dueKeys, sweep } from '#functions/services/scheduler/scheduler.ts';
import { dueItemKey } from '../support/due-item.ts';
import { newLogLines } from '../support/log-lines.ts';
import { mocked } from '../support/mocked.ts';

vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('FIRM_NAME', 'Firm');
const db = mocked(DynamoDBDocumentClient);
beforeEach(() => {
  newLogLines();
});

describe('a due item', () => {
  test.each([
    ['2027-01-04T09:00:00.000Z', '2027-01-04T09:00Z'],
    ['2027-01-04T09:00:00.001Z', '2027-01-04T09:15Z'],
    ['2027-01-04T09:14:59.999Z', '2027-01-04T09:15Z'],
    ['2026-12-31T23:45:01.000Z', '2027-01-01T00:00Z'],
  ])('scheduled for %s is due from %s on, never earlier', (at, quarter) => {
    expect(dueKeys(new Date(at), 'email', 'x').dsk).toBe(`${quarter}#email#x`);
  });

  test('is in one of four partitions, chosen by its id', () => {
    const at = new Date('2027-01-04T09:00:00Z');
    const partitions = Array.from({ length: 200 }, (_, i) => dueKeys(at, 'email', `id-${i * 7}`).dpk);
    expect([...new Set(partitions)].sort()).toEqual(['DUE#0', 'DUE#1', 'DUE#2', 'DUE#3']);
    expect(dueKeys(new Date(0), 'task', 'id-7').dpk).toBe(dueKeys(at, 'email', 'id-7').dpk);
  });
});

const NOW = new Date('2027-01-04T09:00:03Z');
const aRow = (pk: string, id: string, kind = 'email', at = '2027-01-04T08:45:00Z') => ({
  ...dueItemKey(pk, kind, id),
  ...dueKeys(new Date(at), kind, id),
});
type Row = ReturnType<typeof aRow>;
const holds = (...rows: Row[]) =>
  db.on(QueryCommand).callsFake(({ ExpressionAttributeValues: { ':p': dpk, ':until': until } }) => ({
    Items: rows.filter((row) => row.dpk === dpk && row.dsk <= until),
  }));
const claims = () =>
  db.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => ({
    sk: input.Key?.sk,
    values: Object.values(input.ExpressionAttributeValues ?? {}),
  }));

describe('the sweep', () => {
  test('handles due items of all partitions, earliest first, and no later items', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id, i) =>
      aRow('CLIENT#c', id, 'email', `2027-01-0${4 - (i % 4)}T08:00:00Z`),
    );
    holds(...rows, aRow('CLIENT#c', 'later', 'email', '2027-01-04T09:00:01Z'));
    const done: string[] = [];
    const result = await sweep(NOW, {
      email: async ({ pk, sk, kind, id }, now) => {
        expect([pk, sk, kind, now]).toEqual(['CLIENT#c', `DUE#email#${id}`, 'email', NOW]);
        done.push(id);
      },
    });
    expect(result).toEqual({ due: 5, failed: 0 });
    const earliestFirst = rows.toSorted((a, b) => (a.dsk < b.dsk ? -1 : 1)).map(({ sk }) => sk.split('#')[2]);
    expect(done).toEqual(earliestFirst);
  });

  test.each([
    ['2027-01-04T09:00:03Z', '2027-01-04T09:15Z'],
    ['2027-01-04T09:09:59Z', '2027-01-04T09:15Z'],
    ['2027-01-04T09:10:00Z', '2027-01-04T09:30Z'],
    ['2027-01-04T09:14:59Z', '2027-01-04T09:30Z'],
  ])('at %s claims an item until %s, later than the Lambda timeout', async (now, until) => {
    const row = aRow('CLIENT#c', 'x');
    holds(row);
    await sweep(new Date(now), { email: async () => undefined });
    expect(claims()).toEqual([{ sk: 'DUE#email#x', values: [`${until}#email#x`, row.dsk] }]);
  });

  test('logs a failed item as an alarm without personal data, and handles the other items', async () => {
    holds(
      aRow('CLIENT#c', 'a'),
      aRow('CLIENT#c', 'b', 'task'),
      aRow('CLIENT#d', 'c'),
      aRow('CLIENT#e', 'd', 'unknown'),
    );
    const done: string[] = [];
    const result = await sweep(NOW, {
      email: async ({ id }) => void done.push(id),
      task: async () => {
        throw new TypeError('to ann@mail.example');
      },
    });
    expect(result).toEqual({ due: 4, failed: 2 });
    expect(done.sort()).toEqual(['a', 'c']);
    const lines = newLogLines().sort((a, b) => `${a.what}`.localeCompare(`${b.what}`));
    expect(lines).toMatchObject([
      { alarm: 'event', EventFailures: 1, what: 'due task', pk: 'CLIENT#c', sk: 'DUE#task#b', error: 'TypeError' },
      { alarm: 'event', EventFailures: 1, what: 'due unknown', pk: 'CLIENT#e', sk: 'DUE#unknown#d' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('ann@');
  });

  test('logs an item whose email SES defers without the alarm of failures, because the next run retries it', async () => {
    holds(aRow('CLIENT#c', 'a'));
    const error = Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'Throttling' });
    const deferred = async () => {
      throw new MailDeferred(error);
    };
    expect(await sweep(NOW, { email: deferred })).toEqual({ due: 1, failed: 1 });
    const [line] = newLogLines();
    expect(line).toMatchObject({ level: 'INFO', what: 'due email', alarm: 'mail-deferred', MailDeferred: 1 });
    expect(line).toMatchObject({ detail: expect.stringContaining('Maximum sending rate exceeded.') });
    expect(line).not.toHaveProperty('EventFailures');
  });

  test('handles the items of one client in sequence, and eight clients in parallel', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => aRow(`CLIENT#${i % 10}`, `${i}`));
    holds(...rows);
    const underWay: string[] = [];
    let most = 0;
    await sweep(NOW, {
      email: async ({ pk }) => {
        expect(underWay).not.toContain(pk);
        underWay.push(pk);
        most = Math.max(most, underWay.length);
        await new Promise(setImmediate);
        underWay.splice(underWay.indexOf(pk), 1);
      },
    });
    expect(most).toBe(8);
  });

  test('starts no item in its last minute, so that the next run handles it', async () => {
    holds(...Array.from({ length: 5 }, (_, i) => aRow('CLIENT#c', `${i}`)));
    let elapsed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    const done: string[] = [];
    await sweep(NOW, {
      email: async ({ id }) => {
        done.push(id);
        elapsed += 100_000;
      },
    });
    clock.mockRestore();
    expect(done).toHaveLength(3);
    expect(claims()).toHaveLength(3);
  });
});

test('every tick writes a heartbeat with the time', async () => {
  db.on(QueryCommand).resolves({ Items: [] });
  db.on(GetCommand).resolves({});
  vi.useFakeTimers({ now: NOW });
  await tick();
  vi.useRealTimers();
  const written = db
    .commandCalls(PutCommand)
    .map(({ args: [{ input }] }) => input.Item)
    .at(-1);
  expect(written).toEqual({ pk: 'HEARTBEAT', sk: 'HEARTBEAT', at: NOW.toISOString() });
});
