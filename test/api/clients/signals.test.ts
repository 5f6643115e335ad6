import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { bucket, s3 } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { inboxOf, SOON, unreadOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { bounced, complained, publish } from '../../support/mail-events.ts';
import { newClients } from '../../support/people/crowd.ts';
import { hear } from '../../support/record-lines.ts';
import { noticesOf, objectsOf, partitionOf } from '../../support/recount.ts';

// Who is told of what by the deployed job, which the table's stream sets off (contract, New: notifications).

let admin: Person;
let adviser: Person;
let client: Client & { token: string };
let own: Caller;
let params: { id: string };
beforeAll(async () => {
  admin = await demoAdmin();
});
beforeEach(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
  own = new Caller(client.token);
  params = { id: client.id };
});

async function done(caller: Caller, name: CallName, sent: Sent = {}) {
  const { status, body } = await caller.call(name, { params, ...sent });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}
const write = (caller: Caller = own, content = 'Hello') =>
  done(caller, 'POST /api/clients/{id}/messages', { body: { content } });
const newTask = (title: string, responsibility = 'client') =>
  done(adviser, 'POST /api/clients/{id}/tasks', { body: { title, responsibility } });
const changeTask = (id: string, body: object, caller: Caller = own) =>
  done(caller, 'PATCH /api/tasks/{id}', { params: { id }, body });
const assign = (adviserId: string) => done(admin, 'PATCH /api/clients/{id}', { body: { adviserId } });

async function told(person: Caller, expected: readonly object[]): Promise<Notice[]> {
  await expect.poll(() => inboxOf(person), SOON).toMatchObject(expected);
  return inboxOf(person);
}

/** Makes something happen; gives the id of what it is about. */
type Event = () => Promise<string | null>;
const EVENTS: [string, string, string, Event][] = [
  ['a message', 'message', 'Sent you a message', async () => (await write()).id],
  [
    'a call for help',
    'stuck',
    'Asked for help',
    async () => (await done(own, 'POST /api/clients/{id}/stuck', { body: {} })).id,
  ],
  [
    'a call for help with a task',
    'stuck',
    'Asked for help with “Send your passport”',
    async () => {
      const { id: ref } = await newTask('Send your passport');
      return (await done(own, 'POST /api/clients/{id}/stuck', { body: { ref } })).id;
    },
  ],
  [
    'a document',
    'document',
    'Uploaded passport.txt',
    async () => (await upload(own, client.id, 'x', 'passport.txt')).id,
  ],
  [
    'a task that is done',
    'task-completed',
    'Completed “Send your passport”',
    async () => {
      const { id } = await newTask('Send your passport');
      await changeTask(id, { status: 'completed' });
      return id;
    },
  ],
  [
    'notes on a task',
    'task-noted',
    'Added notes to “Send your passport”',
    async () => {
      const { id } = await newTask('Send your passport');
      await changeTask(id, { clientNotes: 'Next week' });
      return id;
    },
  ],
  [
    'a mailbox that refuses',
    'undelivered',
    'Mail to ADDRESS was not delivered: the mailbox refused it',
    async () => {
      await publish(bounced(client.email, { client: client.id }));
      return null;
    },
  ],
  [
    'a report of spam',
    'undelivered',
    'ADDRESS',
    async () => {
      await publish(complained(client.email, { client: client.id }));
      return null;
    },
  ],
];

test('a notice names the client as it is now, shows how its message begins, and refers to nothing that is gone', async () => {
  const { id: ref } = await write(own, 'Can we talk?\nI have a question.');
  const { id: documentId } = await upload(own, client.id, 'x', 'passport.txt');
  await told(adviser, [{ kind: 'document', ref: documentId }, { kind: 'message' }]);
  await done(adviser, 'PATCH /api/clients/{id}', { body: { name: 'Mia Woods' } });
  await done(adviser, 'DELETE /api/documents/{id}', { params: { id: documentId } });
  expect(await inboxOf(adviser)).toMatchObject([
    { kind: 'document', clientName: 'Mia Woods', ref: null, preview: null },
    { kind: 'message', clientName: 'Mia Woods', ref, preview: 'Can we talk?…' },
  ]);
});

test.each(EVENTS)('%s: its adviser is told, once', async (_, kind, sentence, happens) => {
  const before = await unreadOf(adviser);
  const ref = await happens();
  const text = expect.stringContaining(sentence.replace('ADDRESS', client.email));
  const clientId = client.id;
  const notice = { kind, text, ref, clientId, clientName: client.name, read: false, at: expect.any(String) };
  const [{ id } = expect.fail('nothing')] = await told(adviser, [notice]);
  const after = await unreadOf(adviser);
  expect([before.count, after]).toEqual([0, { count: 1, latest: id }]);
  expect(after.latest).not.toBe(before.latest);
});

test('a client that an admin adds, or gives to another: its adviser is told, and nobody else', async () => {
  const next = await newAdviser();
  const added = await newClient(admin, { adviserId: adviser.id });
  const assigned = { kind: 'assigned', text: 'You are now this client’s adviser', ref: null };
  await told(adviser, [{ ...assigned, clientId: added.id, clientName: added.name }]);
  await assign(next.id);
  await told(next, [{ ...assigned, clientId: client.id, clientName: client.name }]);
  expect(await inboxOf(adviser)).toHaveLength(1);
  expect(await unreadOf(next)).toMatchObject({ count: 1 });
});

test('a stored document that was altered: every admin is told, its adviser is not', async () => {
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

test('nobody is told of what staff do, nor of what it did itself', async () => {
  const { id } = await newTask('Call the bank', 'adviser');
  await changeTask(id, { status: 'completed', adviserNotes: 'Done' }, adviser);
  await write(adviser);
  await write(admin);
  await upload(adviser, client.id, 'a letter');
  await done(admin, 'PATCH /api/clients/{id}', { body: { status: 'urgent', description: 'Keen' } });
  await done(adviser, 'PATCH /api/clients/{id}', { body: { completed: true } });
  await assign(admin.id);
  await assign(adviser.id);
  await newClient(admin, { adviserId: admin.id });
  const { id: ref } = await write();
  // A client's lines are followed one after the other: all that came before has been.
  await told(adviser, [{ kind: 'message', ref }, { kind: 'assigned' }]);
  const ofAdmin = (await inboxOf(admin)).filter(({ clientId }) => clientId === client.id);
  expect(ofAdmin).toEqual([]);
});

test('a line that the stream brings again, also at once: one notice, one mail', async () => {
  await write();
  const [notice] = await told(adviser, [{ kind: 'message' }]);
  await mailsTo(adviser.email, 1);
  const line = (await partitionOf(client.id)).find(({ sk }) => sk.endsWith(`#${notice?.id}`)) ?? expect.fail('no line');
  await hear(line, line);
  await Promise.all([hear(line), hear(line), hear(line)]);
  await told(adviser, [{ kind: 'message' }]);
  expect(await unreadOf(adviser)).toMatchObject({ count: 1 });
  expect(await mailsTo(adviser.email)).toHaveLength(1);
});

describe('fifty clients that write at once', () => {
  const CLIENTS = 50;

  test('are fifty notices, and none once all are read at once', async () => {
    const clients = await newClients(adviser, CLIENTS);
    const answers = await Promise.all(
      clients.map(({ id, token }) =>
        callHandler({ token }, 'POST /api/clients/{id}/messages', { params: { id }, body: { content: 'Hello' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 201));
    await expect.poll(async () => (await unreadOf(adviser)).count, SOON).toBe(CLIENTS);
    expect(await noticesOf(adviser.id)).toMatchObject({ stored: CLIENTS, counted: CLIENTS });
    const all = (await adviser.call('GET /api/notifications', { query: { limit: '200' } })).body as Notice[];
    expect(new Set(all.map(({ clientId }) => clientId))).toEqual(new Set(clients.map(({ id }) => id)));
    const read = (body: object) => callHandler(adviser, 'POST /api/notifications/read', { body });
    const some = all.filter((_, i) => i % 5 === 0).map(({ id }) => read({ ids: [id] }));
    const readings = await Promise.all([...some, ...[10, 20, 30].map((i) => read({ upTo: all[i]?.id }))]);
    // Whoever met too many others may be told to try again, and has read nothing.
    for (const { status } of readings) expect([204, 409]).toContain(status);
    const { stored, counted } = await noticesOf(adviser.id);
    expect(stored).toBe(counted);
    expect((await read({ upTo: all[0]?.id })).status).toBe(204);
    expect(await unreadOf(adviser)).toMatchObject({ count: 0 });
    expect(await noticesOf(adviser.id)).toMatchObject({ stored: 0, counted: 0 });
    expect(await inboxOf(adviser)).toHaveLength(CLIENTS);
  });
});
