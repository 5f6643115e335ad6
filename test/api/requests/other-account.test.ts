import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller as Kind } from '#shared/contract/callers.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { newClient } from '../../support/builders.ts';
import { withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

// A page of one account whose browser has the session of another: the header x-account names the page's account.

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  world.client = await newClient(world.owner);
});

const ofPage = (sent: Sent, account: string): Sent => ({ ...sent, headers: { ...sent.headers, 'x-account': account } });
const STAFF: readonly Kind[] = ['adviser', 'admin'];
const CALLS_OF_STAFF = CALLS.filter(([, { allow }]) => allow.some((kind) => STAFF.includes(kind)));
/** Reads of the table and of objects, and everything that writes or sends. The session's key may be fetched before. */
const isWork = (operation: string) => !/^(GetPublicKey|Verify)/.test(operation);

describe.each(CALLS_OF_STAFF)('%s', (name) => {
  test('is refused for a page of another account before anything is read or written', async () => {
    const sent = ofPage(await EXAMPLES[name](world, world.admin), world.owner.id);
    const { result, asked } = await withFault(
      () => undefined,
      () => callHandler(world.admin, name, sent),
    );
    expect([result.status, result.body]).toEqual([409, { message: expect.any(String), otherAccount: true }]);
    expect(asked.filter(isWork)).toEqual([]);
  });
});

test('a page of the signed-in account, and a caller that names none, are answered as usual', async () => {
  const sent = { params: { id: world.client.id }, body: { content: 'Hello' } };
  const send = (given: Sent) => callHandler(world.owner, 'POST /api/clients/{id}/messages', given);
  expect([(await send(ofPage(sent, world.owner.id))).status, (await send(sent)).status]).toEqual([201, 201]);
});

test('a portal token decides for itself, whoever is signed in', async () => {
  const caller = Object.assign(new Caller(world.client.token), { cookie: world.admin.cookie });
  const sent = ofPage({ params: { token: world.client.token } }, world.owner.id);
  expect((await callHandler(caller, 'GET /api/portal/{token}', sent)).status).toBe(200);
});

test('a page without a session is asked to sign in', async () => {
  const { status } = await callHandler(new Caller(), 'GET /api/auth/me', ofPage({}, world.owner.id));
  expect(status).toBe(401);
});
