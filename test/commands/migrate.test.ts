import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { get, type Item, type Key, put, remove } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { applyMigrations, type Pages, planMigrations, upToDate } from '#functions/domain/migrations/migrate.ts';
import { firmEntry } from '#functions/services/audit-log/firm-log.ts';
import { AUDIT, FIRM, newId, PREFIX } from '#functions/services/keys/keys.ts';
import { SETTINGS, type SettingsItem } from '#functions/services/settings.ts';
import { verify } from '#infra/ops/verify/verify.ts';
import type { Answered } from '../support/api.ts';
import { changeStored, stored } from '../support/aws.ts';
import { demoAdmin, newAdviser, newClient, PASSWORD, type Person, signIn, upload } from '../support/builders.ts';
import { inDays } from '../support/days.ts';
import { meanwhile, withFault } from '../support/faults/faults.ts';
import { killAtEveryCall } from '../support/faults/killed.ts';
import { callHandler } from '../support/handlers.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { messagesFor } from '../support/people/crowd.ts';
import { countersOf, listOf, partitionOf } from '../support/recount.ts';
import { asEarlier, forgetMigrations, inOldForm, lastMigration, putStored } from './old-form.ts';

const SLOW_MS = 240_000;
const PAGE = 4;
const folder = await operatorFolder();
let adviser: Person;
const told = vi.spyOn(console, 'log').mockImplementation(() => undefined);

beforeAll(async () => {
  adviser = await newAdviser();
  await callHandler(adviser, 'GET /api/auth/me');
});
beforeEach(forgetMigrations);
afterAll(() => told.mockRestore());

/** Pages over the items of a setting, as if they were the whole table. */
const pagesOf =
  (keys: readonly Key[]): Pages =>
  async (after) => {
    const from = after ? keys.findIndex(({ pk, sk }) => pk === after.pk && sk === after.sk) + 1 : 0;
    const page = keys.slice(from, from + PAGE);
    const items = (await Promise.all(page.map((key) => get<Item>(key)))).filter((item) => item !== undefined);
    return { items, next: from + PAGE < keys.length ? page.at(-1) : undefined };
  };

interface Setting {
  clientId: string;
  present: Item[];
  keys: Key[];
}

/** Returns the items of a client, except those that jobs write meanwhile. */
const keptOf = async (clientId: string) =>
  (await partitionOf(clientId)).filter((item) => item.sk !== 'MAIL' && item.actorType !== 'system');

/** Rewrites all items of a client into the form from before migrations. */
async function madeOld(clientId: string): Promise<Setting> {
  await forgetMigrations();
  const present = (await keptOf(clientId)).map(asEarlier);
  for (const item of present) await putStored(inOldForm(item));
  return { clientId, present, keys: present.map(({ pk, sk }) => ({ pk, sk })) };
}

async function smallOldClient(): Promise<Setting> {
  const { id } = await newClient(adviser);
  await callHandler(adviser, 'POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send passport' } });
  return madeOld(id);
}

async function oldClient(): Promise<Setting> {
  const { id } = await newClient(adviser);
  const params = { id };
  await callHandler(adviser, 'PATCH /api/clients/{id}', { params, body: { description: 'Likes tea' } });
  for (const body of [
    { title: 'Send passport', dueDate: inDays(7) },
    { title: 'Call', responsibility: 'adviser' },
  ])
    await callHandler(adviser, 'POST /api/clients/{id}/tasks', { params, body });
  await callHandler(adviser, 'POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } });
  for (const [number, status] of [
    [1, 'completed'],
    [2, 'in_progress'],
  ])
    await callHandler(adviser, 'PATCH /api/stages/{stageId}', {
      params: { stageId: `${id}.${number}` },
      body: { status },
    });
  await upload(adviser, id, 'a letter', 'letter.txt');
  return madeOld(id);
}

const migrating =
  ({ keys }: Setting) =>
  async (): Promise<Answered> => {
    const status = await applyMigrations(pagesOf(keys)).then(
      () => 200,
      () => 500,
    );
    return { status, body: undefined, headers: new Headers() };
  };

async function expectPresent({ clientId, present }: Setting): Promise<void> {
  expect(await keptOf(clientId)).toEqual(present);
  expect(await verify({ clientId })).toBe(true);
}

describe('a migration', () => {
  test('brings stored items into the current form, and changes nothing on a second run', async () => {
    const setting = await oldClient();
    const planned = await planMigrations(pagesOf(setting.keys));
    expect(await keptOf(setting.clientId)).toEqual(setting.present.map(inOldForm));
    expect(await applyMigrations(pagesOf(setting.keys))).toEqual(planned);
    expect(planned.map(({ number, items }) => [number, items])).toEqual([
      [1, 0],
      [2, 3],
      [3, setting.keys.length - 3],
      [4, 1],
      [5, 0],
      [6, 1],
      [7, 1],
      [8, 0],
      [9, 0],
    ]);
    await expectPresent(setting);
    expect(await applyMigrations(pagesOf(setting.keys))).toEqual([]);
    await forgetMigrations();
    expect((await applyMigrations(pagesOf(setting.keys))).map(({ items }) => items)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    await expectPresent(setting);
  });

  test(
    'can be finished by a second run after a crash at any step',
    async () => {
      const steps = await killAtEveryCall(smallOldClient, migrating, expectPresent, [200]);
      expect(steps).toBeGreaterThan(20);
    },
    SLOW_MS,
  );

  test('continues from the interrupted page', async () => {
    const setting = await oldClient();
    const read: (Key | undefined)[] = [];
    const failing: Pages = async (after) => {
      if (read.length === 2) throw new Error('killed');
      read.push(after);
      return pagesOf(setting.keys)(after);
    };
    await expect(applyMigrations(failing)).rejects.toThrow('killed');
    read.length = 0;
    await applyMigrations(async (after) => {
      read.push(after);
      return pagesOf(setting.keys)(after);
    });
    expect(read[0]).toEqual(setting.keys[2 * PAGE - 1] ?? undefined);
  });

  test('keeps a change made between its read and its write', async () => {
    const setting = await oldClient();
    const change = () => changeStored(clientKey(setting.clientId), { name: 'Changed', lastUpdate: 'later' });
    await withFault(meanwhile('UpdateItem', change), migrating(setting));
    expect(await stored(clientKey(setting.clientId))).toMatchObject({ card: { name: 'Changed', lastUpdate: 'later' } });
  });

  test('refuses to run concurrently', async () => {
    const setting = await oldClient();
    const other = async () => void (await migrating(setting)());
    const { result } = await withFault(meanwhile('UpdateItem', other), () =>
      applyMigrations(pagesOf(setting.keys)).catch((error: Error) => error.message),
    );
    expect(result).toBe('Somebody else is migrating this table.');
    await expectPresent(setting);
  });
});

test('a migration replaces addresses in keys by pseudonyms, after which their accounts can sign in', async () => {
  const [person, rival] = [await newAdviser(), await newAdviser()];
  const [clear, key] = [{ pk: `EMAIL#${person.email}`, sk: 'EMAIL' }, await emailKey(person.email)];
  const counter = { pk: `ATTEMPTS#sign-in#${person.email}`, sk: 'ATTEMPTS' };
  const taken = { pk: `EMAIL#${rival.email}`, sk: 'EMAIL' };
  await remove(key);
  for (const item of [{ ...clear, adviserId: person.id }, { ...taken, adviserId: person.id }, counter]) await put(item);
  const login = async () => (await signIn(person.email, PASSWORD)).id;
  await expect(login()).rejects.toThrow();
  await applyMigrations(pagesOf([clear, counter, taken]));
  expect(await login()).toBe(person.id);
  expect([await stored(clear), await stored(counter)]).toEqual([undefined, undefined]);
  expect(await stored(key)).toMatchObject({ adviserId: person.id });
  // An operator must decide whose address it is if two accounts claim it.
  expect(await stored(taken)).toMatchObject({ adviserId: person.id });
  await remove(taken);
});

test('a migration adds the number of clients and the last sign-in to accounts', async () => {
  const [busy, idle] = [await newAdviser(), await newAdviser()];
  await newClient(busy);
  await signIn(busy.email, PASSWORD);
  const listed = async ({ id }: Person) => (await stored<AdviserItem>(adviserKey(id)))?.card;
  await expect
    .poll(() => listed(busy), { timeout: 20_000 })
    .toMatchObject({ clients: 1, lastSignInAt: expect.any(String) });
  const before = await listed(busy);
  await changeStored(adviserKey(busy.id), { 'card/clients': undefined, 'card/lastSignInAt': undefined });
  await forgetMigrations();
  const keys = [adviserKey(busy.id), adviserKey(idle.id)];
  await applyMigrations(pagesOf(keys));
  expect(await listed(busy)).toEqual(before);
  expect(await listed(idle)).toMatchObject({ clients: 0 });
  expect(await listed(idle)).not.toHaveProperty('lastSignInAt');
  await forgetMigrations();
  expect((await applyMigrations(pagesOf(keys))).map(({ items }) => items)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

describe('settings and audit log in the firm’s partition', () => {
  const former: SettingsItem = { ...FIRM, sk: SETTINGS.sk, v: 1, version: 7, firm: { phone: '020 7946 0007' } };
  let before: Item | undefined;
  beforeEach(async () => {
    // A process that has found the settings at their key does not look elsewhere.
    vi.resetModules();
    before = await stored(SETTINGS);
    await remove(SETTINGS);
    await putStored({ ...former, keys: { session: 1, portal: 1 } });
  });
  afterEach(async () => {
    await Promise.all([remove(former), before ? putStored(before) : remove(SETTINGS)]);
  });

  test('are read there until a change copies all settings to their new place', async () => {
    const admin = await demoAdmin();
    const read = async () => (await callHandler(admin, 'GET /api/settings')).body;
    expect(await read()).toMatchObject({ version: 7, firm: { phone: '020 7946 0007' } });
    const body = { version: 7, mail: { quietFrom: '19:30' } };
    expect((await callHandler(admin, 'PATCH /api/settings', { body })).status).toBe(200);
    expect(await read()).toMatchObject({ version: 8, firm: { phone: '020 7946 0007' }, mail: { quietFrom: '19:30' } });
    expect(await stored(SETTINGS)).toMatchObject({ keys: { session: 1, portal: 1 } });
    await applyMigrations(pagesOf([former]));
    expect([await stored(former), (await read()).version]).toEqual([undefined, 8]);
  });

  test('are migrated without running event handlers for moved entries', async () => {
    const admin = await demoAdmin();
    const actor = { kind: 'adviser', id: newId(), name: 'Bea Hall' } as const;
    const { put: entry } = firmEntry(actor, { action: 'signed-in', data: {} }, new Date('2026-03-01'));
    const old = { ...entry, pk: FIRM.pk } as Item;
    await putStored(old);
    const listed = async () =>
      (await callHandler(admin, 'GET /api/record', { query: { actor: actor.id } })).body.map(
        ({ id }: { id: string }) => id,
      );
    const ids = await listed();
    expect(ids).toHaveLength(1);
    await applyMigrations(pagesOf([former, old]));
    expect([await stored(former), await stored(old)]).toEqual([undefined, undefined]);
    expect(await stored(SETTINGS)).toEqual({ ...former, keys: { session: 1, portal: 1 }, ...SETTINGS });
    expect(await stored({ pk: AUDIT, sk: old.sk })).toEqual({ ...old, pk: AUDIT, restored: true });
    expect(await listed()).toEqual(ids);
  });
});

test('a migration renames the actor of a job’s audit entry to the system', async () => {
  const { id } = await newClient(adviser);
  await forgetMigrations();
  const line = (await partitionOf(id)).find(({ sk }) => sk.startsWith(PREFIX.activity)) ?? expect.fail('no line');
  await changeStored(line, { actorType: 'service' });
  await applyMigrations(pagesOf([line]));
  expect(await stored(line)).toEqual({ ...line, actorType: 'system' });
});

test('verify reports uncounted messages, and its repair counts them', async () => {
  const { id } = await newClient(adviser);
  await messagesFor(id, ['One', 'Two'], 'client');
  await changeStored(clientKey(id), { 'card/unread': undefined, newestFromClient: undefined });
  const found = await runOps(folder, `verify --client ${id}`);
  expect(found).toMatchObject({
    code: 0,
    output: expect.stringContaining('unread is not stored yet: --repair counts it'),
  });
  await runOps(folder, `verify --client ${id} --repair`);
  expect((await countersOf(id)).stored.unread).toBe(2);
});

test('an item of an older backup is migrated when it is read', async () => {
  const { present } = await oldClient();
  for (const item of present) expect(await upToDate(inOldForm(item))).toEqual(item);
  for (const item of present) await putStored(item);
});

test(
  'the migrate command counts pending changes, applies them on request and is then done',
  async () => {
    const setting = await oldClient();
    const ops = (line: string) => runOps(folder, line);
    const planned = await ops('migrate');
    expect(planned).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed: add --apply') });
    expect(planned.output).toContain('2 move what lists show into cards: 3 items');
    expect(await lastMigration()).toBeUndefined();
    expect((await ops('migrate --apply')).output).toContain('Migrated. Now run: npm run ops -- verify --repair');
    await expectPresent(setting);
    expect((await listOf(adviser.id)).map(({ pk }) => pk)).toContain(clientKey(setting.clientId).pk);
    expect(await ops('migrate')).toEqual({ code: 0, output: 'Nothing to migrate.\n' });
  },
  SLOW_MS,
);
