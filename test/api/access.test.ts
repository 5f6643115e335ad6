import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { About, Call } from '#shared/contract/call.ts';
import type { Sent } from '../support/api.ts';
import { newClients } from '../support/crowd.ts';
import { callHandler } from '../support/handlers.ts';
import { ACTORS, type ActorName, CALLS, callerOf, EXAMPLES, makeWorld, type World } from './world.ts';

// What a test does to its client is nobody else's; they are made many at once.
const CLIENTS_AT_ONCE = 100;
let world: World;
const fresh: World['client'][] = [];
beforeEach(async () => {
  if (!world) world = await makeWorld();
  if (fresh.length === 0) fresh.push(...(await newClients(world.owner, CLIENTS_AT_ONCE)));
  world.client = fresh.pop() ?? world.client;
});

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

/** Whom a path is about, going by what an example puts into it and not by what its line in the contract says. */
function aboutOf({ params = {} }: Sent, client: { id: string }): About {
  const [first = ''] = Object.values(params);
  if (first === client.id) return 'client';
  return first.startsWith(`${client.id}.`) ? 'child' : 'nobody';
}

function expectedStatus(name: CallName, call: Call, sent: Sent, actor: ActorName): number {
  if (name.startsWith('GET /api/portal/{token}')) return PORTAL[actor];
  const refused = REFUSED_BY_RULE[`${name} as ${actor}`];
  if (refused) return refused;
  const scoped = aboutOf(sent, world.client) !== 'nobody';
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

describe.each(CALLS)('%s', (name, call) => {
  test('its line says whom its path is about', async () => {
    expect(call.about).toBe(aboutOf(await EXAMPLES[name](world), world.client));
  });

  test.each(ACTORS)('%s', async (actor) => {
    const sent = await EXAMPLES[name](world);
    const expected = expectedStatus(name, call, sent, actor);
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

const ABOUT: readonly About[] = ['nobody', 'client', 'child'];

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
      for (const actor of ['other adviser', 'own client', 'other client', 'admin'] as const) {
        const sent = await EXAMPLES[name](world);
        const { status } = await callHandler(callerOf(actor, world), name, sent);
        answers.push({ status, expected: expectedStatus(name, call, sent, actor) });
      }
    } finally {
      Object.assign(call, { about: right });
    }
    expect(answers.filter(({ status, expected }) => status !== expected)).not.toEqual([]);
  });
});
