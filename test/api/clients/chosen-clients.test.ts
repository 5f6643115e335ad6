import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { demoAdmin, newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { unreadOf } from '../../support/inbox.ts';
import { worksWith } from '../../support/people/colleagues.ts';
import { disperse, manyClients } from '../../support/people/crowd.ts';
import { readsOf } from '../../support/reads.ts';

// A page that is told which clients changed reads their rows by id.

const read = (caller: Person, query: Record<string, string>) => caller.call('GET /api/clients', { query });
const idsIn = (body: unknown) => (body as Client[]).map(({ id }) => id);

let people: Record<'ann' | 'bob' | 'admin', Person>;
let ofAnn: ClientDesk;
let ofBob: ClientDesk;
beforeAll(async () => {
  const [ann, bob, admin] = await Promise.all([newAdviser(), newAdviser(), demoAdmin()]);
  people = { ann, bob, admin };
  ofAnn = await clientOf(ann);
  ofBob = await clientOf(bob);
});

test('rows that are read by id are those of the list, newest first', async () => {
  const { admin } = people;
  await ofAnn.addTask({ responsibility: 'adviser' });
  const ids = [ofAnn.id, ofBob.id];
  const { body } = await read(admin, { ids: ids.join() });
  const listed = ((await read(admin, { limit: '100' })).body as Client[]).filter(({ id }) => ids.includes(id));
  expect(body).toEqual(listed);
  expect(idsIn(body)).toEqual([ofBob.id, ofAnn.id]);
});

test('an adviser gets only their own clients by id, and nobody a client that does not exist', async () => {
  const { ann, bob, admin } = people;
  const ids = [ofAnn.id, ofBob.id, '0'.repeat(22)].join();
  expect(idsIn((await read(ann, { ids })).body)).toEqual([ofAnn.id]);
  expect(idsIn((await read(bob, { ids })).body)).toEqual([ofBob.id]);
  expect(idsIn((await read(admin, { ids })).body)).toEqual([ofBob.id, ofAnn.id]);
  const moving = await clientOf(ann);
  await moving.change({ adviserId: bob.id }, admin);
  const moved = { ids: moving.id };
  expect([(await read(ann, moved)).body, idsIn((await read(bob, moved)).body)]).toEqual([[], [moving.id]]);
});

test('somebody who works with an adviser is told of that adviser’s changed clients, and reads their rows', async () => {
  const { ann, admin } = people;
  const cat = await newAdviser();
  await worksWith(admin, cat, ann);
  const { position } = await unreadOf(cat);
  await ofAnn.change({ status: 'overdue' }, admin);
  expect((await unreadOf(cat, { since: position })).changed).toEqual([ofAnn.id]);
  const { body } = await read(cat, { ids: [ofAnn.id, ofBob.id].join() });
  expect(body).toEqual([expect.objectContaining({ id: ofAnn.id, status: 'overdue', adviserName: ann.name })]);
});

test('more than 50 ids, other texts, and ids with another field or for a file are refused', async () => {
  const id = ofAnn.id;
  const refused = async (query: Record<string, string>, accept = 'application/json') => {
    const { status, body } = await people.ann.call('GET /api/clients', { query, headers: { accept } });
    return [status, Object.keys(body.fields ?? {})];
  };
  const many = (count: number) => Array.from({ length: count }, () => id).join();
  expect((await read(people.ann, { ids: many(50) })).status).toBe(200);
  for (const ids of [many(51), '', 'x', `${id},`, `${id}.1`]) expect(await refused({ ids })).toEqual([400, ['ids']]);
  for (const other of ['filter', 'limit', 'cursor'])
    expect(await refused({ ids: id, [other]: other === 'filter' ? 'all' : '1' })).toEqual([400, [other]]);
  expect(await refused({ ids: id }, 'text/csv')).toEqual([400, ['ids']]);
});

test('a change by somebody else costs two units for its row, where the list of 1,000 costs over 30', async () => {
  const [admin, colleague, ann] = [await newAdmin(), await newAdmin(), await newAdviser()];
  const ids = await manyClients(ann, 1000);
  const { units: own } = (await readsOf(admin, 'GET /api/auth/me')).reads;
  const { position } = await unreadOf(admin);
  const [id = ''] = ids;
  await colleague.call('PATCH /api/clients/{id}', { params: { id }, body: { status: 'urgent' } });
  expect(await unreadOf(admin, { since: position })).toMatchObject({ changed: [id] });
  const [row, list] = [
    await readsOf(admin, 'GET /api/clients', { query: { ids: id } }),
    await readsOf(admin, 'GET /api/clients'),
  ];
  await disperse(ann, ids);
  expect(row.answer.body).toEqual([expect.objectContaining({ id, status: 'urgent' })]);
  expect(row.reads.units - own).toBeLessThanOrEqual(2);
  expect(list.reads.units - own).toBeGreaterThan(30);
  expect(row.reads).toMatchObject({ rounds: 2 });
});
