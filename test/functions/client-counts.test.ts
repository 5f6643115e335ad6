import { expect, test } from 'vitest';
import { countsOfChange, countWrites } from '#functions/domain/clients/client-counts.ts';
import { newClientItem } from '#functions/domain/clients/client-creation.ts';
import { countsKey } from '#functions/services/client-counts.ts';

const client = newClientItem('c', 'a', { name: 'Ola Berg', email: 'ola@clients.example', phone: null }, new Date(0));
const moved = { ...client, gpk: 'ADVISER#b' };
const WHOLE = { totalClients: 1, onTargetClients: 1, activeJourneys: 1 };

/** Returns what writes add, by the key of the counts. */
const addedBy = (writes: ReturnType<typeof countWrites>) =>
  writes.map((write) => ('update' in write ? [write.update.sk, write.change.add] : write));
const at = (adviserId: string) => countsKey(adviserId).sk;

test.each([
  [{ set: { 'summary/name': 'Ola', 'summary/lastUpdate': '2030-01-01' } }, {}],
  [{ set: { 'summary/status': 'on_target' } }, {}],
  [{ set: { 'summary/status': 'urgent' } }, { onTargetClients: -1, urgentClients: 1 }],
  [{ set: { 'summary/completedAt': '2030-01-01' } }, { onTargetClients: -1, activeJourneys: -1 }],
  [{ add: { 'summary/openAdviserTasks': 1, 'summary/openClientTasks': 0 } }, { pendingAdviserActions: 1 }],
])('a change by %j adds %j to the counts, and writes none if nothing changes there', (change, added) => {
  const { writes } = countsOfChange(client, change);
  expect(addedBy(writes)).toEqual(Object.keys(added).length > 0 ? [[at('a'), added]] : []);
});

test('a new client is counted, a deleted one taken back, and one that moves both', () => {
  const less = { totalClients: -1, onTargetClients: -1, activeJourneys: -1 };
  expect(addedBy(countWrites(undefined, client))).toEqual([[at('a'), WHOLE]]);
  expect(addedBy(countWrites(client, undefined))).toEqual([[at('a'), less]]);
  const { writes } = countsOfChange(client, { set: { gpk: moved.gpk } });
  expect(addedBy(writes)).toEqual([
    [at('b'), WHOLE],
    [at('a'), less],
  ]);
});

test('a count that depends on what was read fails if that has changed, and sums do not', () => {
  const facts = ['status', 'completedAt', 'openAdviserTasks', 'openClientTasks'].map((fact) => `summary/${fact}`);
  const pathsOf = (change: object) => countsOfChange(client, change).when.map(([path]) => path);
  for (const status of ['urgent', 'on_target']) expect(pathsOf({ set: { 'summary/status': status } })).toEqual(facts);
  expect(pathsOf({ set: { gpk: moved.gpk } })).toEqual(facts);
  expect(pathsOf({ add: { 'summary/openClientTasks': 1 } })).toEqual([]);
  expect(pathsOf({ set: { 'summary/name': 'Ola' } })).toEqual([]);
});
