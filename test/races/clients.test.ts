import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Sent } from '../support/api.ts';
import { demoAdmin, fileForm, newAdviser, newClient, type Person } from '../support/builders.ts';
import { callHandler } from '../support/handlers.ts';
import { clientCountOf, countersOf, listOf, objectsOf, partitionOf } from '../support/recount.ts';

const TIMES = 100;
const callsOf = (caller: { cookie?: string | undefined; token?: string | undefined }) => (name: CallName, sent: Sent) =>
  callHandler(caller, name, sent);

let adviser: Person;
let by: ReturnType<typeof callsOf>;
beforeAll(async () => {
  adviser = await newAdviser();
  by = callsOf(adviser);
});

async function setting() {
  const client = await newClient(adviser);
  const params = { id: client.id };
  const stageId = (number: string) => ({ stageId: `${client.id}.${number}` });
  const read = async (name: CallName) => (await by(name, { params })).body;
  const add = async (body: object) => (await by('POST /api/clients/{id}/tasks', { params, body })).body;
  return { client, params, stageId, read, add, own: callsOf({ token: client.token }) };
}
type Setting = Awaited<ReturnType<typeof setting>>;

/** Plays a scene many times, each with a client of its own, whose counters equal a recount after it. */
function scene(title: string, play: (given: Setting) => Promise<void>): void {
  test(title, async () => {
    for (let i = 0; i < TIMES; i += 1) {
      const given = await setting();
      await play(given);
      const { stored, counted } = await countersOf(given.client.id);
      expect(stored).toEqual(counted);
    }
  });
}

scene('complete and reopen: one final state, its time consistent', async ({ params, read }) => {
  const answers = await Promise.all(
    [true, false, true].map((completed) => by('PATCH /api/clients/{id}', { params, body: { completed } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { completed, completedAt } = await read('GET /api/clients/{id}');
  expect(completedAt !== null).toBe(completed);
});

scene('reset and completions: each stage whole, never half', async ({ params, stageId, read }) => {
  const complete = (number: string) =>
    by('PATCH /api/stages/{stageId}', { params: stageId(number), body: { status: 'completed' } });
  await complete('1');
  await Promise.all([
    complete('2'),
    by('POST /api/clients/{id}/stages/reset', { params }),
    complete('1'),
    complete('1.4'),
  ]);
  const [client, stages] = [await read('GET /api/clients/{id}'), await read('GET /api/clients/{id}/stages')];
  const done = stages.filter(({ status }: { status: string }) => status === 'completed').length;
  expect(client.progress).toBe(Math.round((done / 7) * 100));
  for (const stage of stages) expect(stage.completedAt !== null).toBe(stage.status === 'completed');
});

scene('a task completed by adviser and client, each with a note: both are kept', async ({ add, read, own }) => {
  const { id } = await add({ title: 'Send passport' });
  const answers = await Promise.all([
    by('PATCH /api/tasks/{id}', { params: { id }, body: { status: 'completed', adviserNotes: 'chased' } }),
    own('PATCH /api/tasks/{id}', { params: { id }, body: { clientNotes: 'posted' } }),
  ]);
  const [task] = await read('GET /api/clients/{id}/tasks');
  expect(answers[0].status).toBe(200);
  expect([200, 409]).toContain(answers[1].status);
  expect(task).toMatchObject({
    status: 'completed',
    adviserNotes: 'chased',
    clientNotes: answers[1].status === 200 ? 'posted' : null,
  });
});

scene('a task renamed, noted and re-described: nothing is lost', async ({ add, read, own }) => {
  const { id } = await add({ title: 'Old title' });
  const change = (body: object) => by('PATCH /api/tasks/{id}', { params: { id }, body });
  await Promise.all([
    change({ title: 'New title' }),
    change({ description: 'described' }),
    own('PATCH /api/tasks/{id}', { params: { id }, body: { clientNotes: 'noted' } }),
  ]);
  expect((await read('GET /api/clients/{id}/tasks'))[0]).toMatchObject({
    title: 'New title',
    description: 'described',
    clientNotes: 'noted',
  });
});

scene('tasks made, moved to the other side, completed and deleted: the counts follow', async ({ add, read }) => {
  const [first, second, third] = await Promise.all(['a', 'b', 'c'].map((title) => add({ title })));
  const change = (id: string, body: object) => by('PATCH /api/tasks/{id}', { params: { id }, body });
  await Promise.all([
    change(first.id, { responsibility: 'adviser' }),
    change(first.id, { status: 'completed' }),
    change(second.id, { status: 'in_progress' }),
    by('DELETE /api/tasks/{id}', { params: { id: third.id } }),
    change(third.id, { status: 'completed' }),
    add({ title: 'd', responsibility: 'adviser' }),
  ]);
  const open = (await read('GET /api/clients/{id}/tasks')).filter(
    ({ status }: { status: string }) => status !== 'completed',
  );
  expect((await listOf(adviser.id)).filter(({ pk }) => pk === `CLIENT#${open[0].clientId}`)).toHaveLength(
    open.length + 1,
  );
});

test('two regenerations of a link: one live token', async () => {
  const admin = callsOf(await demoAdmin());
  for (let i = 0; i < TIMES; i += 1) {
    const { params } = await setting();
    const renew = () => admin('POST /api/clients/{id}/token/regenerate', { params });
    const tokens = (await Promise.all([renew(), renew()])).map(({ body }) => body.token as string);
    const opened = await Promise.all(
      tokens.map(async (token) => (await callHandler({}, 'GET /api/portal/{token}', { params: { token } })).status),
    );
    expect([...opened].sort()).toEqual([200, 401]);
  }
});

test('a link regenerated during an upload: the upload is whole or refused', async () => {
  const admin = callsOf(await demoAdmin());
  for (let i = 0; i < TIMES; i += 1) {
    const { params, own, client, read } = await setting();
    const [uploaded] = await Promise.all([
      own('POST /api/clients/{id}/documents', { params, form: fileForm('photo', 'photo.txt') }),
      admin('POST /api/clients/{id}/token/regenerate', { params }),
    ]);
    expect([201, 401]).toContain(uploaded.status);
    const kept = uploaded.status === 201 ? 1 : 0;
    expect(await objectsOf(client.id)).toHaveLength(kept);
    expect(await read('GET /api/clients/{id}/documents')).toHaveLength(kept);
  }
});

scene('a document deleted while it is downloaded: 404 or whole', async ({ params, read }) => {
  const { body } = await by('POST /api/clients/{id}/documents', { params, form: fileForm('whole', 'a.txt') });
  const one = { params: { id: body.id } };
  const [deleted, ...downloads] = await Promise.all([
    by('DELETE /api/documents/{id}', one),
    by('GET /api/documents/{id}/download', one),
    by('GET /api/documents/{id}/download', one),
  ]);
  expect(deleted.status).toBe(204);
  for (const { status, body: bytes } of downloads) {
    expect([200, 404]).toContain(status);
    if (status === 200) expect(String(bytes)).toBe('whole');
  }
  expect(await read('GET /api/clients/{id}/documents')).toEqual([]);
});

test('a client deleted amid other work: nothing of it is left', async () => {
  for (let i = 0; i < TIMES; i += 1) {
    const { client, params, stageId, add, own } = await setting();
    const task = await add({ title: 't' });
    const { body: document } = await by('POST /api/clients/{id}/documents', { params, form: fileForm('x', 'x.txt') });
    const answers = await Promise.all([
      by('DELETE /api/clients/{id}', { params }),
      by('DELETE /api/clients/{id}', { params }),
      own('POST /api/clients/{id}/documents', { params, form: fileForm('y', 'y.txt') }),
      own('PATCH /api/tasks/{id}', { params: { id: task.id }, body: { clientNotes: 'n' } }),
      by('POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } }),
      by('PATCH /api/stages/{stageId}', { params: stageId('1'), body: { status: 'completed' } }),
      by('GET /api/documents/{id}/download', { params: { id: document.id } }),
      by('GET /api/clients/{id}/token', { params }),
      by('GET /api/clients/{id}/messages', { params }),
    ]);
    for (const { status, body } of answers)
      expect([200, 201, 204, 401, 404, 409], JSON.stringify(body)).toContain(status);
    expect([await partitionOf(client.id), await objectsOf(client.id)]).toEqual([[], []]);
  }
  const { stored, counted } = await clientCountOf(adviser.id);
  expect(stored).toBe(counted);
});

test('a client reassigned while tasks are made: they stand in the new adviser’s list, the old one gets 404', async () => {
  const admin = callsOf(await demoAdmin());
  const other = await newAdviser(`Other ${randomUUID()}`);
  for (let i = 0; i < TIMES; i += 1) {
    const { client, params, add } = await setting();
    await add({ title: 'first' });
    const [moved, ...made] = await Promise.all([
      admin('PATCH /api/clients/{id}', { params, body: { adviserId: other.id } }),
      by('POST /api/clients/{id}/tasks', { params, body: { title: 'second' } }),
      by('POST /api/clients/{id}/tasks', { params, body: { title: 'third' } }),
    ]);
    expect(moved.status).toBe(200);
    for (const { status } of made) expect([201, 404]).toContain(status);
    const open = 1 + made.filter(({ status }) => status === 201).length;
    const here = (list: { pk: string }[]) => list.filter(({ pk }) => pk === `CLIENT#${client.id}`).length;
    expect([here(await listOf(adviser.id)), here(await listOf(other.id))]).toEqual([0, open + 1]);
    const { stored, counted } = await countersOf(client.id);
    expect(stored).toEqual(counted);
  }
});
