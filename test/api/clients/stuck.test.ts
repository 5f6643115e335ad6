import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { StuckClient } from '#shared/contract/stuck.ts';
import { clientOf, quietSince } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { ask, handedIn } from '../../support/requests.ts';

let adviser: Person;
beforeEach(async () => {
  adviser = await newAdviser();
});
afterEach(() => setNow(START));

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
  expect(rows.map(({ clientId, reason, waitingFor, ref }) => [clientId, reason, waitingFor, ref])).toEqual([
    [idle.id, null, [], null],
    [asked.id, 'task', ['adviser', 'client'], expect.stringContaining(asked.id)],
    [sent.id, 'review', ['adviser'], request.id],
  ]);
  expect(rows[0]).toMatchObject({ adviserId: adviser.id, adviserName: adviser.name, daysInStage: null, quietDays: 39 });
  const [task] = await asked.read('GET /api/clients/{id}/tasks');
  await asked.setTask(task.id, { status: 'completed' });
  await quietSince(asked, '2026-11-02');
  expect((await found())[1]).toMatchObject({ reason: 'request', text: '1 document', ref: waiting.id });
  await idle.change({ completed: true });
  expect(await found()).toHaveLength(2);
});

test('offers a reminder by the rule that sends it: none after a stop, while one is planned, or after the last', async () => {
  const client = await clientOf(adviser, { phone: '07700 900127' });
  await ask(client, 'P60');
  await quietSince(client, '2026-10-01');
  const offered = async () => (await found())[0]?.reminder;
  const send = () => client.by('POST /api/clients/{id}/reminders/send');
  expect(await offered()).toEqual({ canSend: true, plannedAt: null, isUnanswered: false });

  setNow(new Date('2026-11-25T21:00:00Z'));
  const planned = await send();
  const plannedAt = '2026-11-26T08:00:00.000Z';
  expect([planned.status, planned.body.plannedAt, (await send()).status]).toEqual([202, plannedAt, 409]);
  expect(await offered()).toEqual({ canSend: false, plannedAt, isUnanswered: false });

  await changeStored(clientKey(client.id), { 'summary/reminded/plannedAt': '2026-11-25T20:30:00.000Z' });
  expect(await offered()).toEqual({ canSend: true, plannedAt: null, isUnanswered: false });
  await changeStored(clientKey(client.id), { 'summary/reminded': { n: 4, total: 4, on: '2026-11-20' } });
  expect(await offered()).toEqual({ canSend: true, plannedAt: null, isUnanswered: true });
  await changeStored(clientKey(client.id), { 'summary/reminders': { stoppedAt: '2026-11-21T09:00:00Z' } });
  expect(await offered()).toMatchObject({ canSend: false });
  expect((await send()).status).toBe(409);
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
