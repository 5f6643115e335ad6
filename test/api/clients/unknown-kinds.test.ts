import { expect, test } from 'vitest';
import { put } from '#functions/aws/table.ts';
import { DIRECTORY } from '#functions/services/keys/keys.ts';
import { newAdmin, newAdviser, newClient } from '../../support/builders.ts';

test('lists leave out rows of a kind that they do not know, in each partition of the index', async () => {
  const [ann, admin] = [await newAdviser(), await newAdmin()];
  const { id, name } = await newClient(ann);
  await ann.call('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Call the provider' } });
  const calls = ['/api/clients', '/api/tasks/pending', '/api/tasks/pending-count', '/api/dashboard/stats'] as const;
  const read = () =>
    Promise.all([
      ...[ann, admin].flatMap((person) => calls.map(async (path) => (await person.call(`GET ${path}`)).body)),
      admin.call('GET /api/advisers').then(({ body }) => body),
    ]);
  const before = await read();
  expect(before[1]).toMatchObject([{ clientName: name }]);

  for (const [pk, gpk] of [
    [`CLIENT#${id}`, `ADVISER#${ann.id}`],
    [`ADVISER#${ann.id}`, DIRECTORY],
  ] as const) {
    // The sort key of the index comes after those of all known kinds, so that this row would win in a map.
    await put({ pk, sk: 'UNKNOWN#1', gpk, gsk: 'ZZZ#1', card: {} });
  }
  expect(await read()).toEqual(before);
});
