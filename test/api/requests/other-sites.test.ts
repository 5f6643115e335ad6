import { beforeEach, describe, expect, test } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { newClient } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { callerOf, usualActor } from './actors.ts';
import { CALLS, EXAMPLES, makeWorld } from './world.ts';

const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite)|^S3 (PUT|POST|DELETE)$|^SendRawEmail$/;
const GETS = CALLS.filter(([name]) => name.startsWith('GET '));
const WRITING = GETS.filter(([, { writes }]) => writes);

const world = await makeWorld();
beforeEach(async () => {
  world.client = await newClient(world.owner);
});

/** Prepares a read of unseen data, so that a read with side effects writes. */
async function freshRead(
  name: CallName,
): Promise<{ caller: { cookie?: string | undefined; token?: string }; sent: Sent }> {
  const content = { params: { id: world.client.id }, body: { content: 'Hello' } };
  await new Caller(world.client.token).call('POST /api/clients/{id}/messages', content);
  const example = await EXAMPLES[name](world);
  // Only the CSV copies of these lists add an entry.
  const isList = name === 'GET /api/record' || name === 'GET /api/clients';
  const sent = isList ? { ...example, headers: { accept: 'text/csv' } } : example;
  return { caller: await callerOf(usualActor(api[name]), world), sent };
}

test.each(GETS)('%s writes only if the contract says so', async (name, { writes = false, status }) => {
  const { caller, sent } = await freshRead(name);
  const { result, asked } = await withFault(noFault, () => callHandler(caller, name, sent));
  expect(result.status).toBe(status);
  expect(asked.some((operation) => WRITES.test(operation))).toBe(writes);
});

describe.each(WRITING)('%s', (name, { status }) => {
  const from = async (site: string) => {
    const { caller, sent } = await freshRead(name);
    const headers = { 'Sec-Fetch-Site': site };
    return withFault(noFault, () => callHandler(caller, name, { ...sent, headers: { ...sent.headers, ...headers } }));
  };

  test.each(['cross-site', 'same-site', 'else', ''])(
    'refuses a request from a “%s” page before reading anything',
    async (site) => {
      const { result, asked } = await from(site);
      expect([result.status, result.body, asked]).toEqual([403, { message: expect.any(String) }, []]);
    },
  );

  test.each(['same-origin', 'none'])('answers a request from the app or its user (%s)', async (site) => {
    expect((await from(site)).result.status).toBe(status);
  });
});

test('answers a cross-site read that has no side effects', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const { status } = await callHandler(world.owner, 'GET /api/clients/{id}', {
    params: { id: world.client.id },
    headers,
  });
  expect(status).toBe(200);
});

test('rejects a cross-site write that only Sec-Fetch-Site reveals', async () => {
  const sent = { params: { id: world.client.id }, body: { status: 'urgent' } };
  const headers = { 'sec-fetch-site': 'cross-site' };
  const { result, asked } = await withFault(noFault, () =>
    callHandler(world.owner, 'PATCH /api/clients/{id}', { ...sent, headers }),
  );
  expect([result.status, asked]).toEqual([403, []]);
});
