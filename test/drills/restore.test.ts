import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Key, query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { PREFIX } from '#functions/services/keys/keys.ts';
import { removeNotices } from '#functions/services/notices.ts';
import { SETTINGS_KEY, type SettingsItem } from '#functions/services/settings.ts';
import type { Document } from '#shared/contract/documents.ts';
import { Caller } from '../support/api.ts';
import { bucket, changeStored, s3, stored, table, tableName } from '../support/aws.ts';
import { demoAdmin, newAdviser, newClient, PASSWORD, type Person, signIn, upload } from '../support/builders.ts';
import { firstKeys } from '../support/first-keys.ts';
import { operate, operatorFolder, runOps } from '../support/operator.ts';
import { halfSessionOf } from '../support/people/entry.ts';
import { newPerson } from '../support/people/persons.ts';
import { noticesOf, objectsOf, partitionOf } from '../support/recount.ts';
import { copyTable, dropTable } from './table-copy.ts';

const DRILL_MS = 240_000;
const BATCH = 25;
const FOLLOWED = { timeout: 30_000, interval: 200 };
// Replaces the table that point-in-time recovery would make, which the emulator does not support.
const COPY = `restored-${Date.now()}`;

const folder = await operatorFolder();
let adviser: Person;
let clients: { id: string; token: string }[];
let letters: Document[];
let couple: { id: string; rob: { token: string } };
let at: string;
const ops = (line: string) => runOps(folder, line);
const restore = (what: string) => ops(`restore --from ${COPY} --at ${at} ${what}`);
const of = (client: { id: string } | undefined) => ({ params: { id: client?.id ?? '' } });
const portal = async ({ token }: { token: string }) =>
  (await new Caller(token).call('GET /api/portal/{token}', { params: { token } })).status;
async function download(document: Document): Promise<string | number> {
  const { status, body } = await adviser.call('GET /api/documents/{id}/download', of(document));
  return status === 200 ? Buffer.from(body).toString() : status;
}

async function loseItems(keys: readonly Key[]): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) {
    const deletes = keys.slice(i, i + BATCH).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: deletes } }));
  }
}

const noticesAbout = async (id: string) =>
  (await noticesOf(adviser.id)).notices.filter(({ clientId }) => clientId === id);

async function loseClient(id: string): Promise<void> {
  await loseItems(await partitionOf(id));
  for (const Key of await objectsOf(id)) await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key }));
}

/** Items of a sign-in beside the account: a session, a half-session and the browser. */
let beside: { session: Key; half: Key; device: Key };
async function signInAs({ id, email }: Person): Promise<void> {
  const sessions = () => query(adviserKey(id).pk, 'SESSION#');
  // The session that the adviser keeps using, and must survive.
  const kept = await sessions();
  await signIn(email, PASSWORD);
  await halfSessionOf(id, 'second-factor');
  const find = async (prefix: string) => (await query(adviserKey(id).pk, prefix)).at(-1) as Key;
  const session = (await sessions()).find(({ sk }) => !kept.some((one) => one.sk === sk)) as Key;
  beside = { session, half: await find('HALF#'), device: await find('DEVICE#') };
}

/** Leaves a client whose deletion was interrupted after its objects were deleted. */
async function leaveHalfDeleted(): Promise<void> {
  const { id } = await newClient(adviser);
  await upload(adviser, id, 'a letter');
  await changeStored(clientKey(id), { deleting: true });
  for (const Key of await objectsOf(id)) await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key }));
}

beforeAll(async () => {
  adviser = await newAdviser();
  clients = [await newClient(adviser), await newClient(adviser)];
  letters = [];
  for (const { id, token } of clients) {
    await adviser.call('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send passport' } });
    await new Caller(token).call('POST /api/clients/{id}/messages', { params: { id }, body: { content: 'Hello' } });
    letters.push(await upload(adviser, id, `letter of ${id}`, 'letter.txt', `${id}.2.1`));
  }
  const { id: coupleId } = await newClient(adviser);
  couple = { id: coupleId, rob: await newPerson(adviser, { id: coupleId }) };
  for (const { id } of clients) await vi.waitFor(async () => expect(await noticesAbout(id)).toHaveLength(1), FOLLOWED);
  await leaveHalfDeleted();
  await signInAs(adviser);
  await firstKeys();
  await copyTable(COPY);
  at = new Date().toISOString();
}, DRILL_MS);
afterAll(() => dropTable(COPY));

test(
  'lost clients, account and objects are restored completely',
  async () => {
    for (const { id } of [...clients, couple]) await loseClient(id);
    const { session, half, device } = beside;
    await loseItems([adviserKey(adviser.id), await emailKey(adviser.email), session, half, device]);
    expect((await adviser.call('GET /api/clients')).status).toBe(401);

    expect((await restore('--all')).output).toContain('Nothing was changed');
    expect((await adviser.call('GET /api/clients')).status).toBe(401);
    const restored = await restore('--all --yes');
    expect(restored.code, restored.output).toBe(0);
    for (const { id } of clients) expect(restored.output).toMatch(new RegExp(`client ${id}: .* 1 objects restored`));

    expect(await Promise.all([session, half, device].map(stored))).toEqual([undefined, undefined, undefined]);

    // Restored entries are marked, so that no handler runs again; only the restoration is new.
    for (const { id } of clients) {
      const lines = (await partitionOf(id)).filter(({ sk }) => sk.startsWith(PREFIX.activity));
      expect(lines.filter((line) => !line.restored).map(({ action }) => action)).toEqual(['restored']);
    }
    // A link that may have been removed since must not open again.
    expect(restored.output).toContain(`client ${couple.id}: Rob Smith is not restored`);
    expect(await portal(couple.rob)).toBe(401);
    await ops(`verify --client ${couple.id} --repair`);
    expect((await ops(`verify --client ${couple.id}`)).code).toBe(0);
    const again = await restore('--all');
    for (const { id } of clients) expect(again.output).toContain(`client ${id}: 0 items written, 0 removed`);

    for (const client of clients) {
      const verified = await ops(`verify --client ${client.id}`);
      expect(verified, verified.output).toMatchObject({ code: 0 });
      expect(await portal(client)).toBe(200);
    }
    for (const letter of letters) expect(await download(letter)).toBe(`letter of ${letter.clientId}`);
    expect((await adviser.call('GET /api/tasks/pending-count')).body).toEqual({ count: 2 });
  },
  DRILL_MS,
);

test('restoring one client keeps other clients, the audit log and its cancelled link unchanged', async () => {
  const [client, other] = clients;
  const [letter] = letters;
  if (!client || !other || !letter) throw new Error('seeded');
  await adviser.call('PATCH /api/clients/{id}', { ...of(client), body: { name: 'Renamed by mistake' } });
  await adviser.call('PATCH /api/clients/{id}', { ...of(other), body: { name: 'Renamed on purpose' } });
  await adviser.call('POST /api/clients/{id}/tasks', { ...of(client), body: { title: 'Later' } });
  await adviser.call('DELETE /api/documents/{id}', of(letter));
  await (await demoAdmin()).call('POST /api/clients/{id}/token/regenerate', of(client));

  expect(await restore(`--client ${client.id} --yes`)).toMatchObject({ code: 0 });
  const back = await adviser.call('GET /api/clients/{id}', of(client));
  expect(back.body.name).not.toBe('Renamed by mistake');
  expect(await download(letter)).toBe(`letter of ${client.id}`);
  expect((await adviser.call('GET /api/clients/{id}/tasks', of(client))).body).toHaveLength(1);
  expect((await adviser.call('GET /api/clients/{id}', of(other))).body.name).toBe('Renamed on purpose');
  const { body: record } = await adviser.call('GET /api/clients/{id}/activity', of(client));
  expect(record.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['portal-link-regenerated', 'restored']),
  );
  expect(await portal(client)).toBe(401);
  const verified = await ops(`verify --client ${client.id}`);
  expect(verified, verified.output).toMatchObject({ code: 0 });
});

test('restoring settings keeps a rotated key', async () => {
  onTestFinished(firstKeys);
  const phoneOf = async () => (await stored<SettingsItem>(SETTINGS_KEY))?.firm?.phone;
  const before = await phoneOf();
  await changeStored(SETTINGS_KEY, { firm: { phone: 'changed by mistake' } });
  expect(await ops('rotate portal')).toMatchObject({ code: 0 });
  expect(await restore('--all --yes')).toMatchObject({ code: 0 });
  expect(await phoneOf()).toBe(before);
  expect((await stored<SettingsItem>(SETTINGS_KEY))?.keys).toEqual({ session: 1, portal: 2 });
});

test(
  'a lost client is restored completely and causes no new notices',
  async () => {
    const [, { id, token } = expect.fail('seeded')] = clients;
    const own = new Caller(token);
    const say = (content: string) => own.call('POST /api/clients/{id}/messages', { params: { id }, body: { content } });
    const notices = () => noticesAbout(id);
    await loseClient(id);
    await removeNotices(adviser.id, id);
    expect(await restore(`--client ${id} --yes`)).toMatchObject({ code: 0 });
    const lines = (await partitionOf(id)).filter(({ sk }) => sk.startsWith(PREFIX.activity));
    expect(lines.filter(({ restored, action }) => restored || action === 'restored')).toHaveLength(lines.length);
    // Entries of a client are handled in order: with the next one, the restored ones have been handled.
    expect((await say('A question')).status).toBe(201);
    await expect.poll(notices, FOLLOWED).toMatchObject([{ kind: 'message' }]);
    expect((await partitionOf(id)).filter(({ sk }) => sk.startsWith('MAIL'))).toEqual([]);
  },
  DRILL_MS,
);

test('refuses a time without a zone, an unknown client, and a missing scope', async () => {
  expect((await ops(`restore --from ${COPY} --at 2026-03-01 --all`)).output).toContain('--at must be a time');
  expect((await restore('--client unknown')).output).toContain('has no client unknown');
  const asked = await operate(folder, `npm run --silent ops -- restore --from ${COPY} --at ${at} --yes`);
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('npm run ops -- restore') });
});
