import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { createAdviser, setPassword } from '#functions/domain/accounts/account-creation.ts';
import type { SessionItem } from '#functions/domain/accounts/session.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { AUDIT } from '#functions/services/keys/keys.ts';
import { readSettings } from '#functions/services/settings.ts';
import { OPERATOR } from '#infra/ops/operator.ts';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import type { CallName } from '#shared/contract/api.ts';
import {
  changeAccount,
  deleteAccount,
  login,
  me,
  register,
  resetPassword,
  saveSettings,
  withCookie,
} from '../../support/acts.ts';
import { type Answered, Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, newClient, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { lettersOf, providerOf } from '../../support/loas.ts';
import { mailsTo } from '../../support/mail.ts';
import { appFor } from '../../support/people/factors.ts';

const newEmail = () => `${randomUUID()}@new.example`;
const account = async (id: string) => (await stored<AdviserItem>(adviserKey(id))) as AdviserItem;
const passwordFor = (by: Person, { id }: Person, password = 'another one') => changeAccount(by, id, { password });
const reauthenticate = async (person: Person) =>
  (await person.call('POST /api/account/confirm', { body: { password: PASSWORD } })).status;

const admin = await demoAdmin();
const policy = async (staff: object) => expect((await saveSettings(await newAdmin(), { staff })).status).toBe(200);

async function sessionOf({ id }: Person): Promise<SessionItem> {
  const [item] = await query<SessionItem>(adviserKey(id).pk, 'SESSION#');
  return item ?? expect.fail('no session');
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Backdates the last re-authentication of a person's session. */
const gotStale = async (person: Person, minutes: number) =>
  changeStored(await sessionOf(person), { provedAt: minutesAgo(minutes) });

describe('an admin’s own account', () => {
  test('gets a new password and keeps only this session, with a new cookie', async () => {
    const boss = await newAdmin();
    const [other, copy] = [await signIn(boss.email, PASSWORD), withCookie(boss.cookie)];
    const { status, headers } = await passwordFor(boss, boss);
    expect([status, headers.getSetCookie()]).toEqual([200, [expect.stringMatching(/^session=[\w.-]+;/)]]);
    expect(await Promise.all([boss, other, copy].map(me))).toEqual([200, 401, 401]);
  });

  test('gets no new address here, as both mailboxes have to confirm it', async () => {
    const boss = await newAdmin();
    const { status, body } = await changeAccount(boss, boss.id, { email: newEmail() });
    expect([status, body.fields]).toEqual([400, { email: expect.stringContaining('on your account page') }]);
    expect((await changeAccount(boss, boss.id, { email: boss.email, name: 'Somebody Else' })).status).toBe(200);
  });

  test('gets a new password only in a session that re-authenticated within ten minutes', async () => {
    const body = () => ({ password: 'another one' });
    const boss = await newAdmin();
    await gotStale(boss, 10);
    const before = await account(boss.id);
    expect(await changeAccount(boss, boss.id, body())).toMatchObject({ status: 403, body: { confirm: true } });
    expect(await account(boss.id)).toEqual(before);
    expect((await changeAccount(boss, boss.id, { name: 'Somebody Else' })).status).toBe(200);
    expect(await reauthenticate(boss)).toBe(204);
    expect((await changeAccount(boss, boss.id, body())).status).toBe(200);
  });
});

test('the audit log keeps the address before a change, and none if it did not change', async () => {
  const ann = await newAdviser();
  await changeAccount(admin, ann.id, { email: newEmail() });
  await passwordFor(admin, ann);
  const entries = await query<AuditEntry & { ref?: string; data?: object }>(AUDIT, 'ACTIVITY#');
  expect(entries.filter(({ v, ref }) => v === 2 && ref === ann.id).map(({ data }) => data)).toEqual([
    { name: ann.name, fields: ['email'], formerEmail: ann.email },
    { name: ann.name, fields: ['password'] },
  ]);
});

test('the other admins are notified of an admin’s new address', async () => {
  const [boss, other, third] = [await newAdmin(), await newAdmin(), await newAdmin()];
  expect((await changeAccount(boss, other.id, { email: newEmail() })).status).toBe(200);
  const text = `${boss.name} changed the email of ${other.name}, an admin`;
  await expect.poll(async () => (await inboxOf(third)).map((notice) => notice.text), SOON).toContain(text);
  expect((await inboxOf(boss)).map((notice) => notice.text)).not.toContain(text);
});

type Acts = Record<string, (boss: Person) => Promise<Answered>>;
/** Makes a call about a client of another adviser, or of the caller. */
const aboutClient =
  (name: CallName, body?: object, own = false): Acts[string] =>
  async (by) => {
    const { id } = own ? (await newClientOf(by, by.id)).body : await newClient(await newAdviser());
    return by.call(name, { params: { id }, ...(body && { body }) });
  };
const onProvider = (change: object) => async (by: Person) => {
  const owner = await newAdviser();
  await lettersOf(owner, (await newClient(owner)).id).made('Aviva');
  const { version } = await providerOf(by, 'aviva');
  return by.call('PATCH /api/providers/{key}', { params: { key: 'aviva' }, body: { version, ...change } });
};

const newClientOf = (by: Person, adviserId: string) =>
  by.call('POST /api/clients', { body: { name: 'Mia', email: newEmail(), adviserId } });
async function changingClient(by: Person, change: (owner: Person) => object) {
  const owner = await newAdviser();
  const { id } = await newClient(owner);
  return by.call('PATCH /api/clients/{id}', { params: { id }, body: change(owner) });
}
const inviting = (by: Person) =>
  by.call('POST /api/advisers/invitations', { body: { name: 'New', email: newEmail(), role: 'adviser' } });

const registering = (role: string) => (by: Person) =>
  register({ name: 'New', email: newEmail(), password: 'sixsix', role }, by);
const NEEDS_REAUTHENTICATION: Acts = {
  'making an admin': registering('admin'),
  'making an adviser': registering('adviser'),
  'inviting an adviser': inviting,
  'repeating an invitation': async (by) => {
    const { id } = (await inviting(await newAdmin())).body as { id: string };
    return by.call('POST /api/advisers/{id}/invitation', { params: { id } });
  },
  'adding a client for an adviser': async (by) => newClientOf(by, (await newAdviser()).id),
  'reassigning a client': (by) => changingClient(by, () => ({ adviserId: by.id })),
  'regenerating a link': async (by) => {
    const { id } = await newClient(await newAdviser());
    return by.call('POST /api/clients/{id}/token/regenerate', { params: { id } });
  },
  'revealing the link of another adviser’s client': aboutClient('GET /api/clients/{id}/token'),
  'changing the address of another adviser’s client': (by) => changingClient(by, () => ({ email: newEmail() })),
  'changing the phone of another adviser’s client': (by) => changingClient(by, () => ({ phone: '020' })),
  'letting unknown devices in': (by) => changingClient(by, () => ({ stepUp: 'off', stepUpReason: 'No email' })),
  'allowing a portal': (by) => changingClient(by, () => ({ portalSuspended: false })),
  'making a phrase for a device': aboutClient('POST /api/clients/{id}/devices/phrase'),
  'resetting a journey': aboutClient('POST /api/clients/{id}/stages/reset'),
  'changing notes on a provider': onProvider({ notes: 'Ring 020' }),
  'changing the spelling of a provider': onProvider({ sameAs: null }),
  'promoting an adviser': async (by) => changeAccount(by, (await newAdviser()).id, { role: 'admin' }),
  'demoting an admin': async (by) => changeAccount(by, (await newAdmin()).id, { role: 'adviser' }),
  'setting a password': async (by) => passwordFor(by, await newAdviser()),
  'changing an address': async (by) => changeAccount(by, (await newAdviser()).id, { email: newEmail() }),
  'resetting a second factor': async (by) => {
    const { id } = await newAdviser();
    await appFor(id);
    return by.call('POST /api/advisers/{id}/second-factor/reset', { params: { id } });
  },
  'deleting an account': async (by) => deleteAccount(by, (await newAdviser()).id),
  // Empty sections change nothing, so these calls have no side effects.
  'changing staff settings': (by) => saveSettings(by, { staff: {} }),
  'changing portal settings': (by) => saveSettings(by, { portal: {} }),
  'changing firm settings': (by) => saveSettings(by, { firm: {} }),
  'exporting the list of clients': (by) => by.call('GET /api/clients', { headers: { accept: 'text/csv' } }),
  'exporting the audit log': (by) => by.call('GET /api/record', { headers: { accept: 'text/csv' } }),
};
const NEEDS_NONE: Acts = {
  'adding a client of one’s own': (by) => newClientOf(by, by.id),
  'keeping a client’s adviser': (by) => changingClient(by, ({ id }) => ({ adviserId: id, status: 'urgent' })),
  'sending unchanged fields': async (by) => {
    const { id, email } = await newClient(await newAdviser());
    return by.call('PATCH /api/clients/{id}', { params: { id }, body: { email, name: 'Mia' } });
  },
  'revealing an own client’s link': aboutClient('GET /api/clients/{id}/token', undefined, true),
  'changing an own client’s address': async (by) =>
    aboutClient('PATCH /api/clients/{id}', { email: newEmail() }, true)(by),
  'changing how a provider takes letters': onProvider({ takes: null }),
  'changing a name': async (by) => changeAccount(by, (await newAdviser()).id, { name: 'Ann', role: 'adviser' }),
  'changing mail settings': (by) => saveSettings(by, { mail: {} }),
  'reading the list of clients': (by) => by.call('GET /api/clients'),
  'reading the audit log': (by) => by.call('GET /api/record'),
};

describe('an admin’s session without re-authentication within an hour', () => {
  test.each(Object.entries(NEEDS_REAUTHENTICATION))('is refused %s until it re-authenticates', async (_, act) => {
    const boss = await newAdmin();
    await gotStale(boss, 60);
    const { status, body } = await act(boss);
    expect([status, body]).toEqual([403, { message: expect.any(String), confirm: true }]);
    expect(await reauthenticate(boss)).toBe(204);
    expect((await act(boss)).status).toBeLessThan(300);
  });

  test('is allowed other calls, and a more recent one is allowed all', async () => {
    const boss = await newAdmin();
    await gotStale(boss, 60);
    for (const [name, act] of Object.entries(NEEDS_NONE)) expect((await act(boss)).status, name).toBeLessThan(300);
    await gotStale(boss, 59);
    expect((await saveSettings(boss, { portal: {} })).status).toBe(200);
  });
});

test.each([
  ['an adviser', newAdviser, true],
  ['an admin', newAdmin, true],
  ['another adviser’s client for an admin', newAdmin, false],
] as const)('deleting a client needs a proof of the last ten minutes: %s', async (_, newPerson, own) => {
  const by = await newPerson();
  const { id } = own ? (await newClientOf(by, by.id)).body : await newClient(await newAdviser());
  for (const minutes of [61, 11, 9]) {
    await gotStale(by, minutes);
    const { status, body } = await by.call('DELETE /api/clients/{id}', { params: { id } });
    expect([minutes, status, body?.confirm]).toEqual([minutes, ...(minutes > 9 ? [403, true] : [204, undefined])]);
  }
});

test('an adviser cannot delete a client if the firm lets only admins, and is not asked for a proof', async () => {
  const [owner, boss] = [await newAdviser(), await newAdmin()];
  const params = { id: (await newClient(owner)).id };
  await saveSettings(boss, { staff: { deleteClients: 'admins' } });
  try {
    await gotStale(owner, 61);
    expect(await owner.call('DELETE /api/clients/{id}', { params })).toMatchObject({
      status: 403,
      body: { message: 'Only an admin can delete a client. Ask one, or complete the journey instead.' },
    });
    expect((await owner.call('DELETE /api/clients/{id}', { params })).body).not.toHaveProperty('confirm');
    expect((await boss.call('DELETE /api/clients/{id}', { params })).status).toBe(204);
  } finally {
    await saveSettings(boss, { staff: { deleteClients: 'advisers' } });
  }
});

describe('re-authentication', () => {
  const OVERLAP_MS = 30_000;
  let boss: Person;
  let former: Caller;
  beforeEach(async () => {
    boss = await newAdmin();
    await gotStale(boss, 60);
    former = withCookie(boss.cookie);
    expect(await reauthenticate(boss)).toBe(204);
  });

  test('renews the cookie, and accepts the former one for requests under way, as stale', async () => {
    expect(boss.cookie).not.toBe(former.cookie);
    expect(await Promise.all([boss, former].map(me))).toEqual([200, 200]);
    expect((await saveSettings(former, { portal: {} })).status).toBe(403);
    setNow(Date.now() + OVERLAP_MS);
    expect(await Promise.all([boss, former].map(me))).toEqual([200, 401]);
  });

  test('leaves one session even if it is retried with the former cookie', async () => {
    const again = await former.call('POST /api/account/confirm', { body: { password: PASSWORD } });
    expect(again.status).toBe(204);
    expect(await Promise.all([boss, former].map(me))).toEqual([200, 200]);
    const { body } = await boss.call('GET /api/account/sessions');
    expect(body).toMatchObject([{ current: true }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['signing out', () => boss.call('POST /api/auth/logout')],
    ['signing in again', () => boss.call('POST /api/auth/login', { body: { email: boss.email, password: PASSWORD } })],
    ['re-authenticating again', () => reauthenticate(boss)],
    ['ending all other sessions', () => boss.call('DELETE /api/account/sessions')],
  ])('ends the former cookie immediately on %s', async (_, act) => {
    await act();
    expect(await me(former)).toBe(401);
  });
});

describe('idle sessions', () => {
  const IDLE_MINUTES = 15;
  const lastThere = async (minutes: number) => {
    const person = await newAdviser();
    await changeStored(await sessionOf(person), { lastAt: minutesAgo(minutes) });
    return person;
  };

  test('last for an hour or more unless the firm limits them', async () => {
    expect(await me(await lastThere(60))).toBe(200);
  });

  test('end after the firm’s minutes without a request, background requests excluded', async () => {
    await policy({ idleMinutes: IDLE_MINUTES });
    expect(await me(await lastThere(IDLE_MINUTES))).toBe(401);
    const there = await lastThere(IDLE_MINUTES - 1);
    const { lastAt = '' } = await sessionOf(there);
    expect((await there.call('GET /api/auth/me', { headers: { 'x-unattended': '1' } })).status).toBe(200);
    expect((await sessionOf(there)).lastAt).toBe(lastAt);
    expect(await me(there)).toBe(200);
    expect(Date.parse((await sessionOf(there)).lastAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await policy({ idleMinutes: null });
  });
});

describe('a password set by someone else', () => {
  const OWN = 'a password of my own';

  test('must be changed at sign-in if the firm requires it, and the change signs in', async () => {
    const [ann, bob, boss, caller] = [await newAdviser(), await newAdviser(), await newAdmin(), new Caller()];
    await policy({ changeAdminPasswords: true });
    for (const [by, whose] of [
      [admin, ann],
      [admin, bob],
      [boss, boss],
    ] as const)
      expect((await passwordFor(by, whose, 'set by an admin')).status).toBe(200);
    expect((await login(boss.email, 'set by an admin')).body).toMatchObject({ id: boss.id });
    const asked = await login(ann.email, 'set by an admin', caller);
    expect([asked.status, asked.body]).toEqual([200, { next: 'change-password' }]);
    expect([await me(caller), (await caller.call('GET /api/account/sessions')).status]).toEqual([401, 401]);
    const body = { current: 'set by an admin', new: OWN };
    expect((await caller.call('POST /api/account/password', { body })).status).toBe(204);
    expect([await me(caller), (await login(ann.email, OWN)).body.id]).toEqual([200, ann.id]);
    await policy({ changeAdminPasswords: false });
    expect((await login(bob.email, 'set by an admin')).body).toMatchObject({ id: bob.id });
    expect((await account(bob.id)).mustChangePassword).toBe(true);
    await passwordFor(admin, bob);
    expect((await account(bob.id)).mustChangePassword).toBeUndefined();
  });

  test('must also be changed if an operator set it and the firm requires it', async () => {
    const [settings, now] = [await readSettings(), new Date()];
    const made = async (by: typeof OPERATOR | undefined, changeAdminPasswords: boolean) => {
      const firm = { ...settings, staff: { ...settings.staff, changeAdminPasswords } };
      const summary = { name: 'Bo', email: newEmail(), role: 'adviser' } as const;
      const { id } = await createAdviser({ ...summary, password: PASSWORD }, { by, settings: firm, now });
      return { id, firm, isAsked: (await account(id)).mustChangePassword };
    };
    expect((await made(OPERATOR, false)).isAsked).toBeUndefined();
    expect((await made(OPERATOR, true)).isAsked).toBe(true);
    const { id, firm, isAsked } = await made(undefined, true);
    expect(isAsked).toBeUndefined();
    await setPassword(await account(id), 'by an operator', { by: OPERATOR, settings: firm, now });
    expect((await account(id)).mustChangePassword).toBe(true);
  });
});

describe('an invitation', () => {
  const invited = async () => {
    const email = `${randomUUID().slice(0, 8)}@invited.example`;
    const { status, body } = await admin.call('POST /api/advisers/invitations', { body: { name: 'Bo', email } });
    expect([status, body]).toEqual([201, { id: expect.any(String), name: 'Bo', email, role: 'adviser' }]);
    return { id: body.id as string, email };
  };
  const tokensTo = async (email: string, count: number) =>
    (await mailsTo(email, count)).map(({ text }) => /reset-password\/([\w-]+)#invitation/.exec(text)?.[1] ?? '');
  const choose = async (token: string) => (await resetPassword(token, PASSWORD)).status;
  const isInvited = async (wanted: string) =>
    ((await admin.call('GET /api/advisers')).body as ListedAdviser[]).find(({ id }) => id === wanted)?.invited;
  const again = async (id: string) =>
    (await admin.call('POST /api/advisers/{id}/invitation', { params: { id } })).status;
  const enters = async (email: string, password: string) => (await login(email, password)).status;

  test('lets a person choose a first password by a link that works once and for seven days', async () => {
    const { id, email } = await invited();
    expect(await stored(adviserKey(id))).not.toHaveProperty('passwordHash');
    expect([await enters(email, ''), await enters(email, PASSWORD), await isInvited(id)]).toEqual([400, 401, true]);
    const [token = ''] = await tokensTo(email, 1);
    const { reset, createdAt = '' } = await account(id);
    const days = (Date.parse(reset?.expiresAt ?? '') - Date.parse(createdAt)) / (24 * 60 * 60_000);
    expect(days).toBeCloseTo(7, 2);
    expect([await choose(token), await choose(token)]).toEqual([200, 400]);
    expect([await enters(email, PASSWORD), await isInvited(id), await again(id)]).toEqual([200, false, 409]);
  });

  test('cancels the former link if it is sent again, at most three times an hour', async () => {
    const { id, email } = await invited();
    const [first = ''] = await tokensTo(email, 1);
    expect(await again(id)).toBe(204);
    const second = (await tokensTo(email, 2)).find((token) => token !== first) ?? '';
    expect([await choose(first), await choose(second)]).toEqual([400, 200]);
    const other = await invited();
    for (const status of [204, 204, 204, 429]) expect(await again(other.id)).toBe(status);
  });

  test('ends if an admin sets a password', async () => {
    const { id, email } = await invited();
    const [token = ''] = await tokensTo(email, 1);
    expect((await changeAccount(admin, id, { password: 'sixsix' })).status).toBe(200);
    expect([await choose(token), await enters(email, 'sixsix'), await isInvited(id)]).toEqual([400, 200, false]);
  });
});
