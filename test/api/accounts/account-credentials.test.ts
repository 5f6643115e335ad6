import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { changeAccount } from '#functions/domain/accounts/account-change.ts';
import { createAdviser, setPassword } from '#functions/domain/accounts/accounts.ts';
import type { Staff } from '#functions/domain/accounts/actor.ts';
import { hashPassword } from '#functions/domain/accounts/passwords.ts';
import { readSession, type Session } from '#functions/domain/accounts/session.ts';
import type { ActivityItem } from '#functions/services/audit-log/entry.ts';
import { AUDIT } from '#functions/services/keys/keys.ts';
import { readSettings } from '#functions/services/settings.ts';
import { OPERATOR } from '#infra/ops/operator.ts';
import type { Role } from '#shared/rules/people.ts';
import { type Answered, Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { appFor } from '../../support/people/factors.ts';

const patch = (by: Caller, id: string, body: object) => by.call('PATCH /api/advisers/{id}', { params: { id }, body });
const me = async (caller: Caller) => (await caller.call('GET /api/auth/me')).status;
const newEmail = () => `${randomUUID()}@new.example`;
const account = async (id: string) => (await stored<AdviserItem>(adviserKey(id))) as AdviserItem;
const sessionOf = async ({ cookie }: Caller) => (await readSession(cookie, new Date())) as Session;

/** What the firm's record keeps of changes of an account. */
const changesOf = async (id: string) =>
  (await query<ActivityItem & { ref?: string; data?: object }>(AUDIT, 'ACTIVITY#'))
    .filter(({ v, ref }) => v === 2 && ref === id)
    .map((line) => line.data);

const register = (by: Caller, role: Role) =>
  by.call('POST /api/auth/register', { body: { name: 'New', email: newEmail(), password: 'sixsix', role } });
/** Saves sections of the settings; empty ones change nothing. */
const saveSettings = async (by: Caller, sections: object) =>
  by.call('PATCH /api/settings', { body: { version: (await readSettings()).version, ...sections } });

let admin: Person;
beforeAll(async () => {
  admin = await demoAdmin();
});

/** Makes a session last have re-authenticated so many minutes ago. */
async function gotStale(person: Person, minutes: number): Promise<void> {
  const { adviserId, id } = await sessionOf(person);
  const provedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  await changeStored(sessionKey(adviserId, id), { provedAt });
}

describe('an admin’s own account', () => {
  test('a new password leaves the admin signed in here, by a new cookie, and nowhere else', async () => {
    const boss = await newAdmin();
    const [other, copy] = [await signIn(boss.email, PASSWORD), Object.assign(new Caller(), { cookie: boss.cookie })];
    const { status, headers } = await patch(boss, boss.id, { password: 'another one' });
    expect([status, headers.getSetCookie()]).toEqual([200, [expect.stringMatching(/^session=[\w.-]+;/)]]);
    expect(await Promise.all([boss, other, copy].map(me))).toEqual([200, 401, 401]);
  });

  test.each([
    ['password', () => ({ password: 'another one' })],
    ['address', () => ({ email: newEmail() })],
  ])('a new %s needs a session that has proved who it is', async (_, body) => {
    const boss = await newAdmin();
    await gotStale(boss, 10);
    const before = await account(boss.id);
    const refused = await patch(boss, boss.id, body());
    expect([refused.status, refused.body.confirm]).toEqual([403, true]);
    expect(await account(boss.id)).toEqual(before);
    expect((await patch(boss, boss.id, { name: 'Somebody Else' })).status).toBe(200);
    expect((await boss.call('POST /api/account/confirm', { body: { password: PASSWORD } })).status).toBe(204);
    expect((await patch(boss, boss.id, body())).status).toBe(200);
  });
});

describe('another’s account', () => {
  test('the record keeps the address before a change, and none where there was no change of it', async () => {
    const ann = await newAdviser();
    await patch(admin, ann.id, { email: newEmail() });
    await patch(admin, ann.id, { password: 'another one' });
    expect(await changesOf(ann.id)).toEqual([
      { name: ann.name, fields: ['email'], formerEmail: ann.email },
      { name: ann.name, fields: ['password'] },
    ]);
  });
});

/** Calls that need an admin's session to have re-authenticated within an hour. */
const NEEDS_REAUTHENTICATION: [string, (boss: Person) => Promise<Answered>][] = [
  ['making an admin', (by) => register(by, 'admin')],
  ['promoting', async (by) => patch(by, (await newAdviser()).id, { role: 'admin' })],
  ['demoting', async (by) => patch(by, (await newAdmin()).id, { role: 'adviser' })],
  ['setting a password', async (by) => patch(by, (await newAdviser()).id, { password: 'another one' })],
  ['changing an address', async (by) => patch(by, (await newAdviser()).id, { email: newEmail() })],
  [
    'resetting a second factor',
    async (by) => {
      const { id } = await newAdviser();
      await appFor(id);
      return by.call('POST /api/advisers/{id}/second-factor/reset', { params: { id } });
    },
  ],
  [
    'deleting an account',
    async (by) => by.call('DELETE /api/advisers/{id}', { params: { id: (await newAdviser()).id } }),
  ],
  ['the staff settings', (by) => saveSettings(by, { staff: {} })],
  ['the portal settings', (by) => saveSettings(by, { portal: {} })],
  [
    'exporting the audit log',
    (by) => by.call('GET /api/record', { query: { limit: '1' }, headers: { accept: 'text/csv' } }),
  ],
];
/** Calls beside them that need none. */
const NEEDS_NONE: typeof NEEDS_REAUTHENTICATION = [
  ['making an adviser', (by) => register(by, 'adviser')],
  ['changing a name', async (by) => patch(by, (await newAdviser()).id, { name: 'Ann', role: 'adviser' })],
  ['the firm settings', (by) => saveSettings(by, { firm: {} })],
  ['reading the audit log', (by) => by.call('GET /api/record', { query: { limit: '1' } })],
];

describe('an admin’s session that did not re-authenticate within an hour', () => {
  test.each(NEEDS_REAUTHENTICATION)('is refused %s until it does', async (_, act) => {
    const boss = await newAdmin();
    await gotStale(boss, 60);
    const { status, body } = await act(boss);
    expect([status, body]).toEqual([403, { message: expect.any(String), confirm: true }]);
    expect((await boss.call('POST /api/account/confirm', { body: { password: PASSWORD } })).status).toBe(204);
    expect((await act(boss)).status).toBeLessThan(300);
  });

  test('is not refused other calls, nor is a younger one refused any', async () => {
    const boss = await newAdmin();
    await gotStale(boss, 60);
    for (const [, act] of NEEDS_NONE) expect((await act(boss)).status).toBeLessThan(300);
    await gotStale(boss, 59);
    expect((await saveSettings(boss, { portal: {} })).status).toBe(200);
  });
});

describe('a password that an admin sets', () => {
  async function set(by: Person, whose: Person, changeAdminPasswords: boolean) {
    const settings = await readSettings();
    const policy = { ...settings, staff: { ...settings.staff, changeAdminPasswords } };
    const { id, name, email } = by;
    const now = new Date();
    const actor: Staff = { kind: 'admin', id, name, email, session: await sessionOf(by), provedAt: now };
    const passwordHash = await hashPassword('set by an admin');
    await changeAccount(await account(whose.id), {}, passwordHash, { actor, settings: policy, now });
    return (await account(whose.id)).mustChangePassword;
  }

  test('has to be changed where the firm wants that, until it is set where it does not', async () => {
    const ann = await newAdviser();
    expect(await set(admin, ann, true)).toBe(true);
    expect(await set(admin, ann, false)).toBeUndefined();
  });

  test('has to be changed after somebody else made the account too, or an operator set it', async () => {
    const settings = await readSettings();
    const now = new Date();
    const made = async (by: typeof OPERATOR | undefined, changeAdminPasswords: boolean) => {
      const policy = { ...settings, staff: { ...settings.staff, changeAdminPasswords } };
      const card = { name: 'Bo', email: newEmail(), role: 'adviser' } as const;
      const { id } = await createAdviser({ ...card, password: PASSWORD }, { by, settings: policy, now });
      return { id, policy, isAsked: (await account(id)).mustChangePassword };
    };
    expect((await made(OPERATOR, false)).isAsked).toBeUndefined();
    expect((await made(OPERATOR, true)).isAsked).toBe(true);
    const own = await made(undefined, true);
    expect(own.isAsked).toBeUndefined();
    await setPassword(await account(own.id), 'by an operator', { by: OPERATOR, settings: own.policy, now });
    expect((await account(own.id)).mustChangePassword).toBe(true);
  });

  test('need not be where it is the admin’s own', async () => {
    const boss = await newAdmin();
    expect(await set(boss, boss, true)).toBeUndefined();
  });
});
