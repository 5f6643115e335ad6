import { beforeEach, expect, test } from 'vitest';
import type { StuckClient } from '#shared/contract/insight.ts';
import { clientOf, quietSince } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { ask, handedIn } from '../../support/requests.ts';

let adviser: Person;
beforeEach(async () => {
  adviser = await newAdviser();
});

const stuck = (by: Caller = adviser, query: Record<string, string> = {}) =>
  by.call('GET /api/insight/stuck', { query });
const found = async (by?: Caller, query?: Record<string, string>): Promise<StuckClient[]> =>
  (await stuck(by, query)).body;

test('lists quiet clients with reason and place, the longest quiet first', async () => {
  const [idle, asked, sent] = [await clientOf(adviser), await clientOf(adviser), await clientOf(adviser)];
  await clientOf(adviser);
  await asked.addTask({ title: 'Call', responsibility: 'adviser', dueDate: '2026-11-20' });
  const request = await handedIn(sent, 'Passport', ['a.txt']);
  const waiting = await ask(asked, 'P60');
  expect(await found()).toEqual([]);
  await quietSince(idle, '2026-10-01');
  await quietSince(asked, '2026-11-02');
  await quietSince(sent, '2026-11-05');
  const rows = await found();
  expect(
    rows.map(({ clientId, reason, waitingFor, about, ref }) => [clientId, reason, waitingFor, about, ref]),
  ).toEqual([
    [idle.id, 'nobody', 'nobody', null, null],
    [asked.id, 'own', 'you', 'task', expect.stringContaining(asked.id)],
    [sent.id, 'review', 'you', 'request', request.id],
  ]);
  expect(rows[0]).toMatchObject({ adviserId: adviser.id, adviserName: adviser.name, daysInStage: null, quietDays: 39 });
  const [task] = await asked.read('GET /api/clients/{id}/tasks');
  await asked.setTask(task.id, { status: 'completed' });
  await quietSince(asked, '2026-11-02');
  expect((await found())[1]).toMatchObject({ reason: 'client', text: '1 document', ref: waiting.id });
  await idle.change({ completed: true });
  expect(await found()).toHaveLength(2);
});

test('advisers see their own clients, and admins those of everybody or of one adviser', async () => {
  const [other, admin] = [await newAdviser(), await demoAdmin()];
  const [own, others] = [await clientOf(adviser), await clientOf(other)];
  for (const client of [own, others]) await quietSince(client, '2026-10-01');
  const ids = async (...of: Parameters<typeof found>) => (await found(...of)).map(({ clientId }) => clientId);
  expect(await ids()).toEqual([own.id]);
  expect(await ids(adviser, { adviser: adviser.id })).toEqual([own.id]);
  expect(await ids(admin)).toEqual(expect.arrayContaining([own.id, others.id]));
  expect(await ids(admin, { adviser: other.id })).toEqual([others.id]);
  expect(await stuck(adviser, { adviser: other.id })).toMatchObject({
    status: 403,
    body: { message: 'These figures are of another adviser' },
  });
  for (const unknown of [own.id, 'x'])
    expect(await stuck(admin, { adviser: unknown })).toMatchObject({
      status: 400,
      body: { fields: { adviser: 'This adviser does not exist' } },
    });
});
