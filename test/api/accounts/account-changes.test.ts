import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey, directoryKeys } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { passwordFits } from '#functions/domain/accounts/passwords.ts';
import type { Adviser, ListedAdviser } from '#shared/contract/advisers.ts';
import {
  changeAccount,
  clientOf,
  deleteAccount,
  forgotPassword,
  login,
  me,
  register,
  resetPassword,
} from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';
import { adminCount, clientCountsOf } from '../../support/recount.ts';

const admin = await demoAdmin();
afterEach(async () => {
  const { stored: kept, counted } = await adminCount();
  expect(kept).toBe(counted);
});

const patch = (id: string, body: object, caller: Caller = admin) => changeAccount(caller, id, body);
const removed = async (id: string, caller: Caller = admin) => (await deleteAccount(caller, id)).status;
const changing = ({ id }: { id: string }, body: object, by = admin) =>
  calling(by, 'PATCH /api/advisers/{id}', { params: { id }, body });
const deleting = ({ id }: { id: string }, by = admin) => calling(by, 'DELETE /api/advisers/{id}', { params: { id } });
const account = ({ id }: { id: string }) => stored<AdviserItem>(adviserKey(id));
const newEmail = () => `${randomUUID()}@New.example`;

describe('the last admin', () => {
  // Other admins made by these tests are deleted by the end of each test.
  const alone = async () => expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
  const setRole = (by: Person, whose: Person, role: string) => changing(whose, { role }, by);

  test('cannot be demoted or deleted by anyone', async () => {
    expect((await patch(admin.id, { role: 'adviser' })).status).toBe(409);
    expect(await removed(admin.id)).toBe(409);
    const second = await newAdmin();
    expect((await patch(second.id, { role: 'adviser' }, second)).status).toBe(200);
    expect((await patch(admin.id, { role: 'adviser' })).status).toBe(409);
    await alone();
  });

  test('remains if two admins demote each other concurrently', async () => {
    const second = await newAdmin();
    await interleaved(
      () => setRole(admin, second, 'admin')(),
      () => setRole(admin, second, 'adviser'),
      () => setRole(second, admin, 'adviser'),
      async (_, { first, other }) => {
        const demoted = [first.status, other.status];
        expect(demoted.filter((status) => status === 200)).toHaveLength(1);
        expect([403, 409]).toContain(demoted.find((status) => status !== 200));
        await alone();
        if (other.status === 200) expect((await setRole(second, admin, 'admin')()).status).toBe(200);
      },
    );
    await setRole(admin, second, 'adviser')();
  });

  test('remains if two admins delete each other concurrently', async () => {
    const comeBack = async (survivor: Person) => {
      expect((await setRole(survivor, admin, 'admin')()).status).toBe(200);
      expect((await deleting(survivor)()).status).toBe(204);
    };
    let one: Person | undefined;
    await interleaved(
      async () => {
        const pair = [await newAdmin(), await newAdmin()] as const;
        await setRole(admin, admin, 'adviser')();
        [one] = pair;
        return pair;
      },
      ([first, second]) => deleting(second, first),
      ([first, second]) => deleting(first, second),
      async (pair, { first, other }) => {
        const statuses = [first.status, other.status];
        expect(statuses.filter((status) => status === 204)).toHaveLength(1);
        expect([401, 409]).toContain(statuses.find((status) => status !== 204));
        await alone();
        const [survivor, gone] = first.status === 204 ? pair : [pair[1], pair[0]];
        expect(await account(gone)).toBeUndefined();
        await comeBack(survivor);
      },
    );
    // The last pass has no interleaving, so its first admin is left.
    if (one) await comeBack(one);
  });
});

describe('the list of advisers', () => {
  const listed = async (): Promise<ListedAdviser[]> => (await admin.call('GET /api/advisers')).body;

  test('is ordered by name, ignoring case, and shows no secrets', async () => {
    const marker = randomUUID().slice(0, 6);
    for (const name of [`${marker} bob`, `${marker} Cara`, `${marker} Ann`]) await newAdviser(name);
    const ours = (await listed()).filter(({ name }: Adviser) => name.startsWith(marker));
    expect(ours.map(({ name }) => name.slice(7))).toEqual(['Ann', 'bob', 'Cara']);
    const keys = ['clients', 'email', 'id', 'invited', 'lastSignInAt', 'name', 'role', 'secondFactor', 'works'];
    expect(Object.keys(ours[0] ?? {}).sort()).toEqual(keys);
  });

  test('shows the number of clients and the last sign-in of each adviser', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    const both = async () => {
      const list = await listed();
      return [ann, bob].map(({ id }) => list.find((one) => one.id === id) ?? expect.fail('not listed'));
    };
    const counts = async () => (await both()).map(({ clients }) => clients);
    const lastSignIn = async () => (await both())[1]?.lastSignInAt;
    expect(await counts()).toEqual([0, 0]);
    const [first, second] = [await clientOf(ann), await clientOf(ann)];
    await expect.poll(counts, SOON).toEqual([2, 0]);
    await first.change({ adviserId: bob.id }, admin);
    await expect.poll(counts, SOON).toEqual([1, 1]);
    await second.remove();
    await expect.poll(counts, SOON).toEqual([0, 1]);
    expect(await lastSignIn()).toBeNull();
    const before = new Date().toISOString();
    await login(bob.email);
    await expect.poll(lastSignIn, SOON).toEqual(expect.any(String));
    expect(String(await lastSignIn()) >= before).toBe(true);
  });
});

describe('a change of an account', () => {
  test('returns the account, and its clients show the new name', async () => {
    const ann = await newAdviser();
    const client = await clientOf(ann);
    const email = newEmail();
    const { status, body } = await patch(ann.id, { name: ' Ann New ', email });
    expect([status, body]).toEqual([200, { id: ann.id, name: 'Ann New', email: email.toLowerCase(), role: 'adviser' }]);
    expect([(await login(ann.email)).status, (await login(email)).status]).toEqual([401, 200]);
    expect((await client.now()).adviserName).toBe('Ann New');
  });

  test('frees the old address and cancels a reset link mailed to it, and is refused for an address in use', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    await forgotPassword(ann.email);
    const token = resetTokenIn((await mailsTo(ann.email, 1))[0]);
    expect((await patch(ann.id, { email: ` ${bob.email.toUpperCase()} ` })).status).toBe(409);
    expect((await patch(ann.id, { email: ann.email.toUpperCase() })).status).toBe(200);
    await patch(ann.id, { email: newEmail() });
    expect((await resetPassword(token)).status).toBe(400);
    expect((await patch(bob.id, { email: ann.email })).body.email).toBe(ann.email);
  });

  test('keeps the password if the field is empty, and ends the sessions if it is new', async () => {
    const ann = await newAdviser();
    await patch(ann.id, { name: 'Ann', password: '' });
    expect(await me(ann)).toBe(200);
    expect((await patch(ann.id, { password: 'five5' })).status).toBe(400);
    expect((await patch(ann.id, { password: 'sixsix' })).status).toBe(200);
    expect(await me(ann)).toBe(401);
    expect([(await login(ann.email, 'sixsix')).status, (await login(ann.email)).status]).toEqual([200, 401]);
  });

  test('applies a new role from the next request, and an unknown stored role has no rights', async () => {
    const ann = await newAdviser();
    const lists = async () => (await ann.call('GET /api/advisers')).status;
    expect(await lists()).toBe(403);
    await patch(ann.id, { role: 'admin' });
    expect(await lists()).toBe(200);
    await patch(ann.id, { role: 'adviser' });
    expect(await lists()).toBe(403);
    await changeStored(adviserKey(ann.id), { 'summary/role': 'owner' });
    expect(await me(ann)).toBe(401);
  });

  test('writes nothing if nothing changes, and returns 404 for an unknown account', async () => {
    const ann = await newAdviser();
    const before = await account(ann);
    const { name, email, role } = before?.summary ?? {};
    expect((await patch(ann.id, { name, email, role, password: '' })).status).toBe(200);
    expect(await account(ann)).toEqual(before);
    expect((await patch('AAAAAAAAAAAAAAAAAAAAAA', { name: 'x' })).status).toBe(404);
    expect(await removed('AAAAAAAAAAAAAAAAAAAAAA')).toBe(404);
  });
});

describe('deleting an account', () => {
  test('is refused for one’s own, and lowers the number of admins for another’s', async () => {
    const other = await newAdmin();
    expect([await removed(other.id, other), await removed(other.id)]).toEqual([409, 204]);
  });

  test('is refused while clients are assigned, then ends sessions and frees the address', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    const client = await clientOf(ann);
    const message = 'Advisers with assigned clients cannot be deleted. Reassign their clients first.';
    expect(await deleteAccount(admin, ann.id)).toMatchObject({ status: 409, body: { message } });
    await client.change({ adviserId: bob.id }, admin);
    expect(await removed(ann.id)).toBe(204);
    expect([await me(ann), (await login(ann.email)).status]).toEqual([401, 401]);
    expect((await register({ name: 'Ann', email: ann.email, password: PASSWORD })).status).toBe(201);
    const { stored: counts, counted } = await clientCountsOf(bob.id);
    expect([counts, counted.totalClients]).toEqual([counted, 1]);
  });
});

describe('concurrent changes of an account', () => {
  const FIELDS = ['name', 'email', 'role', 'password'] as const;
  type Field = (typeof FIELDS)[number];
  const others = (first: Field) => FIELDS.filter((field) => field !== first);
  const PAIRS = FIELDS.flatMap((first) => others(first).map((other): [Field, Field] => [first, other]));
  let ann: Person;
  beforeAll(async () => {
    ann = await newAdviser();
  });

  async function newValue(field: Field): Promise<string> {
    if (field === 'role') return (await account(ann))?.summary.role === 'admin' ? 'adviser' : 'admin';
    return field === 'email' ? newEmail().toLowerCase() : `${field} ${randomUUID().slice(0, 8)}`;
  }
  async function keeps(field: Field, value: string): Promise<boolean> {
    const found = await account(ann);
    return field === 'password' ? passwordFits(value, found?.passwordHash) : found?.summary[field] === value;
  }

  test.each(PAIRS)('keep both %s and %s', async (first, other) => {
    await interleaved(
      async () => ({ [first]: await newValue(first), [other]: await newValue(other) }),
      (given) => changing(ann, { [first]: given[first] }),
      (given) => changing(ann, { [other]: given[other] }),
      async (given, answers) => {
        expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
        for (const field of [first, other])
          expect([field, await keeps(field, given[field] ?? '')]).toEqual([field, true]);
        const found = await account(ann);
        expect(found).toMatchObject(directoryKeys(ann.id, found?.summary.name ?? ''));
        expect(await stored(await emailKey(found?.summary.email ?? ''))).toMatchObject({ adviserId: ann.id });
      },
    );
  });

  test.each(FIELDS)('leave no account behind if %s changes while it is deleted', async (field) => {
    const value = field === 'role' ? 'admin' : await newValue(field);
    await interleaved(
      () => newAdviser(),
      (gone) => changing(gone, { [field]: value }),
      (gone) => deleting(gone),
      async (gone, { first, other }) => {
        expect([first.status, other.status]).toEqual([404, 204]);
        expect(await account(gone)).toBeUndefined();
        if (field === 'email') expect(await stored(await emailKey(value))).toBeUndefined();
      },
    );
  });
});
