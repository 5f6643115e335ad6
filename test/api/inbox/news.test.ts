import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { demoAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';

// A client's open page asks whether there is something new for it (contract, New: news).

let adviser: Person;
let client: Client & { token: string };
let own: Caller;
let params: { id: string };
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
  own = new Caller(client.token);
  params = { id: client.id };
});

const portal = async () => (await own.call('GET /api/portal/{token}', { params: { token: client.token } })).body;
const news = async (): Promise<string> => {
  const { status, body } = await own.call('GET /api/portal/{token}/news', { params: { token: client.token } });
  expect(status).toBe(200);
  return body.latest;
};

const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300);
const staff = async (name: CallName, sent: Sent = {}) => ok(await adviser.call(name, { params, ...sent }));
const change = (body: object) => staff('PATCH /api/clients/{id}', { body });
const write = async (caller: Caller) =>
  ok(await caller.call('POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } }));
const readThread = (caller: Caller, query: Record<string, string> = {}) =>
  caller.call('GET /api/clients/{id}/messages', { params, query });

async function newTask(responsibility: string): Promise<Task> {
  const body = { title: 'Send your passport', responsibility };
  return (await adviser.call('POST /api/clients/{id}/tasks', { params, body })).body;
}
async function changeStage() {
  const { body } = await adviser.call('GET /api/clients/{id}/stages', { params });
  const stageId = (body as Stage[])[0]?.id ?? '';
  await staff('PATCH /api/stages/{stageId}', { params: { stageId }, body: { status: 'in_progress' } });
}

/** Makes ready what has to be there, and gives what is then to happen. */
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
    const { id } = await newTask(responsibility);
    const one = { params: { id } };
    return () => (body ? staff('PATCH /api/tasks/{id}', { ...one, body }) : staff('DELETE /api/tasks/{id}', one));
  };

async function isNews(makeReady: Case): Promise<boolean> {
  const happens = await makeReady();
  const before = await news();
  await happens();
  return (await news()) !== before;
}

test.each<[string, Case]>([
  ['a task', simply(() => newTask('client'))],
  ['a task’s due date', onTask('client', { dueDate: '2030-01-01' })],
  ['a task that is done', onTask('client', { status: 'completed' })],
  ['a task that becomes the adviser’s', onTask('client', { responsibility: 'adviser' })],
  ['a task that becomes the client’s', onTask('adviser', { responsibility: 'client' })],
  ['a task that goes', onTask('client')],
  ['a message', simply(() => write(adviser))],
  ['a document', simply(() => upload(adviser, client.id, 'a letter', 'letter.txt'))],
  ['a stage', simply(changeStage)],
  ['the journey, set back', simply(() => staff('POST /api/clients/{id}/stages/reset'))],
  ['that it is complete', simply(() => change({ completed: true }))],
  ['that it is not', simply(() => change({ completed: false }))],
  ['its name', simply(() => change({ name: 'Mia Woods' }))],
  ['its phone number', simply(() => change({ phone: '020 7946 0123' }))],
  ['its status', simply(() => change({ status: 'urgent' }))],
  [
    'a call for help that is sorted',
    after(
      () => own.call('POST /api/clients/{id}/stuck', { params, body: {} }),
      () => staff('DELETE /api/clients/{id}/stuck'),
    ),
  ],
  [
    'that its adviser has read its message',
    after(
      () => write(own),
      () => readThread(adviser),
    ),
  ],
])('news for the client: %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(true);
});

test('news for the client: another adviser', async () => {
  const [admin, next] = [await demoAdmin(), await newAdviser()];
  const assign = async (adviserId: string) =>
    ok(await admin.call('PATCH /api/clients/{id}', { params, body: { adviserId } }));
  expect(await isNews(simply(() => assign(next.id)))).toBe(true);
  expect((await portal()).adviser.name).toBe(next.name);
  expect(await isNews(simply(() => assign(adviser.id)))).toBe(true);
});

test('news for the client: its adviser’s new name', async () => {
  const admin = await demoAdmin();
  const rename = async () =>
    ok(await admin.call('PATCH /api/advisers/{id}', { params: { id: adviser.id }, body: { name: 'Ruth Amari-Cole' } }));
  expect(await isNews(simply(rename))).toBe(true);
  expect(await portal()).toMatchObject({ adviser: { name: 'Ruth Amari-Cole' }, latest: await news() });
});

test.each<[string, Case]>([
  ['notes about it', simply(() => change({ description: 'Keen on property' }))],
  ['a link to the firm’s tools', simply(() => change({ cashcalcLink: 'https://x.example/1' }))],
  ['an adviser’s task', simply(() => newTask('adviser'))],
  ['a change of an adviser’s task', onTask('adviser', { title: 'Call the bank' })],
  ['an adviser’s task that is done', onTask('adviser', { status: 'completed' })],
  ['an adviser’s task that goes', onTask('adviser')],
  ['an adviser’s notes on the client’s task', onTask('client', { adviserNotes: 'Chase it' })],
  ['its link, looked at', simply(() => staff('GET /api/clients/{id}/token'))],
  [
    'the thread, read by itself',
    after(
      () => write(adviser),
      () => readThread(own),
    ),
  ],
  [
    'the thread, peeked at by its adviser',
    after(
      () => write(own),
      () => readThread(adviser, { peek: 'true' }),
    ),
  ],
])('no news for the client: %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(false);
});

test('the journey says which news it has, and neither says more than that', async () => {
  await write(adviser);
  const { latest } = await portal();
  expect(latest).toBe(await news());
  const { body } = await own.call('GET /api/portal/{token}/news', { params: { token: client.token } });
  expect(Object.keys(body)).toEqual(['latest']);
  expect(latest).not.toContain(adviser.id);
});

test('only the link that is in force is told', async () => {
  const [revoked, gone] = [await newClient(adviser), await newClient(adviser)];
  await (await demoAdmin()).call('POST /api/clients/{id}/token/regenerate', { params: { id: revoked.id } });
  await adviser.call('DELETE /api/clients/{id}', { params: { id: gone.id } });
  const ask = async (token: string, caller: Caller) =>
    (await caller.call('GET /api/portal/{token}/news', { params: { token } })).status;
  for (const token of [revoked.token, gone.token, `${client.token.slice(0, -2)}zz`, 'short'])
    expect([await ask(token, new Caller()), await ask(token, adviser)]).toEqual([401, 401]);
});

test('whoever peeks marks nothing read', async () => {
  await write(adviser);
  await readThread(own, { peek: 'true' });
  const last = async () => (await readThread(adviser, { peek: 'true' })).body.at(-1);
  expect(await last()).toMatchObject({ read: false, readAt: null });
  await readThread(own);
  expect(await last()).toMatchObject({ read: true, readAt: expect.any(String) });
  expect((await readThread(own, { peek: 'false' })).status).toBe(400);
});
