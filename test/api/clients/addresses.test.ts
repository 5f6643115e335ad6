import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { Caller } from '../../support/api.ts';
import { table, tableName } from '../../support/aws.ts';
import { demoAdmin, newClient, PASSWORD } from '../../support/builders.ts';

/** Every key of the table and of its index. */
async function allKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName: tableName(), ConsistentRead: true }))
    for (const { pk, sk, gpk, gsk } of Items) keys.push(pk, sk, gpk ?? '', gsk ?? '');
  return keys;
}

test('no key of the whole table holds an address, whatever was done with it', async () => {
  const [email, moved, unknown] = ['ann', 'moved', 'unknown'].map((who) => `${who}-${randomUUID()}@advisers.example`);
  const anyone = new Caller();
  const post = (path: string, body: object) => anyone.call(`POST /api/auth/${path}`, { body });
  const { id } = (await post('register', { name: 'Ann', email, password: PASSWORD })).body;
  for (const tried of [email, unknown]) {
    await post('login', { email: tried, password: 'wrong guess' });
    await post('forgot-password', { email: tried });
  }
  await post('login', { email, password: PASSWORD });
  await newClient(anyone, { email: `client-${randomUUID()}@clients.example` });
  await (await demoAdmin()).call('PATCH /api/advisers/{id}', { params: { id }, body: { email: moved } });
  const keys = await allKeys();
  expect(keys.some((key) => key.startsWith('ATTEMPTS#'))).toBe(true);
  expect(keys.filter((key) => /@|example/i.test(key))).toEqual([]);
  expect((await post('login', { email: moved, password: PASSWORD })).status).toBe(200);
});
