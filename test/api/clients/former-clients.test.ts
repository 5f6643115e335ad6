import { beforeEach, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserPartition, newChildKey } from '#functions/services/keys/keys.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { deliver, entryByClient, entryFor } from '../../support/audit-entries.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON, unreadOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { noticesOf, partitionOf } from '../../support/recount.ts';

let old: Person;
let next: Person;
let client: ClientDesk;
const admin = await demoAdmin();

async function setting() {
  [old, next] = await Promise.all([newAdviser(), newAdviser()]);
  client = await clientOf(old, { name: `Unmistakable ${newChildKey(new Date()).replaceAll(/[-_]/g, 'x')}` });
}
const said = () => entryByClient(client, { action: 'message-sent', data: {}, ref: `${client.id}.x` });
const writes = async (count: number) => {
  for (let i = 0; i < count; i += 1) await client.write('Hello', client.own);
  await expect.poll(async () => (await inboxOf(old)).length, SOON).toBe(count);
};
const reassign: Act = () =>
  calling(admin, 'PATCH /api/clients/{id}', { params: client.params, body: { adviserId: next.id } })();
const remove: Act = () => calling(old, 'DELETE /api/clients/{id}', { params: client.params })();
const readAll = (upTo: string) => calling(old, 'POST /api/notifications/read', { body: { upTo } });

async function forgotten(): Promise<void> {
  const { body } = await calling(old, 'GET /api/notifications')();
  expect(JSON.stringify(body)).not.toMatch(client.name);
  expect(JSON.stringify(await query(adviserPartition(old.id), ''))).not.toContain(client.name);
  const { notices, stored, counted } = await noticesOf(old.id);
  expect(stored).toBe(counted);
  expect(notices.filter(({ kind }) => kind !== 'unassigned')).toEqual([]);
}
const kinds = async (person: Person) => (await inboxOf(person)).map(({ kind }) => kind).sort();

describe('a reassigned client', () => {
  beforeEach(setting);

  test('leaves the former adviser’s inbox immediately, with read and unread notices', async () => {
    await writes(3);
    const [{ id } = expect.fail()] = await inboxOf(old);
    await old.call('POST /api/notifications/read', { body: { ids: [id] } });
    expect((await client.change({ adviserId: next.id }, admin)).status).toBe(200);
    await forgotten();
    await expect.poll(() => kinds(next), SOON).toEqual(['assigned']);
  });

  test('causes notices of pending entries to the new adviser only', async () => {
    const line = said();
    await reassign();
    await deliver(line);
    await forgotten();
    await expect.poll(() => kinds(next), SOON).toEqual(['assigned', 'message']);
    expect(JSON.stringify(await mailsTo(old.email))).not.toContain(client.name);
  });

  test('causes no notice of its creation, even if that entry is handled after the reassignment', async () => {
    const by = { kind: 'admin', id: admin.id, name: admin.name } as const;
    const created = entryFor(client.id, by, { action: 'client-created', data: { adviserId: old.id } });
    await reassign();
    await expect.poll(() => kinds(next), SOON).toEqual(['assigned']);
    await deliver(created);
    expect([await kinds(next), await kinds(old)]).toEqual([['assigned'], ['unassigned']]);
  });

  test('causes no notice to an adviser who had it only in between', async () => {
    const [first, last] = [await newAdviser(), next];
    const from = { id: old.id, name: old.name };
    const by = { kind: 'admin', id: admin.id, name: admin.name } as const;
    const data = { from, to: { id: first.id, name: first.name } };
    await reassign();
    await deliver(entryFor(client.id, by, { action: 'client-reassigned', data }));
    await expect.poll(() => kinds(last), SOON).toEqual(['assigned']);
    expect(await inboxOf(first)).toEqual([]);
  });
});

test.each([
  ['reassigned', reassign, 200],
  ['deleted', remove, 204],
] as const)('a client %s at any moment of an entry’s handling leaves the former adviser’s inbox', (_, act, status) =>
  atOnce(
    setting,
    () => job(() => deliver(said())),
    () => act,
    async (_given, answers) => {
      expect(answers.map((answer) => answer.status)).toEqual([200, status]);
      await forgotten();
      if (act === remove) expect(await partitionOf(client.id)).toEqual([]);
    },
  ),
);

test('a client reassigned while its notices are read leaves the former adviser’s inbox', () =>
  interleaved(
    async () => {
      await setting();
      await deliver(said());
    },
    () => reassign,
    () => readAll(newChildKey(new Date())),
    async (_, { first, other }) => {
      expect([first.status, other.status]).toEqual([200, 204]);
      await forgotten();
    },
  ));

test('a reassignment killed at any call clears the former inbox once its entry is handled', async () => {
  await killAtEveryCall(
    async () => {
      await setting();
      await deliver(said());
    },
    () => reassign,
    async () => {
      const { body } = await calling(admin, 'GET /api/clients/{id}', { params: client.params })();
      if (body.adviserId === next.id)
        await expect
          .poll(async () => (await noticesOf(old.id)).notices.map(({ kind }) => kind), SOON)
          .toEqual(['unassigned']);
      const { stored, counted } = await noticesOf(old.id);
      expect(stored).toBe(counted);
    },
  );
});

// test/firm/record.test.ts looks for the client in the whole table.
test('deleting a client removes its notices, and no later entry causes mail', async () => {
  await setting();
  await old.call('PATCH /api/account/notifications', { body: { messages: 'daily' } });
  await writes(2);
  expect((await client.remove()).status).toBe(204);
  expect([await inboxOf(old), (await unreadOf(old)).count]).toEqual([[], 0]);
  const sent = await mailsTo(old.email);
  await deliver(said());
  expect(await mailsTo(old.email)).toEqual(sent);
  await forgotten();
});
