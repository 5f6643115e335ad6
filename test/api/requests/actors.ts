import { expect } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { KEYLESS } from '#functions/pipeline/access.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { About, Call } from '#shared/contract/call.ts';
import type { Caller as Kind } from '#shared/contract/callers.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { confirmedDevice, halfSessionOf } from '../../support/people/entry.ts';
import { newPerson } from '../../support/people/persons.ts';
import type { World } from './world.ts';

export interface Actor {
  /** The contract's name of the caller; `stranger` for a token that is refused everywhere. */
  as: Kind | 'stranger';
  knows: boolean;
  /** Holds a token of the world's client that grants no access. */
  claims?: boolean;
  /** Further content of error responses, by status. */
  says?: Record<number, object>;
  /** Member of the world's staff who calls. */
  is?: 'owner' | 'stranger' | 'admin' | 'colleague' | 'formerCover';
  /** Returns a new caller, so that signing out affects no other. May change how the world's client gets in. */
  enter: (world: World) => Caller | Promise<Caller>;
}

const withCookie = (cookie: string | undefined, token?: string) => Object.assign(new Caller(token), { cookie });
export const LONG_AGO = '2020-01-01T00:00:00.000Z';
const again = ({ cookie }: Person) => withCookie(cookie);
/** Only an unconfirmed device learns the masked address that its code goes to. */
const CONFIRM = { 401: { stepUp: { to: expect.stringMatching(/^.•••@[\w.]+$/) } } };
const change = (client: { id: string }, set: object) => changeStored(clientKey(client.id), { ...set });

const ACTORS_BY_NAME = {
  anonymous: { as: 'anonymous', knows: false, enter: () => new Caller() },
  'other adviser': { as: 'adviser', knows: false, is: 'stranger', enter: ({ stranger }) => again(stranger) },
  'own adviser': { as: 'adviser', knows: true, is: 'owner', enter: ({ owner }) => again(owner) },
  colleague: { as: 'adviser', knows: true, is: 'colleague', enter: ({ colleague }) => again(colleague) },
  'ended cover': { as: 'adviser', knows: false, is: 'formerCover', enter: ({ formerCover }) => again(formerCover) },
  admin: { as: 'admin', knows: true, is: 'admin', enter: ({ admin }) => again(admin) },
  'own client': { as: 'client', knows: true, enter: ({ client }) => new Caller(client.token) },
  'second person': {
    as: 'client',
    knows: true,
    enter: async ({ owner, client }) => new Caller((await newPerson(owner, client)).token),
  },
  'removed person': {
    as: 'stranger',
    knows: false,
    claims: true,
    enter: async ({ owner, client }) => {
      const { id, token } = await newPerson(owner, client);
      await owner.call('DELETE /api/people/{id}', { params: { id } });
      return new Caller(token);
    },
  },
  'other client': { as: 'client', knows: false, enter: ({ otherClient }) => new Caller(otherClient.token) },
  'revoked token': { as: 'stranger', knows: false, enter: ({ revokedToken }) => new Caller(revokedToken) },
  'half-session for a second factor': {
    as: 'half-session',
    knows: false,
    is: 'owner',
    enter: async ({ owner }) => withCookie(await halfSessionOf(owner.id, 'second-factor')),
  },
  'half-session for a new password': {
    as: 'half-session',
    knows: false,
    is: 'owner',
    enter: async ({ owner }) => withCookie(await halfSessionOf(owner.id, 'change-password')),
  },
  'unconfirmed device': {
    as: 'client-unconfirmed',
    knows: false,
    claims: true,
    says: CONFIRM,
    enter: async ({ client }) => {
      await change(client, { stepUp: 'on' });
      return new Caller(client.token);
    },
  },
  'device confirmed for another client': {
    as: 'client-unconfirmed',
    knows: false,
    claims: true,
    says: CONFIRM,
    enter: async ({ client, otherClient }) => {
      await change(client, { stepUp: 'on' });
      return withCookie((await confirmedDevice(otherClient.id)).cookie, client.token);
    },
  },
  'confirmed device': {
    as: 'client',
    knows: true,
    enter: async ({ client }) => {
      await change(client, { stepUp: 'on' });
      return withCookie((await confirmedDevice(client.id)).cookie, client.token);
    },
  },
  'suspended link': {
    as: 'stranger',
    knows: false,
    claims: true,
    enter: async ({ client }) => {
      await change(client, { 'summary/portalSuspended': true });
      return new Caller(client.token);
    },
  },
} as const satisfies Record<string, Actor>;

/** Marks an account as having a second factor, as far as the policy checks. */
export async function withFactor(person: Person): Promise<Person> {
  await changeStored(adviserKey(person.id), { totp: true });
  return person;
}

const mustEnrol = (make: () => Promise<Person>): Actor => ({
  as: 'must-enrol',
  knows: false,
  says: { 403: { mustEnrol: true } },
  enter: async () => again(await make()),
});
/** Actors of a firm that requires a second factor and whose links expire. */
export const ACTORS_OF_STRICT_FIRM: [string, Actor][] = [
  ['adviser without a second factor', mustEnrol(newAdviser)],
  ['admin without a second factor', mustEnrol(newAdmin)],
  [
    'adviser with a second factor',
    { as: 'adviser', knows: true, is: 'owner', enter: async ({ owner }) => again(await withFactor(owner)) },
  ],
  [
    'expired link',
    {
      as: 'stranger',
      knows: false,
      claims: true,
      says: { 401: { expired: true } },
      enter: async ({ client }) => {
        await change(client, { linkIssuedAt: LONG_AGO });
        return new Caller(client.token);
      },
    },
  ],
];

export type ActorName = keyof typeof ACTORS_BY_NAME;
export const ACTORS = Object.entries(ACTORS_BY_NAME) as [ActorName, Actor][];

export const callerOf = async (name: ActorName, world: World): Promise<Caller> => ACTORS_BY_NAME[name].enter(world);

/** Returns the first actor that the contract allows to make the call. */
export function usualActor({ allow }: Call): ActorName {
  const usual: readonly (readonly [Kind, ActorName])[] = [
    ['anonymous', 'anonymous'],
    ['adviser', 'own adviser'],
    ['admin', 'admin'],
    ['client', 'own client'],
    ['client-unconfirmed', 'unconfirmed device'],
    ['half-session', 'half-session for a second factor'],
  ];
  const [, name] = usual.find(([kind]) => allow.includes(kind)) ?? [];
  if (!name) throw new Error('Nobody may make this call');
  return name;
}

/** Calls that end or replace the session of their browser. */
const ENDING: readonly CallName[] = ['POST /api/auth/login', 'POST /api/auth/logout'];

export const changesOwnAccess = (name: CallName, { lambda }: Call) =>
  lambda === 'account' || lambda === 'passkeys' || ENDING.includes(name);

/** Returns the world with a new account for a staff actor, whose credentials the call may change. */
export async function withOwnAccount(world: World, who: ActorName | Actor): Promise<World> {
  const { is }: Actor = typeof who === 'string' ? ACTORS_BY_NAME[who] : who;
  return is ? { ...world, [is]: await (is === 'admin' ? newAdmin() : newAdviser()) } : world;
}

/** Derives the subject of a path from the example's parameters, independently of the contract. */
export function aboutOf({ params = {} }: Sent, client: { id: string }): About {
  const [first = ''] = Object.values(params);
  if (first === client.id) return 'client';
  return first.startsWith(`${client.id}.`) ? 'child' : 'nobody';
}

/** Returns the status of a portal path, whose token is the identity unless a header carries another. */
function statusOfPortal({ as, knows }: Actor): number {
  if (as === 'stranger' || as === 'client-unconfirmed') return 401;
  return as === 'client' && !knows ? 404 : 200;
}

const STAFF: readonly Actor['as'][] = ['must-enrol', 'adviser', 'admin'];

/** Returns the status that the contract alone predicts for an actor and an example. */
export function statusByContract(name: CallName, call: Call, about: About, actor: Actor): number {
  if (name.startsWith('GET /api/portal/{token}')) return statusOfPortal(actor);
  const { as, knows, claims = knows } = actor;
  const bearsToken = as === 'client' || as === 'client-unconfirmed' || as === 'stranger';
  if (bearsToken && KEYLESS.includes(call.lambda)) return about !== 'nobody' && !claims ? 404 : 403;
  const allows = (kind: Actor['as']) => kind !== 'stranger' && call.allow.includes(kind);
  // Calls that finish a sign-in ignore existing sessions.
  const finishesSignIn = allows('half-session') && !allows('adviser');
  if (finishesSignIn && STAFF.includes(as)) return 401;
  switch (as) {
    case 'stranger':
      return 401;
    case 'anonymous':
    case 'client-unconfirmed':
      return allows(as) ? call.status : 401;
    case 'half-session':
      return allows(as) || allows('anonymous') ? call.status : 401;
    case 'must-enrol':
      return allows(as) ? call.status : 403;
    default:
      if (about !== 'nobody' && !knows && (allows(as) || as === 'client')) return 404;
      return allows(as) ? call.status : 403;
  }
}
