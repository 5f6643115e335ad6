import { beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { demoAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';

let adviser: Person;
let client: Client;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
});
const by = async (name: CallName, sent: Sent = {}) =>
  adviser.call(name, { ...sent, params: { id: client.id, ...sent.params } });
const stage = (number: string) => ({ stageId: `${client.id}.${number}` });

describe('what is so already keeps its times', () => {
  test.each(['1', '1.1'])('stage %s completed twice', async (number) => {
    const complete = () => by('PATCH /api/stages/{stageId}', { params: stage(number), body: { status: 'completed' } });
    const [first, second] = [await complete(), await complete()];
    expect(second.body).toEqual(first.body);
  });

  test('a stage started twice', async () => {
    const start = () => by('PATCH /api/stages/{stageId}', { params: stage('2'), body: { status: 'in_progress' } });
    const [first, second] = [await start(), await start()];
    expect(second.body.inProgressAt).toBe(first.body.inProgressAt);
  });

  test('a client completed twice, and reopened', async () => {
    const complete = (completed: boolean) => by('PATCH /api/clients/{id}', { body: { completed } });
    const [first, second] = [await complete(true), await complete(true)];
    expect(second.body).toMatchObject({ completed: true, completedAt: first.body.completedAt, progress: 100 });
    const reopened = (await complete(false)).body;
    expect(reopened).toMatchObject({ completed: false, completedAt: null });
    expect(reopened.progress).toBeLessThan(100);
  });

  test('a task completed twice, and reopened', async () => {
    const { body: task } = await by('POST /api/clients/{id}/tasks', { body: { title: 't' } });
    const set = async (status: string) =>
      (await by('PATCH /api/tasks/{id}', { params: { id: task.id }, body: { status } })).body;
    const [first, second] = [await set('completed'), await set('completed')];
    expect(second).toEqual(first);
    expect((await set('pending')).completedAt).toBeNull();
  });
});

test('what changes nothing is answered as ever, and leaves the client’s time and record as they were', async () => {
  const { id, ...own } = await newClient(adviser, { phone: '020 7946 0001' });
  // The client gets no email about an adviser's task, so that nothing is recorded meanwhile.
  const { body: task } = await by('POST /api/clients/{id}/tasks', {
    params: { id },
    body: { title: 't', dueDate: '2030-01-02', responsibility: 'adviser' },
  });
  await by('PATCH /api/stages/{stageId}', { params: { stageId: `${id}.1` }, body: { status: 'completed' } });
  const traces = async () => [
    (await by('GET /api/clients/{id}', { params: { id } })).body,
    (await by('GET /api/clients/{id}/activity', { params: { id } })).body,
  ];
  const before = await traces();
  const { name, email, phone } = own;
  const same = [
    await by('PATCH /api/clients/{id}', { params: { id }, body: { name: ` ${name} `, email, phone } }),
    await by('PATCH /api/clients/{id}', {
      params: { id },
      body: { status: 'on_target', completed: false, description: '', cashcalcLink: null },
    }),
    await by('PATCH /api/stages/{stageId}', { params: { stageId: `${id}.1` }, body: { status: 'completed' } }),
    await by('PATCH /api/stages/{stageId}', { params: { stageId: `${id}.2.2` }, body: { notRequired: false } }),
    await by('PATCH /api/tasks/{id}', {
      params: { id: task.id },
      body: { title: 't', dueDate: '2030-01-02', status: 'pending', stageId: 'none', adviserNotes: ' ' },
    }),
  ];
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(same.at(-1)?.body).toEqual(task);
  expect(await traces()).toEqual(before);
});

test('resetting a journey in which nothing is started leaves no trace, also where something was', async () => {
  const { id } = await newClient(adviser);
  const on = (name: CallName, params: Record<string, string> = { id }, body?: object) => by(name, { params, body });
  const set = (status: string) => on('PATCH /api/stages/{stageId}', { stageId: `${id}.1` }, { status });
  const traces = async () => [
    (await on('GET /api/clients/{id}')).body,
    (await on('GET /api/clients/{id}/activity')).body,
  ];
  const reset = async () => {
    const before = await traces();
    const { status, body } = await on('POST /api/clients/{id}/stages/reset');
    expect([status, body]).toEqual([200, (await on('GET /api/clients/{id}/stages')).body]);
    return { before, after: await traces() };
  };
  const untouched = await reset();
  expect(untouched.after).toEqual(untouched.before);
  await set('in_progress');
  await set('pending');
  const takenBack = await reset();
  expect(takenBack.after).toEqual(takenBack.before);
  await set('in_progress');
  const started = await reset();
  expect(started.after[1]).toHaveLength(started.before[1].length + 1);
});

test('a change of several things at once is recorded with all of them', async () => {
  const admin = await demoAdmin();
  const to = await newAdviser();
  const { id, adviserName, token } = await newClient(adviser);
  const { body: task } = await by('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send passport' } });
  const done = { status: 'completed', clientNotes: 'posted' };
  await new Caller(token).call('PATCH /api/tasks/{id}', { params: { id: task.id }, body: done });
  const body = { name: 'New name', status: 'urgent', completed: true };
  await by('PATCH /api/clients/{id}', { params: { id }, body });
  await admin.call('PATCH /api/clients/{id}', { params: { id }, body: { adviserId: to.id, phone: null } });
  const { body: record } = await to.call('GET /api/clients/{id}/activity', { params: { id } });
  expect(record.slice(0, 3).map(({ action, summary }: Record<string, string>) => [action, summary])).toEqual([
    ['client-reassigned', `Reassigned from ${adviserName} to ${to.name}. Changed phone`],
    ['client-completed', 'Completed the journey. Set the status to urgent. Changed name'],
    ['task-changed', 'Set the task “Send passport” to completed. Added notes to the task “Send passport”'],
  ]);
});

test('a new portal link is no change of the client: its time stays', async () => {
  const { id, lastUpdate } = await newClient(adviser);
  const renewed = await (await demoAdmin()).call('POST /api/clients/{id}/token/regenerate', { params: { id } });
  expect(renewed.status).toBe(200);
  expect((await by('GET /api/clients/{id}', { params: { id } })).body.lastUpdate).toBe(lastUpdate);
});

test('stages do not change one another', async () => {
  const other = await newClient(adviser);
  const set = (number: string, status: string) =>
    adviser.call('PATCH /api/stages/{stageId}', { params: { stageId: `${other.id}.${number}` }, body: { status } });
  await set('1', 'completed');
  await set('2.1', 'completed');
  const { body } = await adviser.call('GET /api/clients/{id}/stages', { params: { id: other.id } });
  expect(body[0].subStages.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('pending'));
  expect(body[1].status).toBe('pending');
});

test('the longest of every field fits in an item, and is kept whole', async () => {
  const wide = (length: number) => '李'.repeat(length);
  const link = (n: number) => `https://x${n}.example/${'x'.repeat(LIMITS.link - 30)}`;
  const body = {
    name: wide(LIMITS.name),
    phone: wide(LIMITS.phone),
    description: wide(LIMITS.text),
    cashcalcLink: link(1),
    intellifloLink: link(2),
    dynamicPlannerLink: link(3),
    pipedriveLink: link(4),
  };
  const other = await newClient(adviser);
  const patched = await adviser.call('PATCH /api/clients/{id}', { params: { id: other.id }, body });
  expect([patched.status, patched.body]).toEqual([200, expect.objectContaining(body)]);
  const task = { title: wide(LIMITS.title), description: wide(LIMITS.text) };
  const made = await adviser.call('POST /api/clients/{id}/tasks', { params: { id: other.id }, body: task });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining(task)]);
  const notes = { adviserNotes: wide(LIMITS.text) };
  const noted = await adviser.call('PATCH /api/tasks/{id}', { params: { id: made.body.id }, body: notes });
  expect(noted.body).toMatchObject({ ...task, ...notes });
  const plan = { provider: wide(LIMITS.text), planType: 'pension', planNumber: wide(LIMITS.text) };
  const held = await adviser.call('POST /api/stages/{stageId}/plans', {
    params: { stageId: `${other.id}.2.2` },
    body: plan,
  });
  expect([held.status, held.body]).toEqual([201, expect.objectContaining(plan)]);
  const [line] = (await adviser.call('GET /api/clients/{id}/activity', { params: { id: other.id } })).body;
  // The record keeps the beginning of a long text: 255 characters each of provider and number.
  expect([line.action, line.summary.length]).toEqual(['plan-added', 539]);
});

test('a signed document that is deleted leaves the signature, without pointing to it', async () => {
  const document = await upload(adviser, client.id, 'x', 'engagement.txt', `${client.id}.1.4`);
  await by('PATCH /api/stages/{stageId}', { params: stage('1.4'), body: { status: 'completed' } });
  const { body: link } = await by('GET /api/clients/{id}/token');
  const signature = async () =>
    (await adviser.call('GET /api/portal/{token}', { params: { token: link.token } })).body.cesdSignature;
  expect(await signature()).toMatchObject({ signed: true, documentId: document.id });
  expect((await by('DELETE /api/documents/{id}', { params: { id: document.id } })).status).toBe(204);
  expect(await signature()).toMatchObject({ signed: true, documentId: null, signedAt: expect.any(String) });
});

describe('an admin', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await demoAdmin();
  });
  const body = { name: 'New', email: 'new@clients.example' };

  test.each([
    ['none', {}],
    ['unknown', { adviserId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['blank', { adviserId: ' ' }],
  ])('creates no client for an adviser that is %s', async (_, given) => {
    const answer = await admin.call('POST /api/clients', { body: { ...body, ...given } });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['adviserId']]);
  });

  test('reassigns a client, with its tasks and counts; the old adviser knows it no more', async () => {
    const [from, to] = [await newAdviser(), await newAdviser()];
    const made = await admin.call('POST /api/clients', { body: { ...body, adviserId: from.id } });
    const params = { id: made.body.id };
    for (const title of ['one', 'two']) await from.call('POST /api/clients/{id}/tasks', { params, body: { title } });
    const moved = await admin.call('PATCH /api/clients/{id}', { params, body: { adviserId: to.id } });
    expect(moved.body).toMatchObject({ adviserId: to.id, adviserName: to.name });
    expect((await from.call('GET /api/clients/{id}', { params })).status).toBe(404);
    expect((await from.call('GET /api/tasks/pending-count')).body).toEqual({ count: 0 });
    expect((await to.call('GET /api/tasks/pending-count')).body).toEqual({ count: 2 });
    expect((await to.call('GET /api/dashboard/stats')).body).toMatchObject({ pendingClientActions: 2 });
    const unknown = await admin.call('PATCH /api/clients/{id}', {
      params,
      body: { adviserId: 'AAAAAAAAAAAAAAAAAAAAAA' },
    });
    expect(unknown.status).toBe(400);
    expect((await to.call('PATCH /api/clients/{id}', { params, body: { adviserId: from.id } })).status).toBe(403);
  });

  test('that reassigns to the same adviser changes and records nothing', async () => {
    const owner = await newAdviser();
    const { id, lastUpdate } = await newClient(owner);
    const record = async () => (await owner.call('GET /api/clients/{id}/activity', { params: { id } })).body;
    const before = await record();
    const same = await admin.call('PATCH /api/clients/{id}', { params: { id }, body: { adviserId: owner.id } });
    expect([same.status, same.body.lastUpdate]).toEqual([200, lastUpdate]);
    expect(await record()).toEqual(before);
  });
});
