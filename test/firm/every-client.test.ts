import { expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { demoAdmin, newAdviser, newClient } from '../support/builders.ts';
import { idsOf, listClients, walkClients } from '../support/client-pages.ts';

test('pages of an admin hold every adviser’s clients once', async () => {
  const [admin, ann, bob] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);
  const made: Client[] = [];
  for (let i = 0; i < 11; i += 1) made.unshift(await newClient(i < 9 ? ann : bob));
  const found = await walkClients(admin, { limit: '7' }, undefined, 3);
  expect(found.slice(0, 11)).toEqual(idsOf(made));
  expect(idsOf((await listClients(admin, { limit: '21' })).body)).toEqual(found);
});
