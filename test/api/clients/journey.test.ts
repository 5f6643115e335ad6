import { beforeAll, expect, test } from 'vitest';
import { cardPaths } from '#functions/aws/table-index.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, newClient, type Person, upload } from '../../support/builders.ts';

let adviser: Person;
let client: Client;
beforeAll(async () => {
  adviser = await newAdviser();
});

const stages = async (): Promise<Stage[]> =>
  (await adviser.call('GET /api/clients/{id}/stages', { params: { id: client.id } })).body;
const find = (list: Stage[], number: number) => {
  const stage = flatStages(list).find((candidate) => candidate.stageNumber === number);
  if (!stage) throw new Error(`no stage ${number}`);
  return stage;
};
const patch = async (number: number, body: object) =>
  adviser.call('PATCH /api/stages/{stageId}', { params: { stageId: find(await stages(), number).id }, body });
const reload = async (): Promise<Client> =>
  (await adviser.call('GET /api/clients/{id}', { params: { id: client.id } })).body;

test('a new client has 27 untouched stages and no progress', async () => {
  client = await newClient(adviser);
  const list = await stages();
  expect(list.map((stage) => stage.stageNumber)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(list.flatMap((stage) => stage.subStages)).toHaveLength(20);
  expect(flatStages(list).every((stage) => stage.status === 'pending')).toBe(true);
  expect(list[0]?.subStages[0]).toMatchObject({
    parentStageId: list[0]?.id,
    stageNumber: 1.1,
    title: 'Appointment Booked',
    subStages: [],
    duration: null,
  });
  expect(client).toMatchObject({
    progress: 0,
    currentStage: 'Initial Setup',
    lastUpdate: 'Recently added',
    completed: false,
    phone: '020 7946 0000',
  });
});

test('starting and completing a stage moves the client on', async () => {
  client = await newClient(adviser);
  const started = await patch(1, { status: 'in_progress' });
  expect(started.body).toMatchObject({
    status: 'in_progress',
    completedAt: null,
    duration: '0 hours',
    inProgressAt: expect.any(String),
  });
  expect(await reload()).toMatchObject({ currentStage: 'First Meeting', progress: 0 });
  expect((await patch(1, { status: 'completed' })).body).toMatchObject({
    status: 'completed',
    completedAt: expect.any(String),
  });
  const after = await reload();
  expect(after).toMatchObject({ currentStage: 'Information Gathering', progress: 14 });
  expect(Date.parse(after.lastUpdate)).toBeGreaterThan(Date.parse(after.createdAt));
});

test('a client, and the list, say since when its stage is in progress', async () => {
  client = await newClient(adviser);
  const listed = async () => {
    const { body } = await adviser.call('GET /api/clients');
    return body.find(({ id }: Client) => id === client.id)?.stageSince;
  };
  expect(await listed()).toBeNull();
  const startOf = async (number: number) => (await patch(number, { status: 'in_progress' })).body.inProgressAt;
  const [second, third] = [await startOf(2), await startOf(3)];
  expect([(await reload()).stageSince, await listed()]).toEqual([second, second]);
  await patch(2, { status: 'completed' });
  expect(await listed()).toBe(third);
  await patch(2.1, { status: 'completed' });
  expect(await listed()).toBe(third);
  await adviser.call('POST /api/clients/{id}/stages/reset', { params: { id: client.id } });
  expect(await listed()).toBeNull();
});

test('a client from before lists said so has its times with its next change of a stage', async () => {
  client = await newClient(adviser);
  const { body: first } = await patch(1, { status: 'in_progress' });
  await changeStored(clientKey(client.id), cardPaths({ since: undefined }));
  expect((await reload()).stageSince).toBeNull();
  await patch(2, { status: 'completed' });
  expect((await reload()).stageSince).toBe(first.inProgressAt);
});

test.each([
  [1.1, { status: 'in_progress' }, 400],
  [2.1, { notRequired: true }, 400],
  [2.2, { notRequired: true }, 200],
  [1, { status: 'Completed' }, 400],
  [1, {}, 400],
  [1, { status: 'completed', notRequired: true }, 400],
] as const)('stage %s takes %j: %i', async (number, body, status) => {
  client = await newClient(adviser);
  expect((await patch(number, body)).status).toBe(status);
});

test('seven stages completed at once are all completed', async () => {
  client = await newClient(adviser);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => patch(number, { status: 'completed' })));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 200));
  expect(await reload()).toMatchObject({ progress: 100, currentStage: 'Courtesy Call' });
});

test('the signature follows stage 1.4', async () => {
  client = await newClient(adviser);
  const stageId = find(await stages(), 1.4).id;
  await upload(adviser, client.id, 'old', 'old.txt', stageId);
  const newest = await upload(adviser, client.id, 'engagement', 'engagement.txt', stageId);
  expect(newest).toMatchObject({ requiresSignature: true, signatureStatus: null, stageId });
  await patch(1.4, { status: 'completed' });
  const documents = () => adviser.call('GET /api/clients/{id}/documents', { params: { id: client.id } });
  expect(
    (await documents()).body.map((document: { signatureStatus: string | null }) => document.signatureStatus),
  ).toEqual(['signed', null]);
  expect(find(await stages(), 1.4).documentCount).toBe(2);
  await patch(1.4, { status: 'pending' });
  expect((await documents()).body[0].signatureStatus).toBeNull();
});

test('resetting the journey clears stages and keeps documents', async () => {
  client = await newClient(adviser);
  await patch(1, { status: 'completed' });
  await patch(2.2, { notRequired: true });
  await upload(adviser, client.id, 'kept', 'kept.txt', find(await stages(), 1).id);
  const reset = await adviser.call('POST /api/clients/{id}/stages/reset', { params: { id: client.id } });
  expect(reset.status).toBe(200);
  expect(find(reset.body, 1)).toMatchObject({ status: 'pending', completedAt: null, documentCount: 1 });
  expect(find(reset.body, 2.2).notRequired).toBe(false);
  expect(await reload()).toMatchObject({ progress: 0, currentStage: 'Initial Setup' });
});
