import { beforeEach, expect, test, vi } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import type { PendingTask } from '#shared/contract/tasks.ts';
import type { Today } from '#shared/contract/today.ts';
import { TODAY_ROWS } from '#shared/rules/today.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { numbers } from '../../support/numbers.ts';
import { handedIn } from '../../support/requests.ts';

let adviser: Person;
let mia: ClientDesk;
beforeEach(async () => {
  adviser = await newAdviser();
  mia = await clientOf(adviser, { name: 'Mia Wood' });
});

const today = async (caller: Caller, query = {}): Promise<Today> =>
  (await caller.call('GET /api/today', { query })).body;
const shown = async (caller: Caller = adviser) => (await today(caller)).rows.map(({ kind, text }) => [kind, text]);
const untilNotices = (count: number) =>
  vi.waitFor(async () => expect(await inboxOf(adviser)).toHaveLength(count), SOON);

test('lists what waits for an adviser, most urgent first, and nothing once it is done', async () => {
  expect(await today(adviser)).toEqual({ rows: [], more: 0, moreTasks: 0 });
  const zoe = await clientOf(adviser, { name: 'Zoe Bell' });
  const due = await mia.addTask({ title: 'Call Mia', responsibility: 'adviser', dueDate: inDays(0) });
  const overdue = await mia.addTask({ title: 'Write report', responsibility: 'adviser', dueDate: inDays(-2) });
  for (const other of [{ dueDate: inDays(1) }, {}, { responsibility: 'client', dueDate: inDays(-2) }])
    await mia.addTask({ title: 'Not for today', responsibility: 'adviser', ...other });
  const document = await upload(mia.own, mia.id, 'scan', 'scan.txt');
  const items = [{ title: 'Passport' }, { title: 'P60' }, { title: 'Will' }];
  const requests = (await mia.by('POST /api/clients/{id}/requests', { body: { items } })).body;
  for (const { id } of requests.slice(0, 2))
    await mia.own.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason: 'Lost' } });
  await mia.write('Hello', mia.own);
  await mia.write('Are you there?', mia.own);
  await zoe.by('POST /api/clients/{id}/stuck', { body: {} }, zoe.own);
  await untilNotices(6);

  expect(await shown()).toEqual([
    ['help', 'Asked for help'],
    ['task', 'Write report'],
    ['task', 'Call Mia'],
    ['message', '2 unread messages'],
    ['request', '2 documents to review'],
    ['document', '1 new file'],
  ]);

  const { rows } = await today(adviser);
  const ofClient = { clientId: mia.id, clientName: 'Mia Wood', adviserId: adviser.id, adviserName: adviser.name };
  expect(rows[1]).toEqual({
    kind: 'task',
    ...ofClient,
    ref: overdue.body.id,
    text: 'Write report',
    since: inDays(-2),
    dueDate: inDays(-2),
    status: 'pending',
  });
  expect(rows[5]).toMatchObject({ ...ofClient, ref: document.id, dueDate: null, status: null });

  for (const { id } of requests.slice(0, 2)) {
    const body = { version: 2, decision: 'waive' };
    await mia.by('POST /api/requests/{id}/decision', { params: { id }, body });
  }
  await zoe.by('DELETE /api/clients/{id}/stuck');
  await zoe.read('GET /api/clients/{id}/messages');
  await mia.read('GET /api/clients/{id}/messages');
  for (const { body } of [due, overdue]) await mia.setTask(body.id, { status: 'completed' });
  await adviser.call('POST /api/notifications/read', { body: { upTo: (await inboxOf(adviser))[0]?.id } });
  expect(await shown()).toEqual([]);
});

test('a request that was handed in is shown until it is reviewed, and not as a new file too', async () => {
  const { id, version } = await handedIn(mia, 'Passport', ['Front.txt', 'Back.txt']);
  await untilNotices(1);
  expect(await shown()).toEqual([['request', '1 document to review']]);
  const body = { version, decision: 'approve' };
  await adviser.call('POST /api/requests/{id}/decision', { params: { id }, body });
  expect(await shown()).toEqual([]);
});

test('says since when somebody waits: the oldest unread message, not the newest', async () => {
  await mia.write('First', mia.own);
  const [first] = await mia.read('GET /api/clients/{id}/messages');
  await mia.write('Second', mia.own);
  setNow(new Date(START + 60_000));
  await mia.write('Third', mia.own);
  const { rows } = await today(adviser);
  const [, second] = await mia.read('GET /api/clients/{id}/messages');
  expect(rows).toMatchObject([{ kind: 'message', text: '2 unread messages', since: second.createdAt }]);
  expect(second.createdAt).not.toBe(first.createdAt);
});

test('is each adviser’s own; admins may see the whole firm', async () => {
  const other = await newAdviser();
  const admin = await demoAdmin();
  await mia.write('Hello', mia.own);
  const ofMia = async (caller: Caller, query = {}) =>
    (await today(caller, query)).rows.filter(({ clientId }) => clientId === mia.id);
  expect(await ofMia(adviser)).toHaveLength(1);
  expect(await ofMia(other, { all: 'true' })).toEqual([]);
  expect(await ofMia(admin)).toEqual([]);
  expect(await ofMia(admin, { all: 'true' })).toMatchObject([{ adviserId: adviser.id, adviserName: adviser.name }]);
});

test('returns the most urgent 100 rows, and counts the others', async () => {
  const due = Array.from({ length: TODAY_ROWS + 1 }, (_, i) => ({ title: `Task ${i}`, dueDate: inDays(-i) }));
  await Promise.all(due.map((task) => mia.addTask({ responsibility: 'adviser', ...task })));
  await upload(mia.own, mia.id, 'scan', 'scan.txt');
  await untilNotices(1);
  const { rows, ...more } = await today(adviser);
  expect(rows.map(({ text }) => text)).toEqual(Array.from({ length: TODAY_ROWS }, (_, i) => `Task ${TODAY_ROWS - i}`));
  expect(more).toEqual({ more: 2, moreTasks: 1 });
});

test.each([1, 2, 3])('equals a recount after random acts %i', async (seed) => {
  const below = numbers(seed);
  const desks = [mia, await clientOf(adviser), await clientOf(adviser)];
  const acts: ((desk: ClientDesk) => Promise<unknown>)[] = [
    (desk) => desk.write('Hello', desk.own),
    (desk) => desk.write('Hello'),
    (desk) => desk.read('GET /api/clients/{id}/messages'),
    (desk) => desk.by('POST /api/clients/{id}/stuck', { body: {} }, desk.own),
    (desk) => desk.by('DELETE /api/clients/{id}/stuck'),
    (desk) => desk.addTask({ responsibility: 'adviser', dueDate: inDays(below(4) - 2) }),
    (desk) => desk.addTask({ responsibility: 'client', dueDate: inDays(-1) }),
    async (desk) => {
      const [task] = await desk.read('GET /api/clients/{id}/tasks');
      return task && desk.setTask(task.id, { status: 'completed' });
    },
  ];
  for (let i = 0; i < 40; i += 1) await acts[below(acts.length)]?.(desks[below(desks.length)] as ClientDesk);

  const read = async (name: CallName) => (await adviser.call(name)).body;
  const clients: { unread: number; stuckSince: string | null }[] = await read('GET /api/clients');
  const tasks: PendingTask[] = await read('GET /api/tasks/pending');
  const notices: Notice[] = await inboxOf(adviser);
  const isDue = ({ responsibility, dueDate }: PendingTask) =>
    responsibility === 'adviser' && dueDate !== null && dueDate <= inDays(0);
  const { rows, more, moreTasks } = await today(adviser);
  const expected = {
    help: clients.filter(({ stuckSince }) => stuckSince).length,
    messages: clients.filter(({ stuckSince, unread }) => !stuckSince && unread > 0).length,
    tasks: tasks.filter(isDue).length,
    files: notices.filter(({ kind }) => kind === 'document').length,
  };
  const all = expected.help + expected.messages + expected.tasks + expected.files;
  expect(rows.length + more).toBe(all);
  expect(rows.filter(({ kind }) => kind === 'task').length + moreTasks).toBe(expected.tasks);
});
