import { beforeEach, describe, expect, test } from 'vitest';
import type { Call, CallName } from '#shared/contract/api.ts';
import { newClient } from '../support/builders.ts';
import { ACTORS, type ActorName, CALLS, callerOf, EXAMPLES, makeWorld, type World } from './world.ts';

const CLIENT_SCOPED = /\/api\/(clients\/\{id\}|stages\/|plans\/|documents\/|tasks\/\{)/;

/** A call that the contract allows, but the example is refused for another reason. */
const REFUSED_BY_RULE: Partial<Record<`${CallName} as ${ActorName}`, number>> = {
  // The example assigns the client to its own adviser.
  'POST /api/clients as other adviser': 403,
  'POST /api/auth/reset-password as anonymous': 400,
  'POST /api/auth/reset-password as other adviser': 400,
  'POST /api/auth/reset-password as own adviser': 400,
  'POST /api/auth/reset-password as admin': 400,
};

/** The path's token is the identity, unless another comes as a header. */
const PORTAL: Record<ActorName, number> = {
  anonymous: 200,
  'other adviser': 200,
  'own adviser': 200,
  admin: 200,
  'own client': 200,
  'other client': 404,
  'revoked token': 401,
};

function expectedStatus(name: CallName, call: Call, actor: ActorName): number {
  const scoped = CLIENT_SCOPED.test(name);
  const may = (caller: Call['allow'][number], isOwn: boolean) => {
    if (scoped && !isOwn && (call.allow.includes(caller) || caller === 'client')) return 404;
    return call.allow.includes(caller) ? call.status : 403;
  };
  switch (actor) {
    case 'anonymous':
      return call.allow.includes('anonymous') ? call.status : 401;
    case 'revoked token':
      return 401;
    case 'other adviser':
      return may('adviser', false);
    case 'own adviser':
      return may('adviser', true);
    case 'admin':
      return may('admin', true);
    case 'own client':
      return may('client', true);
    default:
      return may('client', false);
  }
}

let world: World;
beforeEach(async () => {
  if (!world) world = await makeWorld();
  world.client = await newClient(world.owner);
});

describe.each(CALLS)('%s', (name, call) => {
  test.each(ACTORS)('%s', async (actor) => {
    const expected =
      name === 'GET /api/portal/{token}'
        ? PORTAL[actor]
        : (REFUSED_BY_RULE[`${name} as ${actor}`] ?? expectedStatus(name, call, actor));
    const sent = await EXAMPLES[name](world);
    const signsOut = name === 'POST /api/auth/logout' && actor !== 'anonymous';
    const answer = await (signsOut ? callerOf(actor, await makeWorld()) : callerOf(actor, world)).call(name, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    if (expected >= 400)
      expect(answer.body).toEqual({
        message: expect.any(String),
        ...(answer.body.fields && { fields: expect.any(Object) }),
      });
  });
});
