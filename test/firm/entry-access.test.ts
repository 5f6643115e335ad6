import { beforeEach, describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { SETTINGS } from '#functions/services/settings.ts';
import { PORTAL_DEFAULTS, STAFF_DEFAULTS } from '#shared/contract/setting-defaults.ts';
import { type Actor, aboutOf, changesOwnAccess, statusByContract } from '../api/requests/actors.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from '../api/requests/world.ts';
import { saveSettings, withCookie } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { newAdmin, newAdviser, type Person } from '../support/builders.ts';
import { newClients } from '../support/people/crowd.ts';

// Actors who exist only if a second factor is required and links expire; see test/api/requests/access.test.ts.
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const CLIENTS_AT_ONCE = 100;
const fresh: World['client'][] = [];

/** Marks an account as having a second factor, as far as the policy checks. */
const withFactor = async (person: Person) => {
  await changeStored(adviserKey(person.id), { totp: true });
  return person;
};
const again = ({ cookie }: Person) => withCookie(cookie);

const world = { ...(await makeWorld()), admin: await withFactor(await newAdmin()) };
await saveSettings(world.admin, { portal: { ...PORTAL_DEFAULTS, linkDays: 7 } });
await saveSettings(world.admin, { staff: { ...STAFF_DEFAULTS, secondFactor: 'required', graceDays: 0 } });
await changeStored(SETTINGS, { 'since/linkDays': LONG_AGO });
await Promise.all([world.owner, world.stranger].map(withFactor));
beforeEach(async () => {
  if (fresh.length === 0) fresh.push(...(await newClients(world.owner, CLIENTS_AT_ONCE)));
  world.client = fresh.pop() ?? world.client;
});

/** Name, actor, and extra properties of its error responses by status. */
const ACTORS: readonly (readonly [string, Actor, Readonly<Record<number, object>>])[] = [
  [
    'adviser without a second factor',
    { as: 'must-enrol', knows: false, enter: async () => again(await newAdviser()) },
    { 403: { mustEnrol: true } },
  ],
  [
    'admin without a second factor',
    { as: 'must-enrol', knows: false, enter: async () => again(await newAdmin()) },
    { 403: { mustEnrol: true } },
  ],
  ['adviser with a second factor', { as: 'adviser', knows: true, is: 'owner', enter: ({ owner }) => again(owner) }, {}],
  [
    'expired link',
    {
      as: 'stranger',
      knows: false,
      claims: true,
      enter: async ({ client }) => {
        await changeStored(clientKey(client.id), { linkIssuedAt: LONG_AGO });
        return new Caller(client.token);
      },
    },
    { 401: { expired: true } },
  ],
];

/** Statuses of examples that a rule beyond the contract refuses, for all callers or for one. */
const REFUSED_BY_RULE: Readonly<Record<string, number>> = {
  // The example's token was never mailed.
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
  'DELETE /api/account/totp': 409,
  'DELETE /api/account/passkeys/{id} as adviser without a second factor': 409,
  'DELETE /api/account/passkeys/{id} as admin without a second factor': 409,
};

describe.each(CALLS)('%s', (name, call) => {
  test.each(ACTORS)('returns the expected status to %s', async (actorName, actor, more) => {
    const isOwner = changesOwnAccess(name, call) && actor.is === 'owner';
    const here = isOwner ? { ...world, owner: await withFactor(await newAdviser()) } : world;
    const caller = await actor.enter(here);
    const sent = await EXAMPLES[name](here, caller);
    const byContract = statusByContract(name, call, aboutOf(sent, here.client), actor);
    const byRule = REFUSED_BY_RULE[`${name} as ${actorName}`] ?? REFUSED_BY_RULE[name];
    const expected = byContract === call.status ? (byRule ?? byContract) : byContract;
    const answer = await caller.call(name, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    if (byContract !== call.status) expect(answer.body).toEqual({ message: expect.any(String), ...more[byContract] });
  });
});
