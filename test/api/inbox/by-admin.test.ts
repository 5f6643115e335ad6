import { expect, test } from 'vitest';
import { effectOf } from '#shared/contract/call.ts';
import { newAdmin, newAdviser, newClient } from '../../support/builders.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { CALLS, EXAMPLES, makeWorld } from '../requests/world.ts';

const world = await makeWorld();

/** Returns a client of a new adviser, which no other notice is about. */
async function newWorld() {
  const owner = await newAdviser();
  return { ...world, owner, client: await newClient(owner), admin: await newAdmin() };
}

// The deletion of a client leaves no inbox entry about it.
const WITH_EFFECT = CALLS.filter(
  ([name, { about, allow, effect }]) =>
    about !== 'nobody' &&
    allow.some((kind) => kind === 'admin') &&
    effect !== 'none' &&
    name !== 'DELETE /api/clients/{id}',
);

test.each(WITH_EFFECT)('%s by an admin notifies the client’s adviser if it has an effect', async (name, call) => {
  const here = await newWorld();
  const { admin, owner } = here;
  const sent = await EXAMPLES[name](here, admin);
  const client = { adviserId: owner.id, email: '' };
  const effect = effectOf(call, { body: sent.body, accept: '', actor: admin, client });
  expect((await admin.call(name, sent)).status).toBe(call.status);
  if (effect !== 'none')
    await expect
      .poll(() => inboxOf(owner), SOON)
      .toContainEqual(expect.objectContaining({ clientId: here.client.id, kind: 'by-admin' }));
});

test.each([
  [{ email: 'new@example.com' }, 'changed email'],
  [{ phone: '01225 496 0000', status: 'urgent' as const }, 'set the status to urgent. Changed phone'],
  [{ stepUp: 'off' as const, stepUpReason: 'No phone' }, 'allowed new devices without a code: No phone'],
])('says what an admin changed: %j', async (body, said) => {
  const { admin, owner, client } = await newWorld();
  const params = { id: client.id };
  expect((await admin.call('PATCH /api/clients/{id}', { params, body })).status).toBe(200);
  await expect
    .poll(() => inboxOf(owner), SOON)
    .toMatchObject([{ kind: 'by-admin', text: expect.stringContaining(said) }]);
});

test('notifies nobody of an adviser’s own changes and an admin’s without an effect', async () => {
  const { admin, owner, client } = await newWorld();
  const params = { id: client.id };
  await owner.call('PATCH /api/clients/{id}', { params, body: { email: 'own@example.com' } });
  await admin.call('PATCH /api/clients/{id}', { params, body: { status: 'urgent' } });
  await admin.call('POST /api/clients/{id}/token/regenerate', { params });
  await expect.poll(() => inboxOf(owner), SOON).toMatchObject([{ text: `${admin.name} regenerated the portal link` }]);
});
