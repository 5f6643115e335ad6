import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey, directoryKeys } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/accounts.ts';
import { passwordFits } from '#functions/domain/accounts/passwords.ts';
import { stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { callHandler } from '../../support/handlers.ts';

const FIELDS = ['name', 'email', 'role', 'password'] as const;
type Field = (typeof FIELDS)[number];
const PAIRS = FIELDS.flatMap((first) =>
  FIELDS.filter((field) => field !== first).map((other): [Field, Field] => [first, other]),
);

let admin: Person;
let id: string;
beforeAll(async () => {
  admin = await demoAdmin();
  id = (await newAdviser()).id;
  await callHandler(admin, 'GET /api/auth/me');
});

const account = (adviserId = id) => stored<AdviserItem>(adviserKey(adviserId));
const changing = (body: object, adviserId = id) => {
  const sent = { params: { id: adviserId }, body };
  return () => callHandler(admin, 'PATCH /api/advisers/{id}', sent);
};

/** A value that a field has not yet. */
async function newValue(field: Field): Promise<string> {
  if (field === 'role') return (await account())?.card.role === 'admin' ? 'adviser' : 'admin';
  return field === 'email' ? `${randomUUID()}@advisers.example` : `${field} ${randomUUID().slice(0, 8)}`;
}

async function keeps(field: Field, value: string): Promise<boolean> {
  const found = await account();
  return field === 'password' ? passwordFits(value, found?.passwordHash) : found?.card[field] === value;
}

describe('a change of an account keeps what another makes at the same moment', () => {
  test.each(PAIRS)('%s, and %s meanwhile', async (first, other) => {
    const times = await interleaved(
      async () => ({ [first]: await newValue(first), [other]: await newValue(other) }),
      (given) => changing({ [first]: given[first] }),
      (given) => changing({ [other]: given[other] }),
      async (given, answers) => {
        expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
        for (const field of [first, other])
          expect([field, await keeps(field, given[field] ?? '')]).toEqual([field, true]);
        const found = await account();
        expect(found).toMatchObject(directoryKeys(id, found?.card.name ?? ''));
        expect(await stored(await emailKey(found?.card.email ?? ''))).toMatchObject({ adviserId: id });
      },
    );
    expect(times).toBeGreaterThan(2);
  });

  test.each(FIELDS)('%s, and the account’s deletion meanwhile: nothing of it comes back', async (field) => {
    const value = field === 'role' ? 'admin' : await newValue(field);
    const deleting = (params: { id: string }) => () => callHandler(admin, 'DELETE /api/advisers/{id}', { params });
    await interleaved(
      async () => (await newAdviser()).id,
      (gone) => changing({ [field]: value }, gone),
      (gone) => deleting({ id: gone }),
      async (gone, answers) => {
        expect([answers.first.status, answers.other.status]).toEqual([404, 204]);
        expect(await account(gone)).toBeUndefined();
        if (field === 'email') expect(await stored(await emailKey(value))).toBeUndefined();
      },
    );
  });
});

test('a change that changes nothing writes nothing', async () => {
  const before = await account();
  const { name, email, role } = before?.card ?? {};
  expect((await changing({ name, email, role, password: '' })()).status).toBe(200);
  expect(await account()).toEqual(before);
});
