import { beforeAll, expect, test } from 'vitest';
import { type ClientDesk, changeAccount, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

// A client's open page asks whether there is something new for it (contract, New: news).

let adviser: Person;
let client: ClientDesk;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await clientOf(adviser);
});

const portal = async () => (await openPortal(client.token, client.own)).body;
const ask = async (token = client.token, caller: Caller = client.own) =>
  caller.call('GET /api/portal/{token}/news', { params: { token } });
const news = async (): Promise<string> => (await ask()).body.latest;
const change = (body: object) => client.change(body);
const readThread = (caller: Caller, query: Record<string, string> = {}) =>
  client.by('GET /api/clients/{id}/messages', { query }, caller);

/** Makes ready what has to be there, and returns what is then to happen. */
type Case = () => Promise<() => Promise<unknown>>;
const simply =
  (happens: () => Promise<unknown>): Case =>
  async () =>
    happens;
const after =
  (ready: () => Promise<unknown>, happens: () => Promise<unknown>): Case =>
  async () => {
    await ready();
    return happens;
  };
const onTask =
  (responsibility: string, body?: object): Case =>
  async () => {
    const { id } = (await client.addTask({ responsibility })).body;
    return () => (body ? client.setTask(id, body) : client.by('DELETE /api/tasks/{id}', { params: { id } }));
  };

async function isNews(makeReady: Case): Promise<boolean> {
  const happens = await makeReady();
  const before = await news();
  await happens();
  return (await news()) !== before;
}

test.each<[string, Case]>([
  ['a task', simply(() => client.addTask({}))],
  ['a task’s due date', onTask('client', { dueDate: inDays(7) })],
  ['a task that is done', onTask('client', { status: 'completed' })],
  ['a task that becomes the adviser’s', onTask('client', { responsibility: 'adviser' })],
  ['a task that becomes the client’s', onTask('adviser', { responsibility: 'client' })],
  ['a task that goes', onTask('client')],
  ['a message', simply(() => client.write('Hello'))],
  ['a document', simply(() => upload(adviser, client.id, 'a letter', 'letter.txt'))],
  ['a stage', simply(() => client.setStage('1', { status: 'in_progress' }))],
  ['the journey, set back', simply(() => client.by('POST /api/clients/{id}/stages/reset'))],
  ['that it is complete', simply(() => change({ completed: true }))],
  ['that it is not', simply(() => change({ completed: false }))],
  ['its name', simply(() => change({ name: 'Mia Woods' }))],
  ['its phone number', simply(() => change({ phone: '020 7946 0123' }))],
  ['its status', simply(() => change({ status: 'urgent' }))],
  [
    'a call for help that is sorted',
    after(
      () => client.by('POST /api/clients/{id}/stuck', { body: {} }, client.own),
      () => client.by('DELETE /api/clients/{id}/stuck'),
    ),
  ],
  [
    'that its adviser has read its message',
    after(
      () => client.write('Hello', client.own),
      () => readThread(adviser),
    ),
  ],
])('news for the client: %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(true);
});

test('news for the client: another adviser, and its adviser’s new name', async () => {
  const [admin, next] = [await demoAdmin(), await newAdviser()];
  for (const { id, name } of [next, adviser]) {
    expect(await isNews(simply(() => client.change({ adviserId: id }, admin)))).toBe(true);
    expect((await portal()).adviser.name).toBe(name);
  }
  const name = 'Ruth Amari-Cole';
  expect(await isNews(simply(() => changeAccount(admin, adviser.id, { name })))).toBe(true);
  expect(await portal()).toMatchObject({ adviser: { name }, latest: await news() });
});

test.each<[string, Case]>([
  ['notes about it', simply(() => change({ description: 'Keen on property' }))],
  ['a link to the firm’s tools', simply(() => change({ cashcalcLink: 'https://x.example/1' }))],
  ['an adviser’s task', simply(() => client.addTask({ responsibility: 'adviser' }))],
  ['a change of an adviser’s task', onTask('adviser', { title: 'Call the bank' })],
  ['an adviser’s task that is done', onTask('adviser', { status: 'completed' })],
  ['an adviser’s task that goes', onTask('adviser')],
  ['an adviser’s notes on the client’s task', onTask('client', { adviserNotes: 'Chase it' })],
  ['its link, looked at', simply(() => client.by('GET /api/clients/{id}/token'))],
  [
    'the thread, read by itself',
    after(
      () => client.write('Hello'),
      () => readThread(client.own),
    ),
  ],
  [
    'the thread, peeked at by its adviser',
    after(
      () => client.write('Hello', client.own),
      () => readThread(adviser, { peek: 'true' }),
    ),
  ],
])('no news for the client: %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(false);
});

test('the portal says which news it has, and neither says more than that', async () => {
  await client.write('Hello');
  const [{ latest }, { body }] = [await portal(), await ask()];
  expect([body, latest.includes(adviser.id)]).toEqual([{ latest }, false]);
});

test('whoever peeks marks nothing read', async () => {
  const { body } = await client.write(' Hello ');
  expect(body).toMatchObject({ content: 'Hello', senderType: 'adviser', read: false });
  await readThread(client.own, { peek: 'true' });
  const last = async () => (await readThread(adviser, { peek: 'true' })).body.at(-1);
  expect(await last()).toMatchObject({ read: false, readAt: null });
  await readThread(client.own);
  expect(await last()).toMatchObject({ read: true, readAt: expect.any(String) });
  expect((await readThread(client.own, { peek: 'false' })).status).toBe(400);
});
