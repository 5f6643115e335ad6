import { describe, expect, test } from 'vitest';
import { put } from '#functions/aws/table.ts';
import { firmEntry } from '#functions/services/audit-log/firm-log.ts';
import { newId } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { doneBy as by, auditLog as record } from '../support/acts.ts';
import type { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser } from '../support/builders.ts';

const admin = await demoAdmin();

/** Adds an entry at a given time, by an actor without an account. */
async function lineOf(actor: { id: string; name: string }, at: string, happened?: Happened): Promise<string> {
  const { put: item } = firmEntry(
    { kind: 'adviser', ...actor },
    happened ?? { action: 'signed-in', data: { by: 'password' } },
    new Date(at),
  );
  await put(item as never);
  return at;
}
const someone = (name = 'Bea Hall') => ({ id: newId(), name });
const timesOf = (lines: FirmAuditEntry[]) => lines.map(({ at }) => at);

describe('the firm’s audit log', () => {
  test('is paged newest first, and each page links to the one before it', async () => {
    const bea = someone();
    const times = ['2026-01-01T09:00:00.000Z', '2026-01-02T09:00:00.000Z', '2026-01-02T09:00:00.001Z'];
    for (const at of times) await lineOf(bea, at);
    const first = await admin.call('GET /api/record', { query: { actor: bea.id, limit: '2', from: '2026-01-01' } });
    expect(timesOf(first.body)).toEqual([times[2], times[1]]);
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    expect(next).toMatch(new RegExp(`^/api/record\\?.*actor=${bea.id}`));
    const second = await admin.call(`GET ${next}` as `GET /${string}`);
    expect(timesOf(second.body)).toEqual([times[0]]);
    expect(second.headers.get('link')).toBeNull();
  });

  // test/shared/london.test.ts lists the days on which clocks change.
  test('filters by London days, inclusive', async () => {
    const bea = someone();
    const on = async (from: string, to = from) => timesOf(await record({ actor: bea.id, from, to }));
    const times = ['06-30T22:59:59.999', '06-30T23:00:00.000', '07-01T22:59:59.999', '07-01T23:00:00.000'];
    const [before, first, last, after] = times.map((time) => `2026-${time}Z`);
    for (const at of [before, first, last, after]) await lineOf(bea, at ?? '');
    expect([await on('2026-07-01'), await on('2026-06-30')]).toEqual([[last, first], [before]]);
    expect(await on('2026-06-30', '2026-07-02')).toEqual([after, last, first, before]);
    expect(timesOf(await record({ actor: bea.id, from: '2026-07-02' }))).toEqual([after]);
    expect(timesOf(await record({ actor: bea.id, to: '2026-06-30' }))).toEqual([before]);
    expect(await on('2026-07-02', '2026-07-01')).toEqual([]);
  });

  test('filters by actor, by action and by both', async () => {
    const [bea, cem] = [someone(), someone('Cem Öz')];
    await lineOf(bea, '2026-02-01T09:00:00.000Z');
    await lineOf(bea, '2026-02-01T10:00:00.000Z', { action: 'signed-out', data: {} });
    await lineOf(cem, '2026-02-01T11:00:00.000Z');
    expect((await record({ actor: bea.id })).map(({ action }) => action)).toEqual(['signed-out', 'signed-in']);
    const found = await record({ action: 'signed-in', from: '2026-02-01', to: '2026-02-01' });
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(['signed-in']));
    expect(found.filter(({ actorId }) => [bea.id, cem.id].includes(actorId))).toHaveLength(2);
    expect(await record({ actor: cem.id, action: 'signed-out' })).toEqual([]);
  });

  test.each([
    [{ actor: 'a b' }, 'actor'],
    [{ action: '<script>' }, 'action'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '24/12/2026' }, 'to'],
    [{ to: '9999-12-31' }, 'to'],
    [{ limit: '1001' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ since: '2026-01-01' }, ''],
  ])('rejects the query %j', async (query, field) => {
    const { status, body } = await admin.call('GET /api/record', { query });
    expect(status).toBe(400);
    if (field) expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('returns nothing for a cursor before the first requested day', async () => {
    expect(await record({ cursor: `000000001${'A'.repeat(16)}`, from: '2026-01-01' })).toEqual([]);
  });
});

describe('the CSV export of the firm’s audit log', () => {
  const csv = async (query: Record<string, string>, caller: Caller = admin, path = 'GET /api/record') => {
    const answer = await caller.call(path as 'GET /api/record', { query, headers: { accept: 'text/csv' } });
    const isText = answer.body instanceof Uint8Array;
    return { ...answer, text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.body) : '' };
  };

  test('quotes and defuses every name in the requested entries', async () => {
    const names = ['O’Hara, "Kit"', '=1+1', '+44', '-1', '@now', 'two\nlines', '李 雷', 'مريم', '😀'];
    const cells = ['O’Hara, ""Kit""', "'=1+1", '+44', '-1', "'@now", ...names.slice(5)];
    const bea = { id: newId() };
    for (const [i, name] of names.entries()) await lineOf({ ...bea, name }, `2026-04-0${i + 1}T09:00:00.000Z`);
    const { status, text, headers } = await csv({ actor: bea.id });
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="record.csv"',
    ]);
    const rows = cells.map((cell, i) => `"2026-04-0${i + 1}T09:00:00.000Z","${cell}","adviser","Signed in","",""`);
    expect(text).toBe(['\uFEFF"Time","Who","Role","What","About","Changes"', ...rows.toReversed(), ''].join('\r\n'));
  });

  test('is the same file in pages, and logs every response', async () => {
    const boss = await newAdmin();
    const bea = someone();
    for (const hour of ['09', '10', '11']) await lineOf(bea, `2026-05-01T${hour}:00:00.000Z`);
    const whole = await csv({ actor: bea.id }, boss);
    let page = await csv({ actor: bea.id, limit: '1' }, boss);
    const parts = [page.text];
    for (let i = 0; i < 2; i++) {
      const [, next = ''] = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      page = await csv({}, boss, `GET ${next}`);
      parts.push(page.text);
    }
    expect(page.headers.get('link')).toBeNull();
    expect(parts.join('')).toBe(whole.text);
    expect(await by(boss)).toEqual(Array(4).fill('Exported the firm’s audit log'));
  });

  test('is logged with any cursor and any spelling of its media type', async () => {
    const boss = await newAdmin();
    const query = { actor: boss.id, cursor: 'zzzzzzzzzzzzzzzzzzzzzzzzz' };
    const answer = await boss.call('GET /api/record', { query, headers: { accept: 'TEXT/CSV' } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await by(boss)).toEqual(['Exported the firm’s audit log']);
  });

  test('contains old and new values', async () => {
    const bea = someone();
    const changes = [
      { field: 'phone', was: null, is: '020 7946 0123' },
      { field: 'post', was: '1 Old Road', is: null },
    ] as const;
    const data = { name: 'Aviva', fields: ['phone', 'post'], changes: [...changes] };
    await lineOf(bea, '2026-06-01T09:00:00.000Z', { action: 'provider-changed', data });
    expect((await csv({ actor: bea.id })).text).toContain(
      '"phone: none → 020 7946 0123; postal address: 1 Old Road → none"',
    );
  });

  test('contains only its header if there are no entries', async () => {
    expect((await csv({ actor: newId() })).text).toBe('\uFEFF"Time","Who","Role","What","About","Changes"\r\n');
  });

  test('returns the largest possible page by default', async () => {
    const bea = someone();
    await Promise.all(
      Array.from({ length: 101 }, (_, i) => lineOf(bea, new Date(Date.UTC(2025, 0, 1) + i).toISOString())),
    );
    const query = { actor: bea.id, to: '2025-01-02' };
    expect((await csv(query)).text.trim().split('\r\n')).toHaveLength(102);
    expect((await admin.call('GET /api/record', { query })).body).toHaveLength(100);
  });

  test('is not logged if it is refused, nor is reading the audit log', async () => {
    const [ann, boss] = [await newAdviser(), await newAdmin()];
    expect((await csv({}, ann)).status).toBe(403);
    await boss.call('GET /api/record');
    expect([await by(ann), await by(boss)]).toEqual([[], []]);
  });
});

test('an entry with the action of a later version is shown by the action’s name', async () => {
  const bea = someone();
  const at = await lineOf(bea, '2026-04-20T09:00:00.000Z');
  const [line] = await record({ actor: bea.id });
  await changeStored({ pk: 'AUDIT', sk: `ACTIVITY#${line?.id}` }, { action: 'moved-house' });
  expect(await record({ actor: bea.id })).toMatchObject([{ at, action: 'moved-house', summary: 'moved-house' }]);
  expect((await admin.call('GET /api/record', { query: { from: '2026-04-20' } })).status).toBe(200);
});
