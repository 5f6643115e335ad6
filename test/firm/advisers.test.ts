import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import type { Adviser, ListedAdviser } from '#shared/contract/advisers.ts';
import { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, newClient, PASSWORD, type Person, soleAdmin } from '../support/builders.ts';
import { mailsTo, resetTokenIn } from '../support/mail.ts';
import { adminCount, clientCountOf } from '../support/recount.ts';

/** What follows from a change may take this long to show, in milliseconds. */
const SLOW_MS = 20_000;
let admin: Person;
beforeAll(async () => {
  admin = await demoAdmin();
});

const patch = (id: string, body: object, caller: Caller = admin) =>
  caller.call('PATCH /api/advisers/{id}', { params: { id }, body });
const remove = (id: string, caller: Caller = admin) => caller.call('DELETE /api/advisers/{id}', { params: { id } });
const login = (email: string, password: string) =>
  new Caller().call('POST /api/auth/login', { body: { email, password } });
const me = (person: Caller) => person.call('GET /api/auth/me');

test('advisers are listed by name, whatever its case, and show no secrets', async () => {
  const marker = randomUUID().slice(0, 6);
  for (const name of [`${marker} bob`, `${marker} Cara`, `${marker} Ann`]) await newAdviser(name);
  const { body } = await admin.call('GET /api/advisers');
  const ours = (body as Adviser[]).filter(({ name }) => name.startsWith(marker));
  expect(ours.map(({ name }) => name.slice(7))).toEqual(['Ann', 'bob', 'Cara']);
  expect(Object.keys(ours[0] ?? {}).sort()).toEqual([
    'clients',
    'email',
    'id',
    'invited',
    'lastSignInAt',
    'name',
    'role',
    'secondFactor',
  ]);
});

test('the list says how many clients each adviser has, and when somebody last signed in', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const listed = async () => {
    const { body } = await admin.call('GET /api/advisers');
    const of = ({ id }: Person) => (body as ListedAdviser[]).find((one) => one.id === id) ?? expect.fail('not listed');
    return [of(ann), of(bob)];
  };
  const counts = async () => (await listed()).map(({ clients }) => clients);
  const lastSignIn = async () => (await listed())[1]?.lastSignInAt;
  const soon = { timeout: SLOW_MS };
  expect(await counts()).toEqual([0, 0]);
  const [first, second] = [await newClient(ann), await newClient(ann)];
  await expect.poll(counts, soon).toEqual([2, 0]);
  const params = { id: first.id };
  await admin.call('PATCH /api/clients/{id}', { params, body: { adviserId: bob.id } });
  await expect.poll(counts, soon).toEqual([1, 1]);
  await ann.call('DELETE /api/clients/{id}', { params: { id: second.id } });
  await expect.poll(counts, soon).toEqual([0, 1]);
  expect(await lastSignIn()).toBeNull();
  const before = new Date().toISOString();
  await login(bob.email, PASSWORD);
  await expect.poll(lastSignIn, soon).toEqual(expect.any(String));
  expect(String(await lastSignIn()) >= before).toBe(true);
});

describe('a change of an account', () => {
  test('gives the account, and its clients show the new name', async () => {
    const ann = await newAdviser();
    const client = await newClient(ann);
    const email = `${randomUUID()}@New.example`;
    const { status, body } = await patch(ann.id, { name: ' Ann New ', email });
    expect([status, body]).toEqual([200, { id: ann.id, name: 'Ann New', email: email.toLowerCase(), role: 'adviser' }]);
    expect((await login(ann.email, PASSWORD)).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(200);
    const shown = await ann.call('GET /api/clients/{id}', { params: { id: client.id } });
    expect(shown.body.adviserName).toBe('Ann New');
    expect((await newAdviser()).email).not.toBe(ann.email);
  });

  test('an old address is free again, one in use is 409', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    expect((await patch(ann.id, { email: ` ${bob.email.toUpperCase()} ` })).status).toBe(409);
    expect((await patch(ann.id, { email: ann.email.toUpperCase() })).status).toBe(200);
    await patch(ann.id, { email: `${randomUUID()}@new.example` });
    expect((await patch(bob.id, { email: ann.email })).body.email).toBe(ann.email);
  });

  test('an empty password is left as it is, a new one ends the sessions', async () => {
    const ann = await newAdviser();
    await patch(ann.id, { name: 'Ann', password: '' });
    expect((await me(ann)).status).toBe(200);
    expect((await patch(ann.id, { password: 'five5' })).status).toBe(400);
    expect((await patch(ann.id, { password: 'sixsix' })).status).toBe(200);
    expect((await me(ann)).status).toBe(401);
    expect((await login(ann.email, 'sixsix')).status).toBe(200);
    expect((await login(ann.email, PASSWORD)).status).toBe(401);
  });

  test('an admin’s own new password leaves it signed in', async () => {
    const other = await newAdmin();
    expect((await patch(other.id, { password: 'sixsix' }, other)).status).toBe(200);
    expect((await me(other)).status).toBe(200);
  });

  test('an address that moves takes a mailed reset link with it', async () => {
    const ann = await newAdviser();
    await new Caller().call('POST /api/auth/forgot-password', { body: { email: ann.email } });
    const token = resetTokenIn((await mailsTo(ann.email, 1))[0]);
    await patch(ann.id, { email: `${randomUUID()}@new.example` });
    const body = { token, newPassword: 'a new password' };
    expect((await new Caller().call('POST /api/auth/reset-password', { body })).status).toBe(400);
  });

  test('a role counts from the next request', async () => {
    const ann = await newAdviser();
    expect((await ann.call('GET /api/advisers')).status).toBe(403);
    await patch(ann.id, { role: 'admin' });
    expect((await ann.call('GET /api/advisers')).status).toBe(200);
    await patch(ann.id, { role: 'adviser' });
    expect((await ann.call('GET /api/advisers')).status).toBe(403);
    const { stored, counted } = await adminCount();
    expect(stored).toBe(counted);
  });

  test.each([[{ id: 'x' }], [{ clientCount: 0 }], [{ sessionVersion: 1 }], [{ passwordHash: 'x' }]])(
    '%j is not for callers to set',
    async (body) => {
      expect((await patch((await newAdviser()).id, body)).status).toBe(400);
    },
  );

  test('of nobody is 404', async () => {
    expect((await patch('AAAAAAAAAAAAAAAAAAAAAA', { name: 'x' })).status).toBe(404);
    expect((await remove('AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
  });
});

describe('the last admin', () => {
  test('cannot be demoted, nor deleted, not even by itself', async () => {
    const last = await soleAdmin();
    expect((await patch(last.id, { role: 'adviser' }, last)).status).toBe(409);
    expect((await remove(last.id, last)).status).toBe(409);
    expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
  });

  test('is whoever remains', async () => {
    const [first, second] = [await soleAdmin(), await newAdmin()];
    expect((await patch(second.id, { role: 'adviser' }, second)).status).toBe(200);
    expect((await patch(first.id, { role: 'adviser' }, first)).status).toBe(409);
  });
});

describe('a deletion', () => {
  test('of one’s own account is 409', async () => {
    const other = await newAdmin();
    expect((await remove(other.id, other)).status).toBe(409);
  });

  test('waits until no client is assigned, then ends sessions and frees the address', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    const client = await newClient(ann);
    const refused = await remove(ann.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Advisers with assigned clients cannot be deleted. Reassign their clients first.',
    ]);
    await admin.call('PATCH /api/clients/{id}', { params: { id: client.id }, body: { adviserId: bob.id } });
    expect((await remove(ann.id)).status).toBe(204);
    expect((await me(ann)).status).toBe(401);
    expect((await login(ann.email, PASSWORD)).status).toBe(401);
    const again = { name: 'Ann', email: ann.email, password: PASSWORD };
    expect((await new Caller().call('POST /api/auth/register', { body: again })).status).toBe(201);
    expect(await clientCountOf(bob.id)).toEqual({ stored: 1, counted: 1 });
  });

  test('of an admin counts one fewer', async () => {
    expect((await remove((await newAdmin()).id)).status).toBe(204);
    const { stored, counted } = await adminCount();
    expect(stored).toBe(counted);
  });
});

test('an unknown role in the table may do nothing', async () => {
  const ann = await newAdviser();
  await changeStored(adviserKey(ann.id), { 'card/role': 'owner' });
  expect((await me(ann)).status).toBe(401);
});
