import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, expect, test } from 'vitest';
import type { Notice } from '#shared/contract/notifications.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { deliver } from '../../support/audit-entries.ts';
import { bucket, s3 } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON, unreadOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { bounced, complained, publish } from '../../support/mail-events.ts';
import { newClients } from '../../support/people/crowd.ts';
import { noticesOf, objectsOf, partitionOf } from '../../support/recount.ts';

// Notices by the deployed job, which the table's stream triggers.

let adviser: Person;
let client: ClientDesk;
const admin = await demoAdmin();
beforeEach(async () => {
  adviser = await newAdviser();
  client = await clientOf(adviser);
});

const write = async (caller: Caller = client.own, content = 'Hello') => (await client.write(content, caller)).body;
const newTask = async (title = 'Send your passport', responsibility = 'client'): Promise<string> =>
  (await client.addTask({ title, responsibility })).body.id;
const ask = async (body: object) => (await client.by('POST /api/clients/{id}/stuck', { body }, client.own)).body.id;
const assign = (adviserId: string) => client.change({ adviserId }, admin);

async function told(person: Caller, expected: readonly object[]): Promise<Notice[]> {
  await expect.poll(() => inboxOf(person), SOON).toMatchObject(expected);
  return inboxOf(person);
}

/** Address and tag of an email to the client. */
const of = () => [client.email, { client: client.id }] as const;
async function changedTask(body: object): Promise<string> {
  const id = await newTask();
  await client.setTask(id, body, client.own);
  return id;
}
const TITLE = '“Send your passport”';
/** Notice kind, notice text, and an action that returns the id of its subject. */
const EVENTS: Record<string, [kind: string, text: string, happens: () => Promise<unknown>]> = {
  'a message': ['message', 'Sent you a message', async () => (await write()).id],
  'a document': [
    'document',
    'Uploaded passport.txt',
    async () => (await upload(client.own, client.id, 'x', 'passport.txt')).id,
  ],
  'a call for help': ['stuck', 'Asked for help', () => ask({})],
  'a call for help with a task': ['stuck', `Asked for help with ${TITLE}`, async () => ask({ ref: await newTask() })],
  'the completion of a task': ['task-completed', `Completed ${TITLE}`, () => changedTask({ status: 'completed' })],
  'notes on a task': ['task-noted', `Added notes to ${TITLE}`, () => changedTask({ clientNotes: 'Next week' })],
  'a bounce': [
    'undelivered',
    'Mail to ADDRESS was not delivered: the mailbox refused it',
    () => publish(bounced(...of())),
  ],
  'a spam complaint': ['undelivered', 'ADDRESS', () => publish(complained(...of()))],
};

test('a notice shows the client’s current name and the start of its message, and drops deleted references', async () => {
  const { id: ref } = await write(client.own, 'Can we talk?\nI have a question.');
  const { id: documentId } = await upload(client.own, client.id, 'x', 'passport.txt');
  await told(adviser, [{ kind: 'document', ref: documentId }, { kind: 'message' }]);
  await client.change({ name: 'Mia Woods' });
  await client.by('DELETE /api/documents/{id}', { params: { id: documentId } });
  expect(await inboxOf(adviser)).toMatchObject([
    { kind: 'document', clientName: 'Mia Woods', ref: null, preview: null },
    { kind: 'message', clientName: 'Mia Woods', ref, preview: 'Can we talk?…' },
  ]);
});

test.each(Object.entries(EVENTS))('notifies the adviser once of %s', async (_, [kind, sentence, happens]) => {
  const before = await unreadOf(adviser);
  const ref = (await happens()) ?? null;
  const text = expect.stringContaining(sentence.replace('ADDRESS', client.email));
  const clientId = client.id;
  const notice = { kind, text, ref, clientId, clientName: client.name, read: false, at: expect.any(String) };
  const [{ id } = expect.fail('nothing')] = await told(adviser, [notice]);
  const after = await unreadOf(adviser);
  expect([before.count, after]).toEqual([0, expect.objectContaining({ count: 1, latest: id })]);
});

test('notifies an adviser of an added or reassigned client, and the former adviser without its name', async () => {
  const next = await newAdviser();
  const added = await newClient(admin, { adviserId: adviser.id });
  const assigned = { kind: 'assigned', text: 'You are now this client’s adviser', ref: null };
  await told(adviser, [{ ...assigned, clientId: added.id, clientName: added.name }]);
  await assign(next.id);
  await told(next, [{ ...assigned, clientId: client.id, clientName: client.name }]);
  const text = `${admin.name} made ${next.name} the adviser of one of your clients`;
  await told(adviser, [{ kind: 'unassigned', text, clientId: null }, { kind: 'assigned' }]);
  expect(await unreadOf(next)).toMatchObject({ count: 1 });
});

test('notifies an adviser of a client that somebody else deleted, without its name, but not of an own deletion', async () => {
  const own = await clientOf(adviser);
  expect((await own.remove()).status).toBe(204);
  expect((await client.by('DELETE /api/clients/{id}', {}, admin)).status).toBe(204);
  const text = `${admin.name} deleted one of your clients`;
  await told(adviser, [{ kind: 'client-deleted', text, ref: null, clientId: null, clientName: null }]);
  expect(await inboxOf(adviser)).toHaveLength(1);
});

test('notifies every admin of a tampered document, but not the client’s adviser', async () => {
  const other = await newAdmin();
  const { id: ref } = await upload(adviser, client.id, 'a letter', 'letter.txt');
  const [Key] = await objectsOf(client.id);
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key, Body: 'altered' }));
  const answer = await adviser.call('GET /api/documents/{id}/download', { params: { id: ref } });
  expect(answer.status).toBe(500);
  for (const person of [admin, other])
    await expect
      .poll(async () => (await inboxOf(person)).filter((notice) => notice.ref === ref), SOON)
      .toMatchObject([{ kind: 'damaged', clientId: null, clientName: null, text: expect.stringMatching(/altered/) }]);
  expect(await inboxOf(adviser)).toEqual([]);
});

test('notifies nobody of staff actions or of their own actions', async () => {
  const id = await newTask('Call the bank', 'adviser');
  await client.setTask(id, { status: 'completed', adviserNotes: 'Done' });
  await write(adviser);
  await write(admin);
  await upload(adviser, client.id, 'a letter');
  await client.change({ status: 'urgent', description: 'Keen' }, admin);
  await client.change({ completed: true });
  await assign(admin.id);
  await assign(adviser.id);
  await newClient(admin, { adviserId: admin.id });
  const { id: ref } = await write();
  // Entries of a client are handled in order, so all earlier ones have been handled.
  await told(adviser, [{ kind: 'message', ref }, { kind: 'assigned' }, { kind: 'unassigned' }]);
  const ofAdmin = (await inboxOf(admin)).filter(({ clientId }) => clientId === client.id);
  expect(ofAdmin).toEqual([]);
});

test('an entry delivered again, even concurrently, causes one notice and one mail', async () => {
  await write();
  const [notice] = await told(adviser, [{ kind: 'message' }]);
  await mailsTo(adviser.email, 1);
  const line = (await partitionOf(client.id)).find(({ sk }) => sk.endsWith(`#${notice?.id}`)) ?? expect.fail('no line');
  await deliver(line, line);
  await Promise.all([deliver(line), deliver(line), deliver(line)]);
  await told(adviser, [{ kind: 'message' }]);
  expect(await unreadOf(adviser)).toMatchObject({ count: 1 });
  expect(await mailsTo(adviser.email)).toHaveLength(1);
});

test('fifty clients that write concurrently cause fifty notices, and reading all leaves none unread', async () => {
  const clients = await newClients(adviser, 50);
  const body = { content: 'Hello' };
  const writing = clients.map(({ id, token }) =>
    calling({ token }, 'POST /api/clients/{id}/messages', { params: { id }, body }),
  );
  const answers = await Promise.all(writing.map((act) => act()));
  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 201));
  await expect.poll(async () => (await unreadOf(adviser)).count, SOON).toBe(50);
  expect(await noticesOf(adviser.id)).toMatchObject({ stored: 50, counted: 50 });
  const all = (await adviser.call('GET /api/notifications', { query: { limit: '200' } })).body as Notice[];
  expect(new Set(all.map(({ clientId }) => clientId))).toEqual(new Set(clients.map(({ id }) => id)));
  const read = (marked: object) => calling(adviser, 'POST /api/notifications/read', { body: marked })();
  expect((await read({ upTo: all[0]?.id })).status).toBe(204);
  expect(await unreadOf(adviser)).toMatchObject({ count: 0 });
  expect(await noticesOf(adviser.id)).toMatchObject({ stored: 0, counted: 0 });
  expect(await inboxOf(adviser)).toHaveLength(50);
});
