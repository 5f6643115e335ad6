import { beforeEach, describe, expect, test } from 'vitest';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Message } from '#shared/contract/messages.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';

// A call for help lasts until staff answer or mark it as resolved.

let client: ClientDesk;
const adviser = await newAdviser();
beforeEach(async () => {
  client = await clientOf(adviser);
});

const ask = (body: object = {}) => client.by('POST /api/clients/{id}/stuck', { body }, client.own);
const stuckSince = async () => (await client.now()).stuckSince;
const thread = (): Promise<Message[]> => client.read('GET /api/clients/{id}/messages', client.own);
const sort = async (caller?: Caller) => (await client.by('DELETE /api/clients/{id}/stuck', {}, caller)).status;
const newTask = async (of: ClientDesk, title: string, responsibility = 'client'): Promise<string> =>
  (await of.addTask({ title, responsibility })).body.id;

test('a call for help appears in the thread, in the audit log and in the adviser’s list', async () => {
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
  // An entry about the task's email may be added meanwhile.
  const line = (await client.auditLog()).find(({ action }) => action !== 'client-notified');
  expect(line).toMatchObject({
    actorType: 'client',
    actorName: client.name,
    action: 'client-stuck',
    summary: 'Asked for help with “Send your passport”',
  });
  const { stuckSince: since, unread } = await client.now();
  expect([since, unread]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), 1]);
  const { body: clients } = await adviser.call('GET /api/clients');
  expect(clients.find(({ id }: Client) => id === client.id)).toMatchObject({ stuckSince: since, unread: 1 });
  expect((await openPortal(client.token)).body.client.stuckSince).toBe(since);
});

test.each([
  ['no content', {}, 'I need help.'],
  ['null content', { ref: null, text: null }, 'I need help.'],
  ['a blank text', { text: '   ' }, 'I need help.'],
  ['text only', { text: 'I am lost' }, 'I need help: I am lost'],
])('a call for help with %s becomes a readable message', async (_, body, content) => {
  expect(await ask(body)).toMatchObject({ status: 201, body: { content } });
});

test('a call for help without text names its task, and a second call keeps the start time', async () => {
  const { body } = await ask({ ref: await newTask(client, 'Sign the letter') });
  expect(body.content).toBe('I need help with “Sign the letter”.');
  const since = await stuckSince();
  await ask({ text: 'Still lost' });
  expect([await stuckSince(), (await thread()).length]).toEqual([since, 2]);
});

test('a call for help belongs to its task, and ends when the task is completed or deleted', async () => {
  const [passport, letter] = [await newTask(client, 'Send your passport'), await newTask(client, 'Sign the letter')];
  const about = async () =>
    (await openPortal(client.token)).body.client.calls.map(({ taskId }: { taskId: string | null }) => taskId);
  await ask({ ref: passport });
  await ask({ ref: letter });
  await ask({ ref: passport });
  await ask();
  expect(await about()).toEqual([passport, letter, null]);

  await client.setTask(passport, { status: 'completed' }, client.own);
  expect(await about()).toEqual([letter, null]);
  expect(await client.auditLog()).toContainEqual(
    expect.objectContaining({
      actorType: 'client',
      summary: 'Set the task “Send your passport” to completed. The request for help with it has ended',
    }),
  );

  await client.by('DELETE /api/tasks/{id}', { params: { id: letter } });
  expect(await about()).toEqual([null]);
  expect(await stuckSince()).not.toBeNull();
  await client.write('Hello');
  expect([await about(), await stuckSince()]).toEqual([[], null]);
});

test.each([
  ['another client’s task', async () => newTask(await clientOf(adviser), 'Theirs')],
  ['an adviser’s task', () => newTask(client, 'For advisers', 'adviser')],
  ['a task that is gone', async () => `${client.id}.${'0'.repeat(25)}`],
  ['a malformed id', async () => '../x'],
])('rejects a call for help about %s', async (_, ref) => {
  const { status, body } = await ask({ ref: await ref() });
  expect([status, body.fields]).toEqual([400, { ref: 'Task not found' }]);
  expect([await thread(), await stuckSince()]).toEqual([[], null]);
});

describe('a call for help', () => {
  beforeEach(async () => {
    await ask();
    expect(await stuckSince()).not.toBeNull();
  });

  test('ends with the adviser’s answer, not with another message of the client', async () => {
    await client.write('Hello', client.own);
    expect(await stuckSince()).not.toBeNull();
    await client.write('Hello');
    expect(await stuckSince()).toBeNull();
  });

  test('ends once its adviser or an admin marks it as resolved, which is logged once', async () => {
    expect(await sort()).toBe(204);
    expect(await stuckSince()).toBeNull();
    expect(await sort(await demoAdmin())).toBe(204);
    const sorted = (await client.auditLog()).filter(({ action }) => action === 'stuck-sorted');
    expect(sorted).toMatchObject([{ actorType: 'adviser', summary: 'Marked the request for help as resolved' }]);
    await ask();
    expect(await sort(await demoAdmin())).toBe(204);
    expect(await stuckSince()).toBeNull();
  });
});

test('a call for help counts towards the link’s 60 messages an hour, a rejected one does not', async () => {
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
