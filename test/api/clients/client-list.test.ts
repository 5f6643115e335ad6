import { expect, test } from 'vitest';
import { put } from '#functions/aws/table.ts';
import { DIRECTORY } from '#functions/services/keys/keys.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdmin, newAdviser, newClient } from '../../support/builders.ts';
import { storeEntriesFor } from '../../support/people/crowd.ts';

const listClients = async (caller: Caller, query: Record<string, string> = {}) =>
  caller.call('GET /api/clients', { query });
const idsOf = (clients: Client[]) => clients.map(({ id }) => id);

/** Follows the list for at most `atMost` pages; `meanwhile` runs after each. */
async function walkClients(
  caller: Caller,
  query: Record<string, string>,
  meanwhile = async () => {},
  atMost = 99,
): Promise<string[]> {
  const found: string[] = [];
  let pages = 0;
  for (let search: string | undefined = `${new URLSearchParams(query)}`; search; ) {
    const answer = await caller.call(`GET /api/clients?${search}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.length).toBeLessThanOrEqual(Number(query.limit));
    found.push(...idsOf(answer.body));
    search = /^<\/api\/clients\?([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    await meanwhile();
    pages += 1;
    if (pages === atMost) break;
  }
  return found;
}

const made: Client[] = [];
const ann = await newAdviser();
for (let i = 0; i < 9; i += 1) made.unshift(await newClient(ann));

test('lists all clients of an adviser newest first, without a link to a next page', async () => {
  const { body, headers } = await listClients(ann);
  expect([idsOf(body), headers.get('link')]).toEqual([idsOf(made), null]);
});

test.each([1, 2, 3, 8, 9, 10])('pages of %i clients contain every client once', async (limit) => {
  expect(await walkClients(ann, { limit: String(limit) })).toEqual(idsOf(made));
});

test('pages keep their place while clients are added and deleted', async () => {
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

test('a cursor does not reach another adviser’s clients', async () => {
  const link = (await listClients(ann, { limit: '1' })).headers.get('link');
  const search = /\?([^>]+)>/.exec(link ?? '')?.[1];
  expect((await (await newAdviser()).call(`GET /api/clients?${search}`)).body).toEqual([]);
});

test('a search and an adviser narrow the list and its pages', async () => {
  const [admin, bob] = [await demoAdmin(), await newAdviser()];
  const [zoe, other, zoë] = [await clientOf(bob), await clientOf(bob), await clientOf(bob)];
  await zoe.change({ name: 'Zoe Green' });
  await zoë.change({ name: 'Zoë Greenwood' });
  expect(await walkClients(bob, { q: 'green zoe', limit: '1' })).toEqual([zoë.id, zoe.id]);
  expect(await walkClients(bob, { adviser: ann.id, limit: '1' })).toEqual([]);
  expect(await walkClients(admin, { adviser: bob.id, limit: '1' })).toEqual([zoë.id, other.id, zoe.id]);
  expect(await walkClients(admin, { adviser: bob.id, q: 'greenwood', limit: '1' })).toEqual([zoë.id]);
  expect(await walkClients(admin, { q: 'greenwood', limit: '1' })).toEqual([zoë.id]);
});

test('an admin finds a client by the beginnings of words of the present name', async () => {
  const [admin, bob, eve] = [await demoAdmin(), await newAdviser(), await newAdviser()];
  const client = await clientOf(bob, {
    name: 'Jo van den Xylberg',
    email: 'xyla.jo@example.com',
    phone: '020 7946 0999',
  });
  const other = await clientOf(bob, { name: 'Xyla Stone' });
  const found = (q: string) => walkClients(admin, { q, limit: '1' });
  for (const q of ['xylb', 'vanden', 'jo xylberg', 'VAN DEN XYL'])
    expect([q, await found(q)]).toEqual([q, [client.id]]);
  expect((await found('xyl')).toSorted()).toEqual([client.id, other.id].toSorted());
  // Found by the page, whose filter knows more than words.
  for (const q of ['xyla.jo@ex', '020 7946 0999', '+44 20 7946 09'])
    expect([q, (await listClients(admin, { q })).body.map(({ id }: Client) => id)]).toEqual([q, [client.id]]);
  expect(await found('xylb stone')).toEqual([]);
  await client.change({ name: 'Joanna Moss', adviserId: eve.id }, admin);
  expect([await found('xylberg'), await found('moss joanna')]).toEqual([[], [client.id]]);
  await client.by('DELETE /api/clients/{id}', {}, admin);
  expect(await found('moss')).toEqual([]);
  expect((await admin.call('GET /api/clients', { query: { q: 'moss', cursor: 'x' } })).status).toBe(400);
});

test('pages of an admin contain every adviser’s clients once', async () => {
  const [admin, bob] = [await demoAdmin(), await newAdviser()];
  const newest = [await newClient(bob), await newClient(ann)].reverse();
  const found = await walkClients(admin, { limit: '7' });
  expect(found.slice(0, 2)).toEqual(idsOf(newest));
  expect(found).toEqual(expect.arrayContaining(idsOf(made)));
  expect([new Set(found).size, idsOf((await listClients(admin)).body)]).toEqual([found.length, found]);
});

// test/shared/clients.test.ts lists the filters.
test('a filter pages through its clients, and the dashboard counts them', async () => {
  const bob = await newAdviser();
  const [first, completed, second] = [await clientOf(bob), await clientOf(bob), await clientOf(bob)];
  for (const { change } of [first, completed, second]) await change({ status: 'urgent' });
  await completed.change({ completed: true });
  await first.addTask({ responsibility: 'adviser' });
  expect(await walkClients(bob, { filter: 'urgent', limit: '1' })).toEqual([second.id, first.id]);
  expect(await walkClients(bob, { filter: 'pending-adviser', limit: '1' })).toEqual([first.id]);
  const statuses = { totalClients: 3, urgentClients: 2, overdueClients: 0, onTargetClients: 0 };
  const work = { activeJourneys: 2, pendingAdviserActions: 1, pendingClientActions: 0 };
  expect((await bob.call('GET /api/dashboard/stats')).body).toEqual({ ...statuses, ...work });
});

test('pages of 100 contain every entry of a client’s audit log, newest first', async () => {
  const client = await clientOf(ann);
  const steps = Array.from({ length: 203 }, (_, i) => `Step ${i + 1}`);
  await storeEntriesFor(ann, client.id, steps);
  const next = /^<\/api\/clients\/[\w-]+\/activity\?limit=100&cursor=([\w-]+)>; rel="next"$/;
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await client.by('GET /api/clients/{id}/activity', {
      ...(cursor && { query: { cursor } }),
    });
    pages.push(body.map(({ summary }: ClientAuditEntry) => summary));
    cursor = next.exec(headers.get('link') ?? '')?.[1];
  } while (cursor);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 5]);
  const told = steps.map((title) => `Deleted the task “${title}”`).reverse();
  expect(pages.flat()).toEqual([...told, 'Viewed the portal link', 'Added the client']);
});

test('lists ignore items of unknown kinds in each index partition', async () => {
  const [bob, admin] = [await newAdviser(), await newAdmin()];
  const { id, name, addTask } = await clientOf(bob);
  await addTask({});
  const calls = ['/api/clients', '/api/tasks/pending', '/api/tasks/pending-count', '/api/dashboard/stats'] as const;
  const read = async () => [
    (await admin.call('GET /api/advisers')).body,
    ...(await Promise.all(
      [bob, admin].flatMap((person) => calls.map(async (path) => (await person.call(`GET ${path}`)).body)),
    )),
  ];
  const before = await read();
  expect(before[2]).toMatchObject([{ clientName: name }]);
  // The unknown row sorts after all known kinds, so that it would win in a map.
  for (const [pk, gpk] of [
    [`CLIENT#${id}`, `ADVISER#${bob.id}`],
    [`ADVISER#${bob.id}`, DIRECTORY],
  ])
    await put({ pk: pk ?? '', sk: 'UNKNOWN#1', gpk, gsk: 'ZZZ#1', summary: {} });
  expect(await read()).toEqual(before);
});
