import { beforeEach, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { LIMITS, PROVIDER_LIMITS } from '#shared/rules/limits.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

let client: ClientDesk;
const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
beforeEach(async () => {
  client = await clientOf(adviser);
});

const stages = (): Promise<Stage[]> => client.read('GET /api/clients/{id}/stages');
const find = (list: Stage[], number: number) =>
  flatStages(list).find(({ stageNumber }) => stageNumber === number) ?? expect.fail(`no stage ${number}`);
const setStage = async (number: string, body: object) => (await client.setStage(number, body)).body;
const reset = () => client.by('POST /api/clients/{id}/stages/reset');
const traces = async () => [await client.now(), await client.auditLog()];

test('a new client has 27 untouched stages and no progress', async () => {
  const list = await stages();
  expect(list.map((stage) => stage.stageNumber)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(list.flatMap((stage) => stage.subStages)).toHaveLength(20);
  expect(flatStages(list).every((stage) => stage.status === 'pending')).toBe(true);
  const parentStageId = list[0]?.id;
  const appointment = { parentStageId, stageNumber: 1.1, title: 'Appointment Booked', subStages: [], duration: null };
  expect(list[0]?.subStages[0]).toMatchObject(appointment);
  const untouched = { progress: 0, currentStage: 'Initial Setup', lastUpdate: 'Recently added', completed: false };
  expect(client).toMatchObject({ ...untouched, phone: '020 7946 0000' });
});

test('starting and completing a stage advances the client and changes no other stage', async () => {
  const started = { status: 'in_progress', completedAt: null, duration: '0 hours', inProgressAt: expect.any(String) };
  expect(await setStage('1', { status: 'in_progress' })).toMatchObject(started);
  expect(await client.now()).toMatchObject({ currentStage: 'First Meeting', progress: 0 });
  const completed = await setStage('1', { status: 'completed' });
  expect(completed).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
  const after = await client.now();
  expect(after).toMatchObject({ currentStage: 'Information Gathering', progress: 14 });
  expect(Date.parse(after.lastUpdate)).toBeGreaterThan(Date.parse(after.createdAt));
  await setStage('2.1', { status: 'completed' });
  const list = await stages();
  const done = flatStages(list).filter(({ status }) => status !== 'pending');
  expect(done.map(({ stageNumber }) => stageNumber)).toEqual([1, 2.1]);
  expect((await client.setStage('1.1', { status: 'in_progress' })).status).toBe(400);
});

test('the client and the list show since when the current stage is in progress', async () => {
  const listed = async () => {
    const { body } = await adviser.call('GET /api/clients');
    return body.find(({ id }: Client) => id === client.id)?.stageSince;
  };
  expect(await listed()).toBeNull();
  const { inProgressAt } = await setStage('2', { status: 'in_progress' });
  expect([(await client.now()).stageSince, await listed()]).toEqual([inProgressAt, inProgressAt]);
  await reset();
  expect(await listed()).toBeNull();
});

test('the signature follows stage 1.4 and never points to a deleted document', async () => {
  const stageId = `${client.id}.1.4`;
  await upload(adviser, client.id, 'old', 'old.txt', stageId);
  const newest = await upload(adviser, client.id, 'engagement', 'engagement.txt', stageId);
  expect(newest).toMatchObject({ requiresSignature: true, signatureStatus: null, stageId });
  const signatures = async () =>
    (await client.read('GET /api/clients/{id}/documents')).map((document: Document) => document.signatureStatus);
  const signature = async () => (await openPortal(client.token)).body.cesdSignature;
  await setStage('1.4', { status: 'completed' });
  expect([await signatures(), find(await stages(), 1.4).documentCount]).toEqual([['signed', null], 2]);
  expect(await signature()).toMatchObject({ signed: true, documentId: newest.id });
  await client.by('DELETE /api/documents/{id}', { params: { id: newest.id } });
  expect(await signature()).toMatchObject({ signed: true, documentId: null, signedAt: expect.any(String) });
  await setStage('1.4', { status: 'pending' });
  expect(await signatures()).toEqual([null]);
});

test('resetting the journey clears stages, keeps documents, and logs nothing if nothing was started', async () => {
  const leavesNoTrace = async () => {
    const before = await traces();
    const { status, body } = await reset();
    expect([status, body, await traces()]).toEqual([200, await stages(), before]);
  };
  await leavesNoTrace();
  await setStage('1', { status: 'in_progress' });
  await setStage('1', { status: 'pending' });
  await leavesNoTrace();
  await setStage('1', { status: 'completed' });
  await setStage('2.2', { notRequired: true });
  await upload(adviser, client.id, 'kept', 'kept.txt', `${client.id}.1`);
  const entries = await client.auditLog();
  const { body } = await reset();
  expect(find(body, 1)).toMatchObject({ status: 'pending', completedAt: null, documentCount: 1 });
  expect(find(body, 2.2).notRequired).toBe(false);
  expect(await client.now()).toMatchObject({ progress: 0, currentStage: 'Initial Setup' });
  expect(await client.auditLog()).toHaveLength(entries.length + 1);
});

test('a client and a task completed twice keep their first times, and lose them when reopened', async () => {
  const complete = async (completed: boolean) => (await client.change({ completed })).body;
  const { completedAt } = await complete(true);
  expect(await complete(true)).toMatchObject({ completed: true, completedAt, progress: 100 });
  expect(await complete(false)).toMatchObject({ completed: false, completedAt: null, progress: 0 });
  const { id } = (await client.addTask({})).body;
  const set = async (status: string) => (await client.setTask(id, { status })).body;
  expect(await set('completed')).toEqual(await set('completed'));
  expect((await set('pending')).completedAt).toBeNull();
});

test('a change to equal values succeeds and leaves the client’s time and audit log unchanged', async () => {
  // The client gets no email about an adviser's task, so no entry is added meanwhile.
  const dueDate = inDays(7);
  const { body: task } = await client.addTask({ dueDate, responsibility: 'adviser' });
  await client.setStage('1', { status: 'completed' });
  const before = await traces();
  const { name, email, phone } = client;
  const nothing = { status: 'on_target', completed: false, description: '', cashcalcLink: null };
  const sameTask = { title: task.title, dueDate, status: 'pending', stageId: 'none', adviserNotes: ' ' };
  const same = [
    await client.change({ name: ` ${name} `, email, phone }),
    await client.change(nothing),
    await client.change({ stepUp: 'inherit', stepUpReason: null, portalSuspended: false }),
    await client.change({ adviserId: adviser.id }, admin),
    await client.setStage('1', { status: 'completed' }),
    await client.setStage('2.2', { notRequired: false }),
    await client.setTask(task.id, sameTask),
  ];
  expect(same.map(({ status }) => status)).toEqual(same.map(() => 200));
  expect(same.at(-1)?.body).toEqual(task);
  expect(await traces()).toEqual(before);
});

test('a combined change is logged as one entry, and a new portal link does not change the client', async () => {
  const to = await newAdviser();
  const { id: taskId } = (await client.addTask({})).body;
  await client.setTask(taskId, { status: 'completed', clientNotes: 'posted' }, client.own);
  const { lastUpdate } = (await client.change({ name: 'New name', status: 'urgent', completed: true })).body;
  await client.newLink();
  expect((await client.now()).lastUpdate).toBe(lastUpdate);
  await client.change({ adviserId: to.id, phone: null }, admin);
  const { body } = await client.by('GET /api/clients/{id}/activity', {}, to);
  const told = body.map(({ action, summary }: ClientAuditEntry) => [action, summary]);
  expect(told.filter(([action]: string[]) => !/link|notified/.test(action ?? '')).slice(0, 3)).toEqual([
    ['client-reassigned', `Reassigned from ${adviser.name} to ${to.name}. Changed phone`],
    ['client-completed', 'Completed the journey. Set the status to urgent. Changed name'],
    ['task-changed', 'Set the task “Send passport” to completed. Added notes to the task “Send passport”'],
  ]);
});

test('the audit log names who made each change, and lists the link’s reveal above the creation', async () => {
  await client.addTask({});
  await client.write('Hi', client.own);
  await client.by('GET /api/clients/{id}/token');
  const byPeople = (await client.auditLog()).filter(({ actorType }) => actorType !== 'system');
  expect(byPeople.map(({ actorType, action }) => [actorType, action])).toEqual([
    ['adviser', 'portal-link-revealed'],
    ['client', 'message-sent'],
    ['adviser', 'task-created'],
    ['adviser', 'portal-link-revealed'],
    ['adviser', 'client-created'],
  ]);
  for (let i = 0; i < 8; i += 1) {
    const [seen, created] = await (await clientOf(adviser)).auditLog();
    expect([seen?.action, created?.action, seen?.at]).toEqual(['portal-link-revealed', 'client-created', created?.at]);
    expect(seen?.actorId).toBe(adviser.id);
  }
});

test('open tasks are counted, and listed from summaries, earliest due date first, undated last', async () => {
  const ann = await newAdviser();
  const { id, addTask, setTask } = await clientOf(ann, { name: 'Listed' });
  await addTask({ title: 'undated' });
  await addTask({ title: 'later', dueDate: `${inDays(30)}T10:00:00Z`, responsibility: 'adviser' });
  await addTask({ title: 'sooner', dueDate: inDays(1) });
  await setTask((await addTask({ title: 'done' })).body.id, { status: 'completed' });
  const read = async (name: 'tasks/pending' | 'tasks/pending-count' | 'dashboard/stats') =>
    (await ann.call(`GET /api/${name}`)).body;
  const shared = { clientId: id, clientName: 'Listed', adviserId: ann.id, adviserName: ann.name };
  const titles = ['sooner', 'later', 'undated'].map((title) => ({ title, ...shared }));
  expect(await read('tasks/pending')).toMatchObject(titles satisfies Partial<Task & typeof shared>[]);
  expect(await read('tasks/pending-count')).toEqual({ count: 3 });
  const counts = { activeJourneys: 1, pendingAdviserActions: 1, pendingClientActions: 2 };
  expect(await read('dashboard/stats')).toMatchObject(counts);
});

test('the longest value of every field fits in an item and is stored whole', async () => {
  const wide = (length: number) => '李'.repeat(length);
  const link = (n: number) => `https://x${n}.example/${'x'.repeat(LIMITS.link - 30)}`;
  const texts = { name: wide(LIMITS.name), phone: `0${wide(LIMITS.phone - 1)}`, description: wide(LIMITS.text) };
  const links = { cashcalcLink: link(1), intellifloLink: link(2), dynamicPlannerLink: link(3), pipedriveLink: link(4) };
  expect(await client.change({ ...texts, ...links })).toMatchObject({ status: 200, body: { ...texts, ...links } });
  const task = { title: wide(LIMITS.title), description: wide(LIMITS.text) };
  const made = await client.addTask(task);
  expect(made).toMatchObject({ status: 201, body: task });
  const notes = { adviserNotes: wide(LIMITS.text) };
  expect((await client.setTask(made.body.id, notes)).body).toMatchObject({ ...task, ...notes });
  const body = { provider: wide(PROVIDER_LIMITS.name), planType: 'pension', planNumber: wide(LIMITS.text) };
  const params = { stageId: `${client.id}.2.2` };
  const held = await client.by('POST /api/stages/{stageId}/plans', { params, body });
  expect(held).toMatchObject({ status: 201, body });
  const [entry] = await client.auditLog();
  // The audit log truncates long texts: 255 characters of the number.
  expect([entry?.action, entry?.summary.length]).toEqual(['plan-added', 484]);
});

test('an admin reassigns a client with its tasks and counts, after which the old adviser gets 404', async () => {
  const to = await newAdviser();
  const from = await newAdviser();
  const adviserOf = (who: Person) => ({ adviserId: who.id });
  client = await clientOf(admin, adviserOf(from));
  for (const title of ['one', 'two']) await client.addTask({ title });
  const moved = await client.change(adviserOf(to), admin);
  expect(moved.body).toMatchObject({ adviserId: to.id, adviserName: to.name });
  const count = async (who: Caller) => (await who.call('GET /api/tasks/pending-count')).body.count;
  expect([await count(from), await count(to)]).toEqual([0, 2]);
  expect((await client.by('GET /api/clients/{id}', {}, from)).status).toBe(404);
  expect((await to.call('GET /api/dashboard/stats')).body).toMatchObject({ pendingClientActions: 2 });
  expect((await client.change({ adviserId: 'AAAAAAAAAAAAAAAAAAAAAA' }, admin)).status).toBe(400);
  expect((await client.change(adviserOf(from), to)).status).toBe(403);
});
