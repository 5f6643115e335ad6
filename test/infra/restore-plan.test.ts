import { expect, test } from 'vitest';
import type { Item } from '#functions/aws/table.ts';
import { SETTINGS } from '#functions/domain/settings.ts';
import { itemsToWrite } from '#infra/ops/restore-plan.ts';

const settings = (more: object): Item => ({ ...SETTINGS, v: 1, version: 2, ...more });
const keys = (session: number, portal: number) => ({ keys: { session, portal } });

test.each([
  ['older versions', keys(1, 3), keys(2, 2), keys(2, 3)],
  ['no versions yet', {}, keys(2, 1), keys(2, 1)],
  ['versions, where nothing stands now', keys(2, 3), undefined, keys(2, 3)],
  ['versions, where a new table has its first', keys(2, 3), {}, keys(2, 3)],
])('settings of a copy with %s take no key back', (_, then, now, written) => {
  const firm = { firm: { phone: '1' } };
  const present = now ? [settings({ ...now, firm: { phone: '2' } })] : [];
  expect(itemsToWrite([settings({ ...then, ...firm })], present)).toEqual([settings({ ...firm, ...written })]);
});

test('settings that differ in the versions of keys alone are left as they are', () => {
  expect(itemsToWrite([settings(keys(1, 1))], [settings(keys(2, 2))])).toEqual([]);
  expect(itemsToWrite([settings({})], [settings({})])).toEqual([]);
});

test('a link and sessions that were revoked since stay so', () => {
  const client = { pk: 'CLIENT#a', sk: 'CLIENT', name: 'then', tokenVersion: 1 };
  expect(itemsToWrite([client], [{ ...client, name: 'now', tokenVersion: 4 }])).toEqual([
    { ...client, tokenVersion: 4 },
  ]);
});
