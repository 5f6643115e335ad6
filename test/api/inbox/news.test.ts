import { expect, test } from 'vitest';
import { changeAccount, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

// An open portal polls for changes.

const adviser = await newAdviser();
const client = await clientOf(adviser);

const portal = async () => (await openPortal(client.token, client.own)).body;
const ask = async (token = client.token, caller: Caller = client.own) =>
  caller.call('GET /api/portal/{token}/news', { params: { token } });
const news = async (): Promise<string> => (await ask()).body.latest;
const change = (body: object) => client.change(body);
const readThread = (caller: Caller, query: Record<string, string> = {}) =>
  client.by('GET /api/clients/{id}/messages', { query }, caller);

const askForHelp = () => client.by('POST /api/clients/{id}/stuck', { body: {} }, client.own);
const writeAsClient = () => client.write('Hello', client.own);

/** Prepares the client and returns the action under test. */
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

const NEWS: Record<string, Case> = {
  'a new task': simply(() => client.addTask({})),
  'a new due date of a task': onTask('client', { dueDate: inDays(7) }),
  'completion of a task': onTask('client', { status: 'completed' }),
  'a task moved to the adviser': onTask('client', { responsibility: 'adviser' }),
  'a task moved to the client': onTask('adviser', { responsibility: 'client' }),
  'deletion of a task': onTask('client'),
  'a new message': simply(() => client.write('Hello')),
  'a new document': simply(() => upload(adviser, client.id, 'a letter', 'letter.txt')),
  'the start of a stage': simply(() => client.setStage('1', { status: 'in_progress' })),
  'a reset of the journey': simply(() => client.by('POST /api/clients/{id}/stages/reset')),
  'completion of the journey': simply(() => change({ completed: true })),
  'reopening of the journey': simply(() => change({ completed: false })),
  'a change of its name': simply(() => change({ name: 'Mia Woods' })),
  'a change of its phone number': simply(() => change({ phone: '020 7946 0123' })),
  'a change of its status': simply(() => change({ status: 'urgent' })),
  'resolution of its call for help': after(askForHelp, () => client.by('DELETE /api/clients/{id}/stuck')),
  'the adviser’s reading of its message': after(writeAsClient, () => readThread(adviser)),
};
test.each(Object.entries(NEWS))('the client’s news changes after %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(true);
});

test('the client’s news changes after a reassignment and after a rename of the adviser', async () => {
  const [admin, next] = [await demoAdmin(), await newAdviser()];
  for (const { id, name } of [next, adviser]) {
    expect(await isNews(simply(() => client.change({ adviserId: id }, admin)))).toBe(true);
    expect((await portal()).adviser.name).toBe(name);
  }
  const name = 'Ruth Amari-Cole';
  expect(await isNews(simply(() => changeAccount(admin, adviser.id, { name })))).toBe(true);
  expect(await portal()).toMatchObject({ adviser: { name }, latest: await news() });
});

const NO_NEWS: Record<string, Case> = {
  'a change of notes about it': simply(() => change({ description: 'Keen on property' })),
  'a link to the firm’s tools': simply(() => change({ cashcalcLink: 'https://x.example/1' })),
  'a new task of the adviser': simply(() => client.addTask({ responsibility: 'adviser' })),
  'a change of an adviser’s task': onTask('adviser', { title: 'Call the bank' }),
  'completion of an adviser’s task': onTask('adviser', { status: 'completed' }),
  'deletion of an adviser’s task': onTask('adviser'),
  'an adviser’s note on the client’s task': onTask('client', { adviserNotes: 'Chase it' }),
  'a view of its link': simply(() => client.by('GET /api/clients/{id}/token')),
  'its own reading of the thread': after(
    () => client.write('Hello'),
    () => readThread(client.own),
  ),
  'its adviser’s peek at the thread': after(writeAsClient, () => readThread(adviser, { peek: 'true' })),
};
test.each(Object.entries(NO_NEWS))('the client’s news does not change after %s', async (_, happened) => {
  expect(await isNews(happened)).toBe(false);
});

test('the portal and the news call return the same marker, which hides the adviser’s id', async () => {
  await client.write('Hello');
  const [{ latest }, { body }] = [await portal(), await ask()];
  expect([body, latest.includes(adviser.id)]).toEqual([{ latest }, false]);
});

test('peeking at a thread marks nothing as read', async () => {
  const { body } = await client.write(' Hello ');
  expect(body).toMatchObject({ content: 'Hello', senderType: 'adviser', read: false });
  await readThread(client.own, { peek: 'true' });
  const last = async () => (await readThread(adviser, { peek: 'true' })).body.at(-1);
  expect(await last()).toMatchObject({ read: false, readAt: null });
  await readThread(client.own);
  expect(await last()).toMatchObject({ read: true, readAt: expect.any(String) });
  expect((await readThread(client.own, { peek: 'false' })).status).toBe(400);
});
