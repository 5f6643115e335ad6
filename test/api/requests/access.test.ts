import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import type { CallName } from '#shared/contract/api.ts';
import { type About, effectOf } from '#shared/contract/call.ts';
import { saveSettings } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdmin } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { newClients } from '../../support/people/crowd.ts';
import {
  ACTORS,
  ACTORS_OF_STRICT_FIRM,
  type Actor,
  aboutOf,
  callerOf,
  changesOwnAccess,
  LONG_AGO,
  statusByContract,
  withFactor,
  withOwnAccount,
} from './actors.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

// Each test gets its own client. Batches of 100 for a new adviser keep client lists short.
const CLIENTS_AT_ONCE = 100;
let world: World;
let isStrict = false;
const fresh: World['client'][] = [];
beforeEach(async () => {
  if (fresh.length === 0) {
    if (!isStrict) world = await makeWorld();
    fresh.push(...(await newClients(world.owner, CLIENTS_AT_ONCE)));
  }
  world.client = fresh.pop() ?? world.client;
});

/** Statuses of examples that a rule beyond the contract refuses, for all callers or for one. */
const REFUSED_BY_RULE: Record<string, number> = {
  'POST /api/clients as other adviser': 403,
  'POST /api/clients as ended cover': 403,
  'DELETE /api/clients/{id} as colleague': 403,
  // The path has the token of the first person.
  'GET /api/portal/{token} as second person': 404,
  'GET /api/portal/{token}/news as second person': 404,
  // This half-session waits for a second factor, not for a password.
  'POST /api/account/password as half-session for a second factor': 401,
  // The example's token was never mailed.
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
  // This half-session waits for a new password.
  'POST /api/auth/second-factor as half-session for a new password': 401,
};
const REFUSED_BY_STRICT_FIRM: typeof REFUSED_BY_RULE = {
  ...REFUSED_BY_RULE,
  'DELETE /api/account/totp': 409,
  'DELETE /api/account/passkeys/{id} as adviser without a second factor': 409,
  'DELETE /api/account/passkeys/{id} as admin without a second factor': 409,
};

type Who = [name: string, actor: Actor];
function expectedStatus(name: CallName, call: (typeof CALLS)[number][1], about: About, [actorName, actor]: Who) {
  const refused = isStrict ? REFUSED_BY_STRICT_FIRM : REFUSED_BY_RULE;
  const status = statusByContract(name, call, about, actor);
  return status === call.status ? (refused[`${name} as ${actorName}`] ?? refused[name] ?? status) : status;
}

async function expectAccess(name: CallName, call: (typeof CALLS)[number][1], who: Who): Promise<void> {
  const [, actor] = who;
  const here = changesOwnAccess(name, call) ? await withOwnAccount(world, actor) : world;
  const caller = await actor.enter(here);
  const sent = await EXAMPLES[name](here, caller);
  const expected = expectedStatus(name, call, aboutOf(sent, here.client), who);
  const answer = await caller.call(name, sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  if (expected < 400 || name.startsWith('HEAD ')) return;
  const fields = answer.body.fields && { fields: expect.any(Object) };
  expect(answer.body).toEqual({ message: expect.any(String), ...fields, ...actor.says?.[expected] });
}

describe.each(CALLS)('%s', (name, call) => {
  test('declares the subject of its path in the contract', async () => {
    expect(call.about).toBe(aboutOf(await EXAMPLES[name](world), world.client));
  });

  test.each(ACTORS)('returns the expected status to %s', (...who) => expectAccess(name, call, who));
});

describe('an admin whose session is old', () => {
  const OF_ADMINS = CALLS.filter(([, { allow }]) => allow.some((kind) => kind === 'admin'));

  test.each(OF_ADMINS)('is asked to confirm %s if it has an effect', async (name, call) => {
    const admin = await newAdmin();
    const [session] = await query(adviserKey(admin.id).pk, 'SESSION#');
    await changeStored(session ?? expect.fail('no session'), { provedAt: LONG_AGO });
    const here = { ...world, admin };
    const sent = await EXAMPLES[name](here, admin);
    const client = call.about === 'nobody' ? undefined : { adviserId: world.owner.id, email: '' };
    const effect = effectOf(call, { body: sent.body, accept: sent.headers?.accept ?? '', actor: admin, client });
    const { status, body } = await admin.call(name, sent);
    expect([status, body?.confirm]).toEqual(effect === 'none' ? [expect.any(Number), undefined] : [403, true]);
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

describe('a firm that requires a second factor and whose links expire', () => {
  beforeAll(async () => {
    world = { ...(await makeWorld()), admin: await withFactor(await newAdmin()) };
    await saveSettings(world.admin, { portal: { linkDays: 7 } });
    await saveSettings(world.admin, { staff: { secondFactor: 'required', graceDays: 0 } });
    await changeStored(SETTINGS_KEY, { 'since/linkDays': LONG_AGO });
    await withFactor(world.owner);
    isStrict = true;
    fresh.length = 0;
  });

  describe.each(CALLS)('%s', (name, call) => {
    test.each(ACTORS_OF_STRICT_FIRM)('returns the expected status to %s', (...who) => expectAccess(name, call, who));
  });
});
