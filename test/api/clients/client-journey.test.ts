import { beforeAll, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { Activity } from '#shared/contract/messages.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { mailsTo } from '../../support/mail.ts';
import { siteOrigin } from '../../support/stack.ts';

let adviser: Person;
beforeAll(async () => {
  adviser = await newAdviser();
});

const newTask = async (clientId: string, body: object) =>
  (await adviser.call('POST /api/clients/{id}/tasks', { params: { id: clientId }, body })).body;

test('the mailed link opens the portal of that client, without the adviser’s notes', async () => {
  const client = await newClient(adviser, { name: 'Mia Wood' });
  const params = { id: client.id };
  await adviser.call('PATCH /api/clients/{id}', {
    params,
    body: { description: 'worried about markets', cashcalcLink: 'https://cash.example' },
  });
  expect((await adviser.call('POST /api/clients/{id}/send-portal-link', { params })).status).toBe(200);
  const [mail] = await mailsTo(client.email);
  const link = new RegExp(`${siteOrigin()}/portal/([\\w-]+)`).exec(mail?.text ?? '');
  expect(link?.[1]).toBe(client.token);
  expect(mail?.html).toContain(link?.[0]);
  const portal = await new Caller().call('GET /api/portal/{token}', { params: { token: client.token } });
  expect(portal.body.client).toEqual({
    id: client.id,
    name: 'Mia Wood',
    email: client.email,
    phone: client.phone,
    status: 'on_target',
    completed: false,
    progress: 0,
    currentStage: 'Initial Setup',
    stuckSince: null,
  });
  expect(portal.body.adviser).toEqual({ name: adviser.name });
  expect(JSON.stringify(portal.body)).not.toMatch(/worried|cash\.example|adviserNotes|description":"w/);
});

test('a client notes, completes, and is then done with its task', async () => {
  const client = await newClient(adviser);
  const own = new Caller(client.token);
  const task = await newTask(client.id, { title: 'Send passport', dueDate: '2026-05-01' });
  const hidden = await newTask(client.id, { title: 'Chase provider', responsibility: 'adviser' });
  const patch = (id: string, body: object) => own.call('PATCH /api/tasks/{id}', { params: { id }, body });
  expect((await patch(hidden.id, { status: 'completed' })).status).toBe(404);
  expect((await patch(task.id, { title: 'x' })).status).toBe(400);
  const noted = await patch(task.id, { clientNotes: ' Posted it ' });
  expect(noted.body).toMatchObject({ clientNotes: 'Posted it', status: 'pending' });
  expect(noted.body).not.toHaveProperty('adviserNotes');
  expect((await patch(task.id, { status: 'completed' })).body).toMatchObject({
    status: 'completed',
    completedAt: expect.any(String),
  });
  expect((await patch(task.id, { clientNotes: 'more' })).status).toBe(409);
  const portal = await own.call('GET /api/portal/{token}', { params: { token: client.token } });
  expect(portal.body.tasks.map((shown: { title: string }) => shown.title)).toEqual(['Send passport']);
});

test('open tasks are counted and listed, oldest due first, undated last', async () => {
  const ann = await newAdviser();
  const client = await newClient(ann, { name: 'Listed' });
  const add = (body: object) => ann.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body });
  await add({ title: 'undated' });
  await add({ title: 'later', dueDate: '2026-07-01T10:00:00Z', responsibility: 'adviser' });
  await add({ title: 'sooner', dueDate: '2026-06-01' });
  const { body: done } = await add({ title: 'done' });
  await ann.call('PATCH /api/tasks/{id}', { params: { id: done.id }, body: { status: 'completed' } });
  const pending = await ann.call('GET /api/tasks/pending');
  const shared = { clientId: client.id, clientName: 'Listed', adviserId: ann.id, adviserName: ann.name };
  expect(pending.body).toMatchObject([
    { title: 'sooner', ...shared },
    { title: 'later', ...shared },
    { title: 'undated', ...shared },
  ]);
  expect((await ann.call('GET /api/tasks/pending-count')).body).toEqual({ count: 3 });
  expect((await ann.call('GET /api/dashboard/stats')).body).toMatchObject({
    activeJourneys: 1,
    pendingAdviserActions: 1,
    pendingClientActions: 2,
  });
  const waiting = await ann.call('GET /api/clients', { query: { filter: 'pending-adviser' } });
  expect(waiting.body.map((shown: { id: string }) => shown.id)).toEqual([client.id]);
});

test('open tasks are counted from the clients’ cards, without a read of the tasks', async () => {
  const ann = await newAdviser();
  const { id } = await newClient(ann);
  await changeStored(clientKey(id), { 'card/openAdviserTasks': 2, 'card/openClientTasks': 40 });
  expect((await ann.call('GET /api/tasks/pending-count')).body).toEqual({ count: 42 });
});

test('messages go both ways and are marked read', async () => {
  const client = await newClient(adviser);
  const own = new Caller(client.token);
  const params = { id: client.id };
  const post = (caller: Caller, content: string) =>
    caller.call('POST /api/clients/{id}/messages', { params, body: { content } });
  expect((await post(adviser, ' Hello ')).body).toMatchObject({ content: 'Hello', senderType: 'adviser', read: false });
  await post(own, 'Hi');
  expect((await post(own, '   ')).status).toBe(400);
  await adviser.call('GET /api/clients/{id}/messages', { params });
  const thread = await own.call('GET /api/clients/{id}/messages', { params });
  expect(thread.body.map((message: { content: string; read: boolean }) => [message.content, message.read])).toEqual([
    ['Hello', true],
    ['Hi', true],
  ]);
});

test('every change is in the client’s record, with who made it', async () => {
  const client = await newClient(adviser);
  await newTask(client.id, { title: 'Send passport' });
  await new Caller(client.token).call('POST /api/clients/{id}/messages', {
    params: { id: client.id },
    body: { content: 'Hi' },
  });
  await adviser.call('GET /api/clients/{id}/token', { params: { id: client.id } });
  const { body } = await adviser.call('GET /api/clients/{id}/activity', { params: { id: client.id } });
  const byPeople = body.filter((line: Activity) => line.actorType !== 'system');
  expect(byPeople.map((line: Activity) => [line.actorType, line.action])).toEqual([
    ['adviser', 'portal-link-revealed'],
    ['client', 'message-sent'],
    ['adviser', 'task-created'],
    ['adviser', 'portal-link-revealed'],
    ['adviser', 'client-created'],
  ]);
});

test('who makes a client sees its link, and the record says so, always above the creation', async () => {
  for (let i = 0; i < 8; i += 1) {
    const { id } = await newClient(adviser);
    const { body } = await adviser.call('GET /api/clients/{id}/activity', { params: { id } });
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['portal-link-revealed', 'client-created']);
    expect(body[0]).toMatchObject({ actorId: adviser.id, at: body[1].at });
  }
});
