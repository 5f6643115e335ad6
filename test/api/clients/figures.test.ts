import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { figuresOf } from '#functions/domain/figures/figure.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { type ClientCounts, countsKey } from '#functions/services/client-counts.ts';
import { clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import type { Figures } from '#shared/contract/figures.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { type ClientDesk, clientOf, deleteAccount, quietSince } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { SOON } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
import { readsOf } from '../../support/reads.ts';
import { runDay } from '../../support/reminder-runs.ts';

const DAY = 24 * HOUR_MS;

let adviser: Person;
let mia: ClientDesk;
beforeEach(async () => {
  adviser = await newAdviser();
  mia = await clientOf(adviser);
});
afterEach(() => setNow(START));

const figures = (by: Caller = adviser, sent: Record<string, string> = {}) =>
  by.call('GET /api/insight', { query: { months: '3', ...sent } });
const read = async (by?: Caller, sent?: Record<string, string>): Promise<Figures> => (await figures(by, sent)).body;
const stage = async (number: number, by?: Caller) => {
  const found = (await read(by)).stages.find((one) => one.stage === number);
  return found && [found.n, found.median, found.ninth];
};
const current = async (by?: Caller, sent?: Record<string, string>) => {
  const { added = 0, completed = 0 } = (await read(by, sent)).months.at(-1) ?? {};
  return [added, completed];
};

/** Completes a stage that was in progress for some days. */
async function spell(client: ClientDesk, number: string, days: number, by: Caller = adviser) {
  const set = (status: string) =>
    by.call('PATCH /api/stages/{stageId}', { params: { stageId: `${client.id}.${number}` }, body: { status } });
  await set('in_progress');
  const inProgressAt = new Date(Date.now() - days * DAY - 1000).toISOString();
  await changeStored(clientKey(client.id), { [`stages/${number}/inProgressAt`]: inProgressAt });
  await set('completed');
}

const entryOf = async (client: ClientDesk, action: string) => {
  const log = await query<AuditEntry>(clientPartition(client.id), PREFIX.activity);
  return log.findLast((entry) => entry.action === action) ?? expect.fail(action);
};
const repeated = async (entry: AuditEntry) => asFunction('on-record', () => handleEntry(entry, new Date()));

test('days of completed stages are counted for the adviser and the firm, the same entry once', async () => {
  const admin = await demoAdmin();
  const before = (await stage(3, admin))?.[0] ?? 0;
  for (const days of [2, 4, 6, 8]) await spell(mia, '3', days);
  await expect.poll(() => stage(3), SOON).toEqual([4, null, null]);
  expect((await read()).stages[2]?.few, 'too few for a figure, but listed').toEqual([2, 4, 6, 8]);
  const entry = await entryOf(mia, 'stage-changed');
  for (let i = 0; i < 3; i += 1) await repeated(entry);
  expect(await stage(3)).toEqual([4, null, null]);
  await spell(mia, '3', 200);
  await expect.poll(() => stage(3), SOON).toEqual([5, 6, 120]);
  expect((await stage(3, admin))?.[0]).toBe(Number(before) + 5);
});

test('stages that were not started, only reset, or are sub-stages are not counted', async () => {
  await mia.setStage('1', { status: 'completed' });
  await mia.setStage('1.1', { status: 'in_progress' });
  await mia.setStage('1.1', { status: 'completed' });
  await mia.setStage('2', { status: 'in_progress' });
  await mia.by('POST /api/clients/{id}/stages/reset');
  await spell(mia, '4', 1);
  await expect.poll(() => stage(4), SOON).toEqual([1, null, null]);
  expect((await read()).stages.map(({ n }) => n)).toEqual([0, 0, 0, 1, 0, 0, 0]);
});

test('a client is counted as added, and as completed while the journey is', async () => {
  await expect.poll(() => current(), SOON).toEqual([1, 0]);
  for (const completed of [true, false, true]) {
    await mia.change({ completed });
    await expect.poll(() => current(), SOON).toEqual([1, completed ? 1 : 0]);
  }
  await repeated(await entryOf(mia, 'client-completed'));
  expect(await current()).toEqual([1, 1]);
});

test('a reassignment moves nothing that was counted, and a deleted account takes its figures along', async () => {
  const [admin, other] = [await demoAdmin(), await newAdviser()];
  await spell(mia, '3', 2);
  await expect.poll(() => stage(3), SOON).toEqual([1, null, null]);
  await mia.change({ adviserId: other.id }, admin);
  await spell(mia, '3', 2, other);
  await expect.poll(() => stage(3, other), SOON).toEqual([1, null, null]);
  expect(await stage(3)).toEqual([1, null, null]);
  const firm = await stage(3, admin);
  expect((await deleteAccount(admin, adviser.id)).status).toBe(204);
  await expect.poll(() => query(figuresOf(adviser.id), ''), SOON).toEqual([]);
  expect(await stage(3, admin)).toEqual(firm);
});

test('counting can be killed at any call and repeated, and counts once', async () => {
  const prepare = async () => {
    mia = await clientOf(adviser);
    await mia.setStage('5', { status: 'in_progress' });
    const entry = await entryOf(mia, 'stage-changed');
    const data = { stage: 5, from: 'in_progress', to: 'completed', since: new Date(START - DAY).toISOString() };
    return { ...entry, data };
  };
  let counted = 0;
  const check = async () => {
    counted += 1;
    expect((await stage(5))?.[0]).toBe(counted);
  };
  await killAtEveryCall(prepare, (entry) => job(() => repeated(entry)), check, [200]);
});

test('the load of advisers is read from rows of clients and late tasks, and the reminder run stores the same', async () => {
  const admin = await demoAdmin();
  const loadNow = async () => {
    const { answer, reads } = await readsOf(admin, 'GET /api/insight');
    const load = (answer.body as Figures).people?.find(({ adviserId }) => adviserId === adviser.id);
    return { ...load, items: reads.items, rounds: reads.rounds };
  };
  const before = await loadNow();
  expect(before).toMatchObject({ active: 1, stuck: 0, open: 0, overdue: 0, review: 0, chase: 0, unread: 0, help: 0 });
  expect(before.rounds).toBe(3);
  await mia.addTask({ title: 'Call', responsibility: 'adviser', dueDate: inDays(-1) });
  await mia.addTask({ title: 'Send passport', dueDate: inDays(-1) });
  await mia.addTask({ title: 'Write', responsibility: 'adviser', dueDate: inDays(0) });
  await mia.addTask({ title: 'Read', responsibility: 'adviser' });
  const { body: made } = await mia.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'P60' }] } });
  await mia.by(
    'POST /api/requests/{id}/cannot',
    {
      params: { id: made[0].id },
      body: { reason: 'Lost it' },
    },
    mia.own,
  );
  await lettersOf(adviser, mia.id).made('Aviva', { sent: { on: inDays(-30), how: 'email' } });
  await mia.write('Hello', mia.own);
  await quietSince(mia, inDays(-60));
  const after = await loadNow();
  const full = { active: 1, stuck: 1, open: 3, overdue: 1, review: 1, chase: 1, unread: 1, help: 0 };
  expect(after).toMatchObject({ ...full, items: before.items + 2 });
  await runDay(adviser, inDays(0));
  const runAt = londonInstant(inDays(0), '09:00').toISOString();
  expect((await stored<ClientCounts>(countsKey(adviser.id)))?.load).toEqual({ ...full, at: runAt });
  await mia.by('POST /api/clients/{id}/stuck', { body: {} }, mia.own);
  expect(await loadNow()).toMatchObject({ ...full, stuck: 0, unread: 0, help: 1 });
  await mia.change({ completed: true });
  expect(await loadNow()).toMatchObject({ ...full, active: 0, stuck: 0, chase: 0, unread: 0, help: 1 });
});

test('advisers see their own figures, and admins the firm’s with everybody’s load', async () => {
  const [admin, other] = [await demoAdmin(), await newAdviser()];
  await mia.addTask({ title: 'Call', responsibility: 'adviser', dueDate: '2026-11-20' });
  await mia.write('Hello', mia.own);
  expect((await read()).people).toBeNull();
  const load = (await read(admin)).people?.find(({ adviserId }) => adviserId === adviser.id);
  expect(load).toMatchObject({
    adviserName: adviser.name,
    active: 1,
    open: 1,
    overdue: 1,
    unread: 1,
    stuck: 0,
    help: 0,
  });
  await expect.poll(() => current(admin, { adviser: adviser.id }), SOON).toEqual([1, 0]);
  expect((await read(admin, { adviser: adviser.id })).people).toBeNull();
  expect((await figures(adviser, { adviser: other.id })).status).toBe(403);
  expect(await figures(admin, { adviser: mia.id })).toMatchObject({
    status: 400,
    body: { fields: { adviser: 'This adviser does not exist' } },
  });
  expect(await figures(adviser, { months: '4' })).toMatchObject({
    status: 400,
    body: { fields: { months: 'Choose 3, 6 or 12 months' } },
  });
});
