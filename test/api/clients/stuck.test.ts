import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Activity, Message } from '#shared/contract/messages.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';

// A client calls for help, until somebody answers or marks it sorted (contract, New: stuck).

const STUCK = 'POST /api/clients/{id}/stuck';
const SORTED = 'DELETE /api/clients/{id}/stuck';
const MESSAGES = 'POST /api/clients/{id}/messages';

let adviser: Person;
let other: Client & { token: string };
let client: Client & { token: string };
let own: Caller;
beforeAll(async () => {
  adviser = await newAdviser();
  other = await newClient(adviser);
});
beforeEach(async () => {
  client = await newClient(adviser);
  own = new Caller(client.token);
});

const ask = (body: object = {}, caller: Caller = own) => caller.call(STUCK, { params: { id: client.id }, body });
const ofClient = async (): Promise<Client> =>
  (await adviser.call('GET /api/clients/{id}', { params: { id: client.id } })).body;
const stuckSince = async () => (await ofClient()).stuckSince;
const thread = async (): Promise<Message[]> =>
  (await own.call('GET /api/clients/{id}/messages', { params: { id: client.id } })).body;
const record = async (): Promise<Activity[]> =>
  (await adviser.call('GET /api/clients/{id}/activity', { params: { id: client.id } })).body;
const sort = async (caller: Caller = adviser) => (await caller.call(SORTED, { params: { id: client.id } })).status;

async function newTask(of: { id: string }, title: string, responsibility = 'client'): Promise<string> {
  const sent = { params: { id: of.id }, body: { title, responsibility } };
  return (await adviser.call('POST /api/clients/{id}/tasks', sent)).body.id;
}

test('what a client asks stands in its thread, in its record and in its adviser’s list', async () => {
  const ref = await newTask(client, 'Send your passport');
  const { status, body } = await ask({ ref, text: '  Which page?  ' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    senderType: 'client',
    senderId: client.id,
    content: 'I need help with “Send your passport”: Which page?',
    read: false,
  });
  expect(await thread()).toEqual([body]);
  // The email about the task may be recorded meanwhile.
  const line = (await record()).find(({ action }) => action !== 'client-notified');
  expect(line).toMatchObject({
    actorType: 'client',
    actorName: client.name,
    action: 'client-stuck',
    summary: 'Asked for help with “Send your passport”',
  });
  const { stuckSince: since, unread } = await ofClient();
  expect([since, unread]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), 1]);
  const { body: clients } = await adviser.call('GET /api/clients');
  expect(clients.find(({ id }: Client) => id === client.id)).toMatchObject({ stuckSince: since, unread: 1 });
  const { body: portal } = await own.call('GET /api/portal/{token}', { params: { token: client.token } });
  expect(portal.client.stuckSince).toBe(since);
});

test.each([
  ['nothing', {}, 'I need help.'],
  ['nothing, said as null', { ref: null, text: null }, 'I need help.'],
  ['a blank text', { text: '   ' }, 'I need help.'],
  ['a text alone', { text: 'I am lost' }, 'I need help: I am lost'],
])('with %s', async (_, body, content) => {
  expect(await ask(body)).toMatchObject({ status: 201, body: { content } });
});

test('with a task and no text, and since when does not move with a second call', async () => {
  const ref = await newTask(client, 'Sign the letter');
  expect(await ask({ ref })).toMatchObject({ status: 201, body: { content: 'I need help with “Sign the letter”.' } });
  const since = await stuckSince();
  await ask({ text: 'Still lost' });
  expect(await stuckSince()).toBe(since);
  expect((await thread()).map(({ content }) => content)).toHaveLength(2);
});

describe('about nothing but a task that the client may see:', () => {
  test.each([
    ['another client’s task', () => newTask(other, 'Theirs')],
    ['an adviser’s task', () => newTask(client, 'For advisers', 'adviser')],
    ['a task that is gone', async () => `${client.id}.${'0'.repeat(25)}`],
    ['no id', async () => '../x'],
  ])('%s', async (_, ref) => {
    const { status, body } = await ask({ ref: await ref() });
    expect([status, body.fields]).toEqual([400, { ref: 'Task not found' }]);
    expect([await thread(), await stuckSince()]).toEqual([[], null]);
  });

  test.each([
    ['a text that is too long', { text: 'x'.repeat(10_001) }, 'text'],
    ['a text that is none', { text: 1 }, 'text'],
  ])('%s', async (_, sent, field) => {
    const { status, body } = await ask(sent);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });
});

test('only the client itself calls for help', async () => {
  const admin = await demoAdmin();
  const callers = [adviser, admin, new Caller(other.token), new Caller(`${client.token}x`), new Caller()];
  const statuses = await Promise.all(callers.map(async (caller) => (await ask({}, caller)).status));
  expect(statuses).toEqual([403, 403, 404, 401, 401]);
  expect(await stuckSince()).toBeNull();
});

describe('it ends', () => {
  beforeEach(async () => {
    await ask();
    expect(await stuckSince()).not.toBeNull();
  });

  test('with an answer of the adviser, not with a message of the client', async () => {
    const say = (caller: Caller) => caller.call(MESSAGES, { params: { id: client.id }, body: { content: 'Hello' } });
    await say(own);
    expect(await stuckSince()).not.toBeNull();
    await say(adviser);
    expect(await stuckSince()).toBeNull();
  });

  test('where its adviser or an admin marks it as resolved, which is recorded once', async () => {
    expect(await sort()).toBe(204);
    expect(await stuckSince()).toBeNull();
    expect(await sort(await demoAdmin())).toBe(204);
    const sorted = (await record()).filter(({ action }) => action === 'stuck-sorted');
    expect(sorted).toMatchObject([{ actorType: 'adviser', summary: 'Marked the request for help as resolved' }]);
    await ask();
    expect(await sort(await demoAdmin())).toBe(204);
    expect(await stuckSince()).toBeNull();
  });

  test('for nobody else', async () => {
    const callers = [await newAdviser(), own, new Caller(other.token), new Caller()];
    expect(await Promise.all(callers.map((caller) => sort(caller)))).toEqual([404, 403, 404, 401]);
    expect(await stuckSince()).not.toBeNull();
  });
});

test('it counts as one of the link’s 60 messages an hour; what is refused before does not', async () => {
  const counter = attemptsKey('link-message', `${client.id}.1`);
  await ask();
  await changeStored(counter, { count: 59 });
  expect((await ask({ ref: '../x' })).status).toBe(400);
  expect((await ask()).status).toBe(201);
  await sort();
  const { status, body, headers } = await ask();
  expect([status, body.message]).toEqual([429, expect.stringMatching(/60 messages an hour.* \d+ minutes?/)]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect([(await thread()).length, await stuckSince()]).toEqual([2, null]);
});
