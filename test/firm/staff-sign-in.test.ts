import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import type { SessionItem } from '#functions/domain/accounts/session.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, type Person } from '../support/builders.ts';

const MINUTE_MS = 60_000;
const IDLE_MINUTES = 15;

let admin: Person;
let first: FirmSettings;
const policy = async (staff: Partial<FirmSettings['staff']>) => {
  const { version } = (await admin.call('GET /api/settings')).body;
  expect((await admin.call('PATCH /api/settings', { body: { version, staff } })).status).toBe(200);
};
beforeAll(async () => {
  admin = await demoAdmin();
  first = (await admin.call('GET /api/settings')).body;
});
// Other tests of the run are on the same stack.
afterAll(() => policy(first.staff));

const me = async (caller: Caller, headers: Record<string, string> = {}) =>
  (await caller.call('GET /api/auth/me', { headers })).status;

/** The one session of somebody. */
async function sessionOf({ id }: Person): Promise<SessionItem> {
  const [item] = await query<SessionItem>(adviserKey(id).pk, 'SESSION#');
  return item ?? expect.fail('no session');
}

/** Somebody whose session was last there so long ago. */
async function lastThere(minutes: number): Promise<Person> {
  const person = await newAdviser();
  await changeStored(await sessionOf(person), { lastAt: new Date(Date.now() - minutes * MINUTE_MS).toISOString() });
  return person;
}

describe('where idle sessions end', () => {
  beforeAll(() => policy({ idleMinutes: IDLE_MINUTES }));
  afterAll(() => policy({ idleMinutes: null }));

  test('one does after its minutes without a request, and not before', async () => {
    expect(await me(await lastThere(IDLE_MINUTES))).toBe(401);
    const there = await lastThere(IDLE_MINUTES - 1);
    expect(await me(there)).toBe(200);
    expect(Date.parse((await sessionOf(there)).lastAt ?? '')).toBeGreaterThan(Date.now() - MINUTE_MS);
  });

  test('what a page asks by itself keeps none alive', async () => {
    const gone = await lastThere(IDLE_MINUTES - 1);
    const { lastAt } = await sessionOf(gone);
    expect(await me(gone, { 'x-unattended': '1' })).toBe(200);
    expect((await sessionOf(gone)).lastAt).toBe(lastAt);
  });
});

test('where they do not, a session lasts through an hour without a request', async () => {
  expect(await me(await lastThere(60))).toBe(200);
});

describe('where a password that an admin sets has to be changed', () => {
  beforeAll(() => policy({ changeAdminPasswords: true }));
  afterAll(() => policy({ changeAdminPasswords: false }));

  const set = (by: Caller, { id }: Person, password: string) =>
    by.call('PATCH /api/advisers/{id}', { params: { id }, body: { password } });
  const login = (caller: Caller, { email }: Person, password: string) =>
    caller.call('POST /api/auth/login', { body: { email, password } });

  test('a sign-in with it leads to the change, and nowhere else, and the change signs in', async () => {
    const [ann, caller] = [await newAdviser(), new Caller()];
    expect((await set(admin, ann, 'set by an admin')).status).toBe(200);
    const asked = await login(caller, ann, 'set by an admin');
    expect([asked.status, asked.body]).toEqual([200, { next: 'change-password' }]);
    expect([await me(caller), (await caller.call('GET /api/account/sessions')).status]).toEqual([401, 401]);
    const body = { current: 'set by an admin', new: 'a password of my own' };
    expect((await caller.call('POST /api/account/password', { body })).status).toBe(204);
    expect(await me(caller)).toBe(200);
    expect((await login(new Caller(), ann, 'a password of my own')).body).toMatchObject({ id: ann.id });
  });

  test('an admin’s own need not be', async () => {
    const boss = await newAdmin();
    expect((await set(boss, boss, 'a password of my own')).status).toBe(200);
    expect((await login(new Caller(), boss, 'a password of my own')).body).toMatchObject({ id: boss.id });
  });
});
