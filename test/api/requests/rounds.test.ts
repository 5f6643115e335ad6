import { beforeEach, expect, test, vi } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { CALL_TESTS } from '../../calls/calls.ts';
import { Caller } from '../../support/api.ts';
import { newAdviser, newClient, PASSWORD } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { confirmTokenIn, mailsTo, resetTokenIn } from '../../support/mail.ts';
import { guardedClient } from '../../support/people/devices.ts';
import { newNetwork } from '../../support/people/sign-ins.ts';
import { callerOf, changesOwnAccess, usualActor, withOwnAccount } from './actors.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

const world = await makeWorld();
beforeEach(async () => {
  world.client = await newClient(world.owner);
});

async function sentFor(name: keyof typeof EXAMPLES, here: World, caller: Caller) {
  if (name === 'POST /api/auth/reset-password') {
    const person = await newAdviser();
    await new Caller().call('POST /api/auth/forgot-password', { body: { email: person.email } });
    const token = resetTokenIn((await mailsTo(person.email, 1))[0]);
    return { body: { token, newPassword: PASSWORD } };
  }
  if (name === 'POST /api/auth/confirm-address') {
    vi.stubEnv('REGISTRATION', 'firm.example');
    const email = `${newId().toLowerCase()}@firm.example`;
    const headers = { [VIEWER_ADDRESS]: newNetwork() };
    await callHandler({}, 'POST /api/auth/register', { body: { name: 'New', email, password: PASSWORD }, headers });
    vi.unstubAllEnvs();
    return { body: { token: confirmTokenIn((await mailsTo(email, 1))[0]), password: PASSWORD } };
  }
  if (name === 'GET /api/notifications') {
    const params = { id: here.client.id };
    await new Caller(here.client.token).call('POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } });
    await expect.poll(() => inboxOf(caller), SOON).not.toEqual([]);
  }
  return name === 'POST /api/auth/forgot-password'
    ? { body: { email: (await newAdviser()).email } }
    : EXAMPLES[name](here, caller);
}

test.each(['GET /api/clients/{id}', 'PATCH /api/clients/{id}'] as const)(
  '%s by an admin takes one more call and round, for the adviser’s name',
  async (name) => {
    const answer = await callHandler(world.admin, name, await EXAMPLES[name](world));
    expect(answer.body.adviserName).toBe(world.owner.name);
    const [calls, rounds] = CALL_TESTS[name].cost;
    expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls: calls + 1, rounds: rounds + 1 });
  },
);

test('POST /api/clients with emailLink takes six more calls and three more rounds', async () => {
  const name = 'POST /api/clients';
  // The sender's first email: a counter that exists takes one more write.
  const owner = await newAdviser();
  const { body } = await EXAMPLES[name]({ ...world, owner });
  await callHandler(owner, name, { body: { ...(body as object), emailLink: true } });
  const [calls, rounds] = CALL_TESTS[name].cost;
  expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls: calls + 6, rounds: rounds + 3 });
});

const takesItsRounds = async (name: CallName, call: Call) => {
  const who = name === 'POST /api/auth/logout' ? 'own adviser' : usualActor(call);
  // A sign-in needs an account that has not signed in before.
  const here = changesOwnAccess(name, call)
    ? await withOwnAccount(world, who === 'anonymous' ? 'own adviser' : who)
    : world;
  if (call.allow.includes('client-unconfirmed')) here.client = await guardedClient(here.owner);
  const caller = await callerOf(who, here);
  const sent = await sentFor(name, here, caller);
  const answer = await callHandler(caller, name, sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(api[name].status);
  expect([awsCalls.count, awsCalls.rounds]).toEqual(CALL_TESTS[name].cost);
};
/** All tests share the settings, so test/firm/settings.test.ts counts this call. */
const ELSEWHERE: CallName = 'PATCH /api/settings';
test.each(CALLS.filter(([name]) => name !== ELSEWHERE))(
  '%s makes the listed AWS calls in the listed rounds',
  takesItsRounds,
);
