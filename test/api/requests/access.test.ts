import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { About } from '#shared/contract/call.ts';
import { callHandler } from '../../support/handlers.ts';
import { newClients } from '../../support/people/crowd.ts';
import {
  ACTORS,
  type Actor,
  type ActorName,
  aboutOf,
  callerOf,
  changesOwnAccess,
  statusByContract,
  withOwnAccount,
} from './actors.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

// Each test gets its own client. Batches of 100 for a new adviser keep client lists short.
const CLIENTS_AT_ONCE = 100;
let world: World;
const fresh: World['client'][] = [];
beforeEach(async () => {
  if (fresh.length === 0) {
    world = await makeWorld();
    fresh.push(...(await newClients(world.owner, CLIENTS_AT_ONCE)));
  }
  world.client = fresh.pop() ?? world.client;
});

/** Statuses of examples that a rule beyond the contract refuses, for all callers or for one. */
const REFUSED_BY_RULE: Partial<Record<CallName | `${CallName} as ${ActorName}`, number>> = {
  'POST /api/clients as other adviser': 403,
  // This half-session waits for a second factor, not for a password.
  'POST /api/account/password as half-session for a second factor': 401,
  // The example's token was never mailed.
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
  // This half-session waits for a new password.
  'POST /api/auth/second-factor as half-session for a new password': 401,
};

function expectedStatus(name: CallName, call: (typeof CALLS)[number][1], about: About, who: [ActorName, Actor]) {
  const [actorName, actor] = who;
  const status = statusByContract(name, call, about, actor);
  return status === call.status
    ? (REFUSED_BY_RULE[`${name} as ${actorName}`] ?? REFUSED_BY_RULE[name] ?? status)
    : status;
}

describe.each(CALLS)('%s', (name, call) => {
  test('declares the subject of its path in the contract', async () => {
    expect(call.about).toBe(aboutOf(await EXAMPLES[name](world), world.client));
  });

  test.each(ACTORS)('returns the expected status to %s', async (actorName, actor) => {
    const here = changesOwnAccess(name, call) ? await withOwnAccount(world, actorName) : world;
    const caller = await callerOf(actorName, here);
    const sent = await EXAMPLES[name](here, caller);
    const expected = expectedStatus(name, call, aboutOf(sent, here.client), [actorName, actor]);
    const answer = await caller.call(name, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    if (expected >= 400)
      expect(answer.body).toEqual({
        message: expect.any(String),
        ...(answer.body.fields && { fields: expect.any(Object) }),
        // Only an unconfirmed device learns the masked address that its code goes to.
        ...(actor.as === 'client-unconfirmed' &&
          expected === 401 && { stepUp: { to: expect.stringMatching(/^.•••@[\w.]+$/) } }),
      });
  });
});

const ABOUT: readonly About[] = ['nobody', 'client', 'child'];
const KNOWING = ['other adviser', 'own client', 'other client', 'admin'];

describe('the access matrix', () => {
  const wrongly = CALLS.flatMap(([name, call]) =>
    ABOUT.filter((about) => about !== call.about && call.about !== 'nobody').map(
      (about) => [name, call, about] as const,
    ),
  );

  test.each(wrongly)('detects a wrong subject in the contract of %s', async (name, call, about) => {
    const right = call.about;
    const answers: { status: number; expected: number }[] = [];
    try {
      Object.assign(call, { about });
      for (const who of ACTORS.filter(([actorName]) => KNOWING.includes(actorName))) {
        const caller = await callerOf(who[0], world);
        const sent = await EXAMPLES[name](world, caller);
        const { status } = await callHandler(caller, name, sent);
        answers.push({ status, expected: expectedStatus(name, call, aboutOf(sent, world.client), who) });
      }
    } finally {
      Object.assign(call, { about: right });
    }
    expect(answers.filter(({ status, expected }) => status !== expected)).not.toEqual([]);
  });
});
