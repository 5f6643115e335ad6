import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { idsOf, listClients, walkClients } from '../../support/client-pages.ts';

describe('pages', () => {
  let ann: Person;
  let made: Client[];
  beforeAll(async () => {
    ann = await newAdviser();
    made = [];
    for (let i = 0; i < 9; i += 1) made.unshift(await newClient(ann));
  });

  test('newest first, whole, without a next page where there is none', async () => {
    const { body, headers } = await listClients(ann);
    expect([idsOf(body), headers.get('link')]).toEqual([idsOf(made), null]);
  });

  test.each([1, 2, 3, 8, 9, 10])('of %i leave nobody out and repeat nobody', async (limit) => {
    expect(await walkClients(ann, { limit: String(limit) })).toEqual(idsOf(made));
  });

  test('keep their place while clients come and go', async () => {
    const bob = await newAdviser();
    const before: Client[] = [];
    for (let i = 0; i < 6; i += 1) before.unshift(await newClient(bob));
    const gone = before[1]?.id ?? '';
    let steps = 0;
    const found = await walkClients(bob, { limit: '2' }, async () => {
      await newClient(bob);
      steps += 1;
      if (steps === 1) await bob.call('DELETE /api/clients/{id}', { params: { id: gone } });
    });
    expect(found).toEqual(idsOf(before));
  });

  test('of another adviser are not reached by a cursor', async () => {
    const link = (await listClients(ann, { limit: '1' })).headers.get('link');
    const search = /\?([^>]+)>/.exec(link ?? '')?.[1];
    expect((await (await newAdviser()).call(`GET /api/clients?${search}`)).body).toEqual([]);
  });
});

describe('filters', () => {
  let ann: Person;
  const byName: Record<string, Client> = {};
  beforeAll(async () => {
    ann = await newAdviser();
    const make = async (name: string, change: object, tasks: object[] = []) => {
      const client = await newClient(ann, { name });
      byName[name] = client;
      const params = { id: client.id };
      await ann.call('PATCH /api/clients/{id}', { params, body: change });
      for (const body of tasks) await ann.call('POST /api/clients/{id}/tasks', { params, body });
    };
    await make('urgent', { status: 'urgent' }, [{ title: 't', responsibility: 'adviser' }]);
    await make('urgent, completed', { status: 'urgent', completed: true });
    await make('overdue', { status: 'overdue' }, [{ title: 't' }]);
    await make('on target', {});
    await make('completed', { completed: true }, [{ title: 't' }, { title: 'u', responsibility: 'adviser' }]);
  });

  test.each<[ClientFilter, string[]]>([
    ['all', ['completed', 'on target', 'overdue', 'urgent, completed', 'urgent']],
    ['urgent', ['urgent']],
    ['overdue', ['overdue']],
    ['on-target', ['on target']],
    ['active', ['on target', 'overdue', 'urgent']],
    ['pending-adviser', ['completed', 'urgent']],
    ['pending-client', ['completed', 'overdue']],
  ])('%s', async (filter, names) => {
    const { body } = await listClients(ann, { filter });
    expect((body as Client[]).map(({ name }) => name)).toEqual(names);
    const ids = names.map((name) => byName[name]?.id);
    expect(await walkClients(ann, { filter, limit: '1' })).toEqual(ids);
    expect(await walkClients(ann, { filter, limit: '2' })).toEqual(ids);
  });

  test('count as the dashboard does', async () => {
    expect((await ann.call('GET /api/dashboard/stats')).body).toEqual({
      totalClients: 5,
      urgentClients: 1,
      overdueClients: 1,
      onTargetClients: 1,
      activeJourneys: 3,
      pendingAdviserActions: 2,
      pendingClientActions: 2,
    });
  });

  test('a completed task counts no more', async () => {
    const bob = await newAdviser();
    const client = await newClient(bob);
    const { body } = await bob.call('POST /api/clients/{id}/tasks', {
      params: { id: client.id },
      body: { title: 't' },
    });
    const set = (status: string) => bob.call('PATCH /api/tasks/{id}', { params: { id: body.id }, body: { status } });
    const waiting = async () => idsOf((await listClients(bob, { filter: 'pending-client' })).body);
    await set('completed');
    expect(await waiting()).toEqual([]);
    await set('in_progress');
    expect(await waiting()).toEqual([client.id]);
    await bob.call('DELETE /api/tasks/{id}', { params: { id: body.id } });
    expect(await waiting()).toEqual([]);
  });
});

test.each([
  ['?limit=5&limit=6', 'limit'],
  ['?filter=all&filter=urgent', 'filter'],
  ['?limit=1.5', 'limit'],
  ['?limit=-1', 'limit'],
  ['?limit=', 'limit'],
  ['?cursor=Q0xJRU5UI3g', 'cursor'],
])('a list with %s is refused', async (search, field) => {
  const { status, body } = await (await newAdviser()).call(`GET /api/clients${search}`);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});
