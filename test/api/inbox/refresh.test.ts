import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { deliver, entryFor, firmEntryFor } from '../../support/audit-entries.ts';
import { newAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { unreadOf } from '../../support/inbox.ts';

// Open pages of staff poll `latest`.

let people: Record<'adviser' | 'stranger' | 'admin' | 'colleague', Person>;
let client: ClientDesk;
beforeAll(async () => {
  const [adviser, stranger, admin, colleague] = [newAdviser(), newAdviser(), newAdmin(), newAdmin()];
  people = { adviser: await adviser, stranger: await stranger, admin: await admin, colleague: await colleague };
});
beforeEach(async () => {
  client = await clientOf(people.adviser);
});

const latest = () =>
  Promise.all(Object.entries(people).map(async ([who, person]) => ({ who, at: (await unreadOf(person)).latest })));

/** Returns whose pages refresh after an act. */
async function refreshed(act: () => Promise<unknown>): Promise<string> {
  const before = await latest();
  await act();
  const after = await latest();
  return after.flatMap(({ who, at }, i) => (at === before[i]?.at ? [] : who)).join(' ');
}

const addTask = (by: Person) => client.by('POST /api/clients/{id}/tasks', { body: { title: 'Call the bank' } }, by);

test('a change refreshes the pages of the client’s adviser and all admins, except its actor’s', async () => {
  const { adviser, admin, colleague } = people;
  expect(await refreshed(() => addTask(admin))).toBe('adviser colleague');
  expect(await refreshed(() => addTask(admin))).toBe('adviser colleague');
  expect(await refreshed(() => addTask(colleague))).toBe('adviser admin');
  expect(await refreshed(() => addTask(adviser))).toBe('admin colleague');
  expect(await refreshed(() => client.write('Hello', client.own))).toBe('adviser admin colleague');
  expect(await refreshed(() => client.write('Hello', admin))).toBe('adviser colleague');
});

test('reading new messages refreshes the pages of everybody else', async () => {
  const { adviser, admin } = people;
  const read = (by: Caller) => client.by('GET /api/clients/{id}/messages', {}, by);
  await client.write('Hello', client.own);
  expect(await refreshed(() => read(admin))).toBe('adviser colleague');
  await client.write('Are you there?', client.own);
  expect(await refreshed(() => read(adviser))).toBe('admin colleague');
  await client.write('I am');
  expect(await refreshed(() => read(client.own))).toBe('adviser admin colleague');
  expect(await refreshed(() => read(client.own))).toBe('');
});

test('a new, reassigned or deleted client refreshes the pages of the advisers concerned', async () => {
  const { adviser, stranger, admin } = people;
  expect(await refreshed(() => newClient(admin, { adviserId: stranger.id }))).toBe('stranger colleague');
  expect(await refreshed(() => newClient(adviser))).toBe('admin colleague');
  const assign = (adviserId: string) => client.change({ adviserId }, admin);
  expect(await refreshed(() => assign(stranger.id))).toBe('adviser stranger colleague');
  expect(await refreshed(() => assign(admin.id))).toBe('stranger colleague');
  expect(await refreshed(() => client.by('DELETE /api/clients/{id}', {}, people.colleague))).toBe('admin');
});

test('an entry that is delivered again, or is not about a client, refreshes no page', async () => {
  const who = ({ id, name }: Person) => ({ kind: 'admin', id, name }) as const;
  const entries = [people.admin, people.colleague].map((by) =>
    entryFor(client.id, who(by), { action: 'journey-reset', data: {} }),
  );
  expect(await refreshed(() => deliver(...entries))).toBe('adviser admin colleague');
  expect(await refreshed(() => deliver(...entries))).toBe('');
  const ofFirm = firmEntryFor(who(people.admin), { action: 'signed-out', data: {} });
  expect(await refreshed(() => deliver(ofFirm))).toBe('');
});

test('a page is told which clients changed, unless somebody may no longer see one of them', async () => {
  const { adviser, stranger, admin, colleague } = people;
  const other = await clientOf(adviser);
  const since = (person: Person) => async (position: string) => (await unreadOf(person, { since: position })).changed;
  const [ofAdviser, ofAdmin] = [since(adviser), since(admin)];
  const before = [(await unreadOf(adviser)).position, (await unreadOf(admin)).position] as const;
  await addTask(colleague);
  await client.write('Hello', client.own);
  await other.write('Hello', colleague);
  expect([...((await ofAdviser(before[0])) ?? [])].sort()).toEqual([client.id, other.id].sort());
  expect([...((await ofAdmin(before[1])) ?? [])].sort()).toEqual([client.id, other.id].sort());
  const between = [(await unreadOf(adviser)).position, (await unreadOf(admin)).position] as const;
  await client.by('GET /api/clients/{id}/messages', {}, colleague);
  expect([await ofAdviser(between[0]), await ofAdmin(between[1])]).toEqual([[client.id], [client.id]]);
  await client.change({ adviserId: stranger.id }, colleague);
  expect([await ofAdviser(between[0]), await ofAdmin(between[1])]).toEqual([null, null]);
  const moved = (await unreadOf(adviser)).position;
  await client.write('Still there?', client.own);
  expect(await ofAdviser(moved)).toEqual([]);
});

test('an unknown position is refused', async () => {
  const query = { since: 'yesterday' };
  const { status, body } = await people.adviser.call('GET /api/notifications/unread', { query });
  expect([status, body]).toEqual([400, expect.objectContaining({ fields: { since: 'Unknown position' } })]);
});
