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

// What a test does to its client is nobody else's. They are made many at once, each time for a new adviser: the longer its
// list is, the longer it takes.
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

/** Calls that the contract allows, but the example is refused for another reason: for all who may make it, or for one. */
const REFUSED_BY_RULE: Partial<Record<CallName | `${CallName} as ${ActorName}`, number>> = {
  // The example assigns the client to its own adviser.
  'POST /api/clients as other adviser': 403,
  // It owes something else.
  'POST /api/account/password as half-session for a second factor': 401,
  // Nobody was sent its token.
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
  // It owes another thing.
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
  test('its line says whom its path is about', async () => {
    expect(call.about).toBe(aboutOf(await EXAMPLES[name](world), world.client));
  });

  test.each(ACTORS)('%s', async (actorName, actor) => {
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
        // Whose device is to be confirmed is told where the code goes, and no more.
        ...(actor.as === 'client-unconfirmed' &&
          expected === 401 && { stepUp: { to: expect.stringMatching(/^.•••@[\w.]+$/) } }),
      });
  });
});

const ABOUT: readonly About[] = ['nobody', 'client', 'child'];
const KNOWING = ['other adviser', 'own client', 'other client', 'admin'];

describe('a line that is wrong in whom it is about would fail above:', () => {
  const wrongly = CALLS.flatMap(([name, call]) =>
    ABOUT.filter((about) => about !== call.about && call.about !== 'nobody').map(
      (about) => [name, call, about] as const,
    ),
  );

  test.each(wrongly)('%s', async (name, call, about) => {
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
