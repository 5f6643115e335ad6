import { describe, expect, test } from 'vitest';
import { get } from '#functions/aws/table.ts';
import { ROWS_AT_ONCE } from '#functions/domain/clients/listed-rows.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { itemKey } from '#functions/services/keys/keys.ts';
import { clientOf } from '../../support/acts.ts';
import { demoAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { killedAt, meanwhile, withFault } from '../../support/faults/faults.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling as as } from '../../support/handlers.ts';
import { lettersOf } from '../../support/loas.ts';
import { tasksFor } from '../../support/people/crowd.ts';
import { clientCountsOf, expectCounted, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

const [admin, adviser, other] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);

const expectTrue = ({ stored, counted }: { stored: unknown; counted: unknown }) => expect(stored).toEqual(counted);

test('a client’s deletion finishes on retry after a crash half-way through 1,000 items', async () => {
  const { id } = await newClient(adviser);
  const deletion = as(adviser, 'DELETE /api/clients/{id}', { params: { id } });
  await tasksFor(adviser, id, 1000);
  expect((await withFault(killedAt(20), deletion)).result.status).toBe(500);
  const left = await partitionOf(id);
  expect([left.length > 1, left.length < 1000]).toEqual([true, true]);
  expect((await deletion()).status).toBe(204);
  expect(await partitionOf(id)).toEqual([]);
  expectTrue(await clientCountsOf(adviser.id));
  expect(await listOf(adviser.id)).not.toContainEqual(expect.objectContaining({ pk: `CLIENT#${id}` }));
});

test('a client’s deletion killed at any step finishes on retry, and counts client and letter once', async () => {
  const prepare = async () => {
    const { id } = await newClient(adviser);
    await upload(adviser, id, 'a letter');
    const { providerKey } = await lettersOf(adviser, id).made(`Friendly ${id}`);
    return { id, letters: itemKey(KEYS.providerLetters, '', providerKey) };
  };
  const deletion = ({ id }: { id: string }) => as(admin, 'DELETE /api/clients/{id}', { params: { id } });
  await killAtEveryCall(
    prepare,
    deletion,
    async ({ id, letters }) => {
      expect([await partitionOf(id), await objectsOf(id)]).toEqual([[], []]);
      expect(await get(letters)).toMatchObject({ letters: 0 });
      expectTrue(await clientCountsOf(adviser.id));
    },
    [204],
  );
});

// test/api/requests/at-once.test.ts deletes a client at any moment of other calls; a sender may mail only 50 links.
test('a link’s mail to a client that is deleted meanwhile returns 404 and leaves nothing behind', async () => {
  const { params, remove } = await clientOf(adviser);
  const mailing = as(adviser, 'POST /api/clients/{id}/send-portal-link', { params });
  expect((await withFault(meanwhile('TransactWriteItems', remove), mailing)).result.status).toBe(404);
  expect(await partitionOf(params.id)).toEqual([]);
});

describe('a reassignment', () => {
  const SIZE = ROWS_AT_ONCE + 10;
  const reassignment = (id: string) =>
    as(admin, 'PATCH /api/clients/{id}', { params: { id }, body: { adviserId: other.id } });

  test('moves every open task if killed at any step and repeated', async () => {
    const prepare = async () => {
      const { id } = await newClient(adviser);
      await tasksFor(adviser, id, SIZE);
      return id;
    };
    const check = async (id: string) => {
      const here = (list: { pk: string }[]) => list.filter(({ pk }) => pk === `CLIENT#${id}`).length;
      expect([here(await listOf(adviser.id)), here(await listOf(other.id))]).toEqual([0, SIZE + 1]);
      await expectCounted(id);
      for (const { id: adviserId } of [adviser, other]) expectTrue(await clientCountsOf(adviserId));
    };
    await killAtEveryCall(prepare, reassignment, check, [200]);
  });

  const killedAfter = (transactions: number) => {
    let left = transactions;
    return (operation: string) => {
      if (left === 0) throw new Error('killed');
      if (operation === 'TransactWriteItems') left -= 1;
      return undefined;
    };
  };
  const requestsFor = async (by: Person, id: string) => {
    const body = { items: Array.from({ length: SIZE / 5 }, () => ({ title: 'P60' })) };
    for (let i = 0; i < 5; i += 1) await by.call('POST /api/clients/{id}/requests', { params: { id }, body });
  };

  const lettersFor = async (by: Person, id: string) => {
    await tasksFor(by, id, SIZE / 2);
    const letters = lettersOf(by, id);
    for (let i = 0; i < SIZE / 2; i += 1) await letters.made();
  };

  test.each([
    ['tasks', (by: Person, id: string) => tasksFor(by, id, SIZE), 'GET /api/clients/{id}/tasks', SIZE],
    ['requests', requestsFor, 'GET /api/clients/{id}/requests', 0],
    ['letters and tasks', lettersFor, 'GET /api/clients/{id}/loas', SIZE / 2],
  ] as const)(
    'leaves %s in no list after a crash until the client’s are opened, never in another’s',
    async (_, fill, read, tasks) => {
      const [ann, bob] = [await newAdviser(), await newAdviser()];
      const { id } = await newClient(ann);
      await fill(ann, id);
      const body = { adviserId: bob.id };
      const move = as(admin, 'PATCH /api/clients/{id}', { params: { id }, body });
      const counts = async () => [(await listOf(ann.id)).length, (await listOf(bob.id)).length];
      const pending = async () =>
        Promise.all([ann, bob].map(async (person) => (await person.call('GET /api/tasks/pending')).body.length));
      const killed = async (transactions: number) =>
        expect((await withFault(killedAfter(transactions), move)).result.status).toBe(500);

      await killed(1);
      expect(await counts()).toEqual([ROWS_AT_ONCE + 1, 0]);
      expect((await as(ann, read, { params: { id } })()).status).toBe(200);
      expect(await counts()).toEqual([SIZE + 1, 0]);
      expect(await pending()).toEqual([tasks, 0]);

      await killed(2);
      expect(await counts()).toEqual([0, ROWS_AT_ONCE + 1]);
      expect((await as(bob, read, { params: { id } })()).status).toBe(200);
      expect(await counts()).toEqual([0, SIZE + 1]);
      expect(await pending()).toEqual([0, tasks]);
    },
  );
});
