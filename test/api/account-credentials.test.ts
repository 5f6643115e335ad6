import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { changeAccount } from '#functions/domain/accounts/account-change.ts';
import { hashPassword } from '#functions/domain/accounts/passwords.ts';
import { readSession, type Session } from '#functions/domain/accounts/session.ts';
import type { ActivityItem } from '#functions/domain/activity.ts';
import type { Staff } from '#functions/domain/actor.ts';
import { FIRM } from '#functions/domain/keys.ts';
import { readSettings } from '#functions/domain/settings.ts';
import { Caller } from '../support/api.ts';
import { changeStored, stored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person, signIn } from '../support/builders.ts';

const patch = (by: Caller, id: string, body: object) => by.call('PATCH /api/advisers/{id}', { params: { id }, body });
const me = async (caller: Caller) => (await caller.call('GET /api/auth/me')).status;
const newEmail = () => `${randomUUID()}@new.example`;
const account = async (id: string) => (await stored<AdviserItem>(adviserKey(id))) as AdviserItem;
const sessionOf = async ({ cookie }: Caller) => (await readSession(cookie, new Date())) as Session;

/** What the firm's record keeps of changes of an account. */
const changesOf = async (id: string) =>
  (await query<ActivityItem & { ref?: string; data?: object }>(FIRM.pk, 'ACTIVITY#'))
    .filter(({ v, ref }) => v === 2 && ref === id)
    .map((line) => line.data);

let admin: Person;
beforeAll(async () => {
  admin = await demoAdmin();
});

/** A session that has not proved for ten minutes who it is. */
async function gotStale(person: Person): Promise<void> {
  const { adviserId, id } = await sessionOf(person);
  const provedAt = new Date(Date.now() - 10 * 60_000).toISOString();
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
    await gotStale(boss);
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
  test('is changed by a session that has not proved lately who it is', async () => {
    const [boss, ann] = [await newAdmin(), await newAdviser()];
    await gotStale(boss);
    expect((await patch(boss, ann.id, { email: newEmail(), password: 'another one' })).status).toBe(200);
    expect([await me(boss), await me(ann)]).toEqual([200, 401]);
  });

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

  test('need not be where it is the admin’s own', async () => {
    const boss = await newAdmin();
    expect(await set(boss, boss, true)).toBeUndefined();
  });
});
