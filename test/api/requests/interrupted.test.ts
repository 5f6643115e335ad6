import { describe, expect, test } from 'vitest';
import { ROWS_AT_ONCE } from '#functions/domain/clients/assignments.ts';
import type { CallName } from '#shared/contract/api.ts';
import { demoAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { killedAt, meanwhile, withFault } from '../../support/faults/faults.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling as as } from '../../support/handlers.ts';
import { tasksFor } from '../../support/people/crowd.ts';
import { clientCountOf, expectCounted, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

const [admin, adviser, other] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);

const expectTrue = ({ stored, counted }: { stored: unknown; counted: unknown }) => expect(stored).toEqual(counted);

async function populatedClient(): Promise<string> {
  const { id } = await newClient(adviser);
  const params = { id };
  await upload(adviser, id, 'one', 'one.txt', `${id}.1`);
  await upload(adviser, id, 'two');
  const plan = { provider: 'Aviva', planType: 'pension', planNumber: 'P1' };
  await adviser.call('POST /api/stages/{stageId}/plans', { params: { stageId: `${id}.2.2` }, body: plan });
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send passport' } });
  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } });
  return id;
}

async function expectNothingLeft(clientId: string): Promise<void> {
  expect([await partitionOf(clientId), await objectsOf(clientId)]).toEqual([[], []]);
  expectTrue(await clientCountOf(adviser.id));
}

describe('a client’s deletion', () => {
  const deletion = (id: string) => as(adviser, 'DELETE /api/clients/{id}', { params: { id } });

  test('leaves nothing behind if killed at any step and repeated', async () => {
    await killAtEveryCall(populatedClient, deletion, expectNothingLeft, [204]);
  });

  test('finishes on retry after a crash half-way through 1,000 items', async () => {
    const { id } = await newClient(adviser);
    await tasksFor(adviser, id, 1000);
    const { result } = await withFault(killedAt(20), deletion(id));
    expect(result.status).toBe(500);
    const left = await partitionOf(id);
    expect(left.length).toBeGreaterThan(1);
    expect(left.length).toBeLessThan(1000);
    expect((await deletion(id)()).status).toBe(204);
    await expectNothingLeft(id);
    expect(await listOf(adviser.id)).not.toContainEqual(expect.objectContaining({ pk: `CLIENT#${id}` }));
  });
});

describe('a client deleted just before the final write', () => {
  test.each<[CallName, 'document' | 'client', number]>([
    ['GET /api/documents/{id}/download', 'document', 404],
    ['GET /api/clients/{id}/token', 'client', 404],
    ['POST /api/clients/{id}/messages', 'client', 404],
    ['POST /api/clients/{id}/send-portal-link', 'client', 404],
  ])('of %s leaves nothing behind', async (name, about, status) => {
    const { id } = await newClient(adviser);
    const document = await upload(adviser, id, 'x');
    const params = { id: about === 'client' ? id : document.id };
    const deletion = () => adviser.call('DELETE /api/clients/{id}', { params: { id } });
    const call = as(adviser, name, { params, body: { content: 'Hello' } });
    const { result } = await withFault(meanwhile('TransactWriteItems', deletion), call);
    expect(result.status).toBe(status);
    await expectNothingLeft(id);
  });
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
      for (const { id: adviserId } of [adviser, other]) expectTrue(await clientCountOf(adviserId));
    };
    await killAtEveryCall(prepare, reassignment, check, [200]);
  });

  test('hides tasks left behind by a crash until the client’s tasks are opened', async () => {
    const [ann, bob] = [await newAdviser(), await newAdviser()];
    const { id } = await newClient(ann);
    await tasksFor(ann, id, SIZE);
    const body = { adviserId: bob.id };
    const move = as(admin, 'PATCH /api/clients/{id}', { params: { id }, body });
    let moved = false;
    const killedAfterMove = (operation: string) => {
      if (moved) throw new Error('killed');
      moved = operation === 'TransactWriteItems';
      return undefined;
    };
    expect((await withFault(killedAfterMove, move)).result.status).toBe(500);
    const count = async (person: Person) => (await person.call('GET /api/tasks/pending')).body.length;
    expect([await count(ann), await count(bob)]).toEqual([0, ROWS_AT_ONCE]);
    expect((await as(bob, 'GET /api/clients/{id}/tasks', { params: { id } })()).status).toBe(200);
    expect([await count(ann), await count(bob)]).toEqual([0, SIZE]);
  });
});

test('a download returns 404 if the document is deleted just before its object is read', async () => {
  const { id } = await newClient(adviser);
  const { id: documentId } = await upload(adviser, id, 'x');
  const params = { id: documentId };
  const deletion = () => adviser.call('DELETE /api/documents/{id}', { params });
  const download = as(adviser, 'GET /api/documents/{id}/download', { params });
  expect((await withFault(meanwhile('S3 GET', deletion), download)).result.status).toBe(404);
});
