import { beforeEach, expect, test, vi } from 'vitest';
import { TODAY_ITEMS } from '#functions/domain/today/today.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import type { PendingTask } from '#shared/contract/tasks.ts';
import type { Today } from '#shared/contract/today.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
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
const shown = async (caller: Caller = adviser) =>
  (await today(caller)).clients.map(({ clientName, items }) => [clientName, ...items.map(({ text }) => text)]);
const untilNotices = (count: number) =>
  vi.waitFor(async () => expect(await inboxOf(adviser)).toHaveLength(count), SOON);

test('lists what waits for an adviser, most urgent first, and nothing once it is done', async () => {
  expect(await today(adviser)).toEqual({ clients: [], more: 0 });
  const zoe = await clientOf(adviser, { name: 'Zoe Bell' });
  const call = await mia.addTask({ title: 'Call Mia', responsibility: 'adviser', dueDate: inDays(0) });
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
    ['Zoe Bell', 'Asked for help'],
    ['Mia Wood', 'Write report', 'Call Mia', '2 unread messages'],
  ]);

  const { clients } = await today(adviser);
  const ofClient = { clientId: mia.id, clientName: 'Mia Wood', adviserId: adviser.id, adviserName: adviser.name };
  expect(clients[1]).toMatchObject({ ...ofClient, more: 2 });
  const due = inDays(-2);
  expect(clients[1]?.items[0]).toEqual({
    kind: 'task',
    text: 'Write report',
    since: overdue.body.createdAt,
    due,
    ref: overdue.body.id,
    status: 'pending',
  });
  for (const { body } of [call, overdue]) await mia.setTask(body.id, { status: 'completed' });
  await mia.read('GET /api/clients/{id}/messages');
  expect((await shown())[1]).toEqual(['Mia Wood', '2 documents to review', '1 new file']);
  expect((await today(adviser)).clients[1]?.items[1]).toMatchObject({ ref: document.id, due: inDays(0), status: null });

  for (const { id } of requests.slice(0, 2)) {
    const body = { version: 2, decision: 'waive' };
    await mia.by('POST /api/requests/{id}/decision', { params: { id }, body });
  }
  await zoe.by('DELETE /api/clients/{id}/stuck');
  await zoe.read('GET /api/clients/{id}/messages');
  await adviser.call('POST /api/notifications/read', { body: { upTo: (await inboxOf(adviser))[0]?.id } });
  expect(await shown()).toEqual([]);
});

test('a request that was handed in is shown until it is reviewed, and not as a new file too', async () => {
  const { id, version } = await handedIn(mia, 'Passport', ['Front.txt', 'Back.txt']);
  await untilNotices(1);
  expect(await shown()).toEqual([['Mia Wood', '1 document to review']]);
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
  const { clients } = await today(adviser);
  const [, second] = await mia.read('GET /api/clients/{id}/messages');
  expect(clients[0]?.items).toMatchObject([{ kind: 'message', text: '2 unread messages', since: second.createdAt }]);
  expect(second.createdAt).not.toBe(first.createdAt);
});

test('is each adviser’s own; admins may see the whole firm', async () => {
  const other = await newAdviser();
  const admin = await demoAdmin();
  await mia.write('Hello', mia.own);
  const ofMia = async (caller: Caller, query = {}) =>
    (await today(caller, query)).clients.filter(({ clientId }) => clientId === mia.id);
  expect(await ofMia(adviser)).toHaveLength(1);
  expect(await ofMia(other, { all: 'true' })).toEqual([]);
  expect(await ofMia(admin)).toEqual([]);
  expect(await ofMia(admin, { all: 'true' })).toMatchObject([{ adviserId: adviser.id, adviserName: adviser.name }]);
});

test('returns three items of a client, and counts the others', async () => {
  for (let day = 0; day <= TODAY_ITEMS; day += 1)
    await mia.addTask({ title: `Task ${day}`, responsibility: 'adviser', dueDate: inDays(-day) });
  const { clients, more } = await today(adviser);
  expect([clients.length, more]).toEqual([1, 0]);
  expect(clients[0]).toMatchObject({ clientId: mia.id, more: 1 });
  expect(clients[0]?.items.map(({ text }) => text)).toEqual(['Task 3', 'Task 2', 'Task 1']);
});

test('says once that a provider is to be chased, if a task says the same', async () => {
  const { made } = lettersOf(adviser, mia.id);
  await made('Aviva', { sent: { on: inDays(-20), how: 'post' } });
  expect(await shown()).toEqual([['Mia Wood', 'Chase Aviva']]);
  const { body } = await mia.addTask({ title: 'Chase Aviva', responsibility: 'adviser', dueDate: inDays(0) });
  expect((await today(adviser)).clients[0]?.items).toMatchObject([{ kind: 'task', ref: body.id }]);
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
  const clients: Client[] = await read('GET /api/clients');
  const tasks: PendingTask[] = await read('GET /api/tasks/pending');
  const notices: Notice[] = await inboxOf(adviser);
  const isDue = ({ responsibility, dueDate }: PendingTask) =>
    responsibility === 'adviser' && dueDate !== null && dueDate <= inDays(0);
  const { clients: shownClients, more } = await today(adviser);
  expect(more).toBe(0);
  for (const { id, name, unread, stuckSince, waitingFor } of clients) {
    const own = tasks.filter(({ clientId }) => clientId === id);
    const lines = [
      ...(stuckSince ? ['help'] : []),
      ...own.filter(isDue).map(() => 'task'),
      ...(!stuckSince && unread > 0 ? ['message'] : []),
      ...(notices.some(({ kind, clientId }) => kind === 'document' && clientId === id) ? ['file'] : []),
    ];
    const found = shownClients.find(({ clientId }) => clientId === id);
    expect([name, found?.items.map(({ kind }) => kind) ?? []]).toEqual([name, lines.slice(0, TODAY_ITEMS)]);
    expect(found?.more ?? 0).toBe(Math.max(0, lines.length - TODAY_ITEMS));
    const isFor = (who: string) => own.some(({ responsibility }) => responsibility === who);
    expect(waitingFor).toEqual([
      ...(stuckSince || unread > 0 || isFor('adviser') ? ['adviser'] : []),
      ...(isFor('client') ? ['client'] : []),
    ]);
  }
});
