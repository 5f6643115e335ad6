import { afterEach, describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { adviserPartition, newId } from '#functions/services/keys/keys.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Answered } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { killedAt, withFault } from '../../support/faults/faults.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { calling as as } from '../../support/handlers.ts';

type Shown = Pick<Client, 'id'> & { token: string };

const [admin, ann, bob] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);
const client = await newClient(ann);

let renames = 0;
const renaming = ({ id }: { id: string }) => {
  renames += 1;
  return as(admin, 'PATCH /api/advisers/{id}', { params: { id }, body: { name: `Name ${renames}` } });
};
const moving = (to: Person) =>
  as(admin, 'PATCH /api/clients/{id}', { params: { id: client.id }, body: { adviserId: to.id } });
const seen = async ({ id }: Pick<Client, 'id'> = client): Promise<Client> =>
  (await as(admin, 'GET /api/clients/{id}', { params: { id } })()).body;
const another = async () => ((await seen()).adviserId === ann.id ? bob : ann);

async function nameOfAccount(adviserId: string) {
  const account = await stored<AdviserItem>(adviserKey(adviserId));
  return account?.summary.name;
}

const listed = async (person: Person, clientId: string) =>
  (await as(person, 'GET /api/clients', {})()).body.find(({ id }: Client) => id === clientId)?.adviserName;

/** Asserts that admin, adviser (page and list) and client see the account's name. */
async function expectTheAccounts({ id, token }: Shown = client): Promise<void> {
  const { adviserId, adviserName } = await seen({ id });
  const owner = adviserId === ann.id ? ann : bob;
  const own = await as(owner, 'GET /api/clients/{id}', { params: { id } })();
  const portal = await as({}, 'GET /api/portal/{token}', { params: { token } })();
  const names = [adviserName, own.body.adviserName, await listed(owner, id), portal.body.adviser.name];
  expect(names).toEqual(Array(names.length).fill(await nameOfAccount(adviserId)));
}

// Checks an admin's list only once a test: it covers the whole firm, which grows during the run.
afterEach(async () => expect(await listed(admin, client.id)).toBe(await nameOfAccount((await seen()).adviserId)));

const expectDone = ({ first, other }: { first: Answered; other: Answered }) =>
  expect([first.status < 300, other.status < 300]).toEqual([true, true]);

const check = async (_: unknown, answers: { first: Answered; other: Answered }) => {
  expectDone(answers);
  await expectTheAccounts();
};

describe('a client shows its adviser’s account name', () => {
  test('after two concurrent renames', async () => {
    await interleaved(async () => ann, renaming, renaming, check);
  });

  test('if the adviser is renamed while the client is added', async () => {
    const body = { name: 'New', email: 'new@clients.example', adviserId: ann.id };
    await interleaved(
      async () => ann,
      () => as(admin, 'POST /api/clients', { body }),
      renaming,
      async (_, answers) => {
        expectDone(answers);
        await expectTheAccounts(answers.first.body);
      },
    );
  });

  test.each([
    ['the adviser is renamed during a reassignment', moving, renaming],
    ['the client is reassigned during a rename', renaming, moving],
  ])('if %s', async (_, act, other) => {
    await interleaved(another, act, other, check);
  });

  test('if an admin reads the client during a reassignment', async () => {
    await interleaved(
      another,
      () => as(admin, 'GET /api/clients/{id}', { params: { id: client.id } }),
      moving,
      async (_, { first }) => expect(first.body.adviserName).toBe(await nameOfAccount(first.body.adviserId)),
    );
  });

  test('if a rename is killed at any step', async () => {
    for (let nth = 1, status = 0; status !== 200; nth += 1) {
      ({ status } = (await withFault(killedAt(nth), renaming(ann))).result);
      await expectTheAccounts();
    }
  });

  test('even if its item stores a stale name', async () => {
    await changeStored(clientKey(client.id), { 'summary/adviserName': 'Dead' });
    await expectTheAccounts();
  });
});

test('a client whose adviser does not exist shows an empty name', async () => {
  const { id, token } = await newClient(ann);
  await changeStored(clientKey(id), { gpk: adviserPartition(newId()) });
  expect((await seen({ id })).adviserName).toBe('');
  const portal = await as({}, 'GET /api/portal/{token}', { params: { token } })();
  expect(portal.body.adviser).toEqual({ name: '', away: null });
  await changeStored(clientKey(id), { gpk: adviserPartition(ann.id) });
});
