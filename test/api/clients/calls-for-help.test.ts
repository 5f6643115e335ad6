import { beforeEach, expect, test } from 'vitest';
import type { Portal } from '#shared/contract/portal.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { fileForm, newAdviser, upload } from '../../support/builders.ts';
import { ask, decide, sendFor } from '../../support/requests.ts';

// Acts that end a call for help with one task or request, without a reply.

const adviser = await newAdviser();
let client: ClientDesk;
let request: DocumentRequest;
let task: string;

const call = (ref: string | null) =>
  client.by('POST /api/clients/{id}/stuck', { body: { ref, text: 'Which page?' } }, client.own);

beforeEach(async () => {
  client = await clientOf(adviser);
  request = await ask(client, 'Passport');
  task = (await client.addTask({})).body.id;
});

const send = (caller: Caller = adviser) => {
  const form = fileForm('a photo', 'photo.txt');
  form.append('requestId', request.id);
  return client.by('POST /api/clients/{id}/documents', { form }, caller);
};
const file = async () => {
  const { id } = await upload(adviser, client.id, 'a photo', 'photo.txt');
  return client.by('PATCH /api/documents/{id}', { params: { id }, body: { requestId: request.id } });
};
const of = () => ({ params: { id: request.id } });
const accept = async () => {
  await sendFor(request, client, 'photo.txt');
  await decide(client, request, 'approve');
};

test.each<[act: string, subject: 'request' | 'task', then: 'ends' | 'stays', happens: () => Promise<unknown>]>([
  ['staff upload its document', 'request', 'ends', () => send()],
  ['staff file a document under it', 'request', 'ends', file],
  ['staff accept it', 'request', 'ends', accept],
  ['staff waive it', 'request', 'ends', () => decide(client, request, 'waive')],
  ['staff delete it', 'request', 'ends', () => client.by('DELETE /api/requests/{id}', of())],
  [
    'staff change it',
    'request',
    'stays',
    () => client.by('PATCH /api/requests/{id}', { ...of(), body: { version: 1, title: 'P60' } }),
  ],
  ['the client sends a file', 'request', 'stays', () => send(client.own)],
  [
    'the client does not have it',
    'request',
    'ends',
    () => client.own.call('POST /api/requests/{id}/cannot', { ...of(), body: { reason: 'Lost' } }),
  ],
  ['staff complete it', 'task', 'ends', () => client.setTask(task, { status: 'completed' })],
  ['the client completes it', 'task', 'ends', () => client.setTask(task, { status: 'completed' }, client.own)],
  ['staff take it over', 'task', 'ends', () => client.setTask(task, { responsibility: 'adviser' })],
  ['staff delete it', 'task', 'ends', () => client.by('DELETE /api/tasks/{id}', { params: { id: task } })],
  ['staff change it', 'task', 'stays', () => client.setTask(task, { title: 'Send it' })],
])('if %s, a call for help with a %s %s', async (_, subject, then, happens) => {
  const [about, other] = subject === 'task' ? [task, request.id] : [request.id, task];
  await call(about);
  await call(other);
  await happens();
  const { calls } = (await openPortal(client.token)).body.client;
  const left = then === 'ends' ? [other] : [about, other];
  expect(calls.map((one: Portal['client']['calls'][0]) => one.taskId ?? one.requestId)).toEqual(left);
});

test('a client no longer waits for help once its only call has ended', async () => {
  await call(request.id);
  await send();
  expect((await client.now()).stuckSince).toBeNull();
});
