import { beforeEach, describe, expect, test } from 'vitest';
import { adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { type PasskeyItem, passkeyClaimKey, passkeyKey } from '#functions/domain/accounts/factors/passkeys.ts';
import type { SessionItem } from '#functions/domain/accounts/session.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { callHandler } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { Authenticator, type Changes } from '../../support/people/authenticator.ts';
import { halfSessionOf } from '../../support/people/entry.ts';
import { challengeFor, passkeyFor } from '../../support/people/factors.ts';
import { sessionIdOf } from '../../support/people/sessions.ts';
import { siteOrigin } from '../../support/stack.ts';

let ann: Person;
let bob: Person;
beforeEach(async () => {
  [ann, bob] = await Promise.all([newAdviser(), newAdviser()]);
});

const signIn = (passkey: unknown, caller = new Caller()) =>
  caller.call('POST /api/auth/passkey', { body: { passkey } });
const optionsFor = async (person: Person) => (await person.call('POST /api/account/passkeys/options')).body;
const add = (person: Person, passkey: unknown, name = 'Laptop') =>
  person.call('POST /api/account/passkeys', { body: { name, passkey } });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a passkey', () => {
  test('is made, and signs its account in without a name', async () => {
    const authenticator = new Authenticator(siteOrigin());
    const options = await optionsFor(ann);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(ann.id).toString('base64url'), name: ann.email, displayName: ann.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const added = await add(ann, authenticator.make(options), 'Ann’s laptop');
    expect([added.status, added.body]).toEqual([
      201,
      { id: authenticator.id, name: 'Ann’s laptop', createdAt: expect.any(String), lastAt: null },
    ]);
    expect((await optionsFor(ann)).excludeCredentials).toMatchObject([{ id: authenticator.id }]);

    const caller = new Caller();
    const asked = (await caller.call('POST /api/auth/passkey/options')).body;
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(asked.allowCredentials).toBeUndefined();
    const answer = await signIn(authenticator.use(asked, ann.id), caller);
    expect([answer.status, answer.body]).toMatchObject([200, { id: ann.id, email: ann.email }]);
    const { body: account } = await caller.call('GET /api/account');
    expect(account.passkeys).toMatchObject([{ id: authenticator.id, lastAt: expect.any(String) }]);
    expect(await stored(adviserKey(ann.id))).toMatchObject({ passkeys: 1, card: { secondFactor: true } });
  });

  test('has a name that can be changed, and goes when it is removed', async () => {
    const { id } = await passkeyFor(ann.id);
    const renamed = await ann.call('PATCH /api/account/passkeys/{id}', { params: { id }, body: { name: 'Old phone' } });
    expect([renamed.status, renamed.body]).toMatchObject([200, { id, name: 'Old phone' }]);
    expect((await ann.call('DELETE /api/account/passkeys/{id}', { params: { id } })).status).toBe(204);
    expect((await ann.call('GET /api/account')).body.passkeys).toEqual([]);
    const account = await stored<{ pk: string; sk: string; card?: unknown }>(adviserKey(ann.id));
    expect(account).not.toHaveProperty('passkeys');
    expect(account?.card).not.toHaveProperty('secondFactor');
    for (const sent of [{ params: { id } }, { params: { id: 'x'.repeat(2000) } }, { params: { id: 'a#b' } }])
      expect((await ann.call('DELETE /api/account/passkeys/{id}', sent)).status).toBe(404);
  });

  test('belongs to one account until it is removed, also if another one is deleted', async () => {
    const authenticator = new Authenticator(siteOrigin());
    const by = async (person: Person) => (await add(person, authenticator.make(await optionsFor(person)))).status;
    const params = { id: authenticator.id };
    expect([await by(ann), await by(bob)]).toEqual([201, 409]);
    expect((await bob.call('GET /api/account')).body.passkeys).toEqual([]);
    expect((await ann.call('DELETE /api/account/passkeys/{id}', { params })).status).toBe(204);
    expect(await by(bob)).toBe(201);
    await (await newAdmin()).call('DELETE /api/advisers/{id}', { params: { id: bob.id } });
    await expect.poll(() => stored(passkeyClaimKey(authenticator.id)), SOON).toBeUndefined();
  });

  test('of somebody else is not there to rename or remove', async () => {
    const { id } = await passkeyFor(ann.id);
    const params = { id };
    const renamed = await bob.call('PATCH /api/account/passkeys/{id}', { params, body: { name: 'Mine' } });
    const removed = await bob.call('DELETE /api/account/passkeys/{id}', { params });
    expect([renamed.status, removed.status]).toEqual([404, 404]);
    expect(await stored(passkeyKey(ann.id, id))).toMatchObject({ name: 'Laptop' });
  });

  test('signs in from a device on which its count has not grown, as two devices may hold it', async () => {
    const authenticator = await passkeyFor(ann.id);
    for (const counter of [7, 7, 3]) {
      const answer = await signIn(authenticator.use(await challengeFor('use'), ann.id, { counter }));
      expect(answer.status).toBe(200);
    }
    expect(await stored<PasskeyItem>(passkeyKey(ann.id, authenticator.id))).toMatchObject({ counter: 3 });
  });

  test('of a deleted account signs nobody in', async () => {
    const authenticator = await passkeyFor(ann.id);
    const admin = await newAdmin();
    expect((await admin.call('DELETE /api/advisers/{id}', { params: { id: ann.id } })).status).toBe(204);
    expect((await signIn(authenticator.use(await challengeFor('use'), ann.id))).status).toBe(401);
  });
});

const WRONG: [string, Changes][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another port', { origin: 'http://localhost:1' }],
  ['for another site', { rpId: 'evil.example' }],
  ['of a user that was not verified', { verified: false }],
  ['for another ceremony', { type: 'webauthn.other' }],
  ['for a challenge that is not ours', { challenge: Buffer.alloc(54).toString('base64url') }],
  ['for no challenge', { challenge: '' }],
  ['made in a frame of another site', { crossOrigin: true }],
];

describe('an answer is refused that is', () => {
  test.each(WRONG)('%s', async (_, changes) => {
    const authenticator = await passkeyFor(ann.id);
    const used = await signIn(authenticator.use(await challengeFor('use'), ann.id, changes));
    expect([used.status, used.body.message]).toEqual([401, expect.stringContaining('could not be used')]);
    const made = await add(bob, new Authenticator(siteOrigin()).make(await optionsFor(bob), changes));
    expect([made.status, Object.keys(made.body.fields)]).toEqual([400, ['passkey']]);
    expect((await bob.call('GET /api/account')).body.passkeys).toEqual([]);
  });

  test('signed by another key', async () => {
    const [own, other] = [await passkeyFor(ann.id), new Authenticator(siteOrigin())];
    expect((await signIn(own.use(await challengeFor('use'), ann.id, { signedBy: other }))).status).toBe(401);
  });

  test('of a passkey that the account does not have', async () => {
    const [other] = [await passkeyFor(bob.id), await passkeyFor(ann.id)];
    expect((await signIn(other.use(await challengeFor('use'), ann.id))).status).toBe(401);
    expect((await signIn(new Authenticator(siteOrigin()).use(await challengeFor('use'), ann.id))).status).toBe(401);
    expect((await signIn(other.use(await challengeFor('use'), 'nobody'))).status).toBe(401);
  });

  test('older than five minutes', async () => {
    const authenticator = await passkeyFor(ann.id);
    expect((await signIn(authenticator.use(await challengeFor('use', minutesAgo(4)), ann.id))).status).toBe(200);
    expect((await signIn(authenticator.use(await challengeFor('use', minutesAgo(5)), ann.id))).status).toBe(401);
    const old = await challengeFor(`make:${ann.id}`, minutesAgo(5));
    expect((await add(ann, new Authenticator(siteOrigin()).make(old))).status).toBe(400);
  });

  test('for a challenge of something else', async () => {
    const authenticator = await passkeyFor(ann.id);
    expect((await signIn(authenticator.use(await optionsFor(ann), ann.id))).status).toBe(401);
    const [toUse, ofBob] = [await challengeFor('use'), await optionsFor(bob)];
    expect((await add(ann, new Authenticator(siteOrigin()).make(toUse))).status).toBe(400);
    expect((await add(ann, new Authenticator(siteOrigin()).make(ofBob))).status).toBe(400);
  });

  test('the same as before', async () => {
    const authenticator = await passkeyFor(ann.id);
    const passkey = authenticator.use(await challengeFor('use'), ann.id);
    expect((await signIn(passkey)).status).toBe(200);
    expect((await signIn(passkey)).status).toBe(401);
    const options = await optionsFor(bob);
    const made = new Authenticator(siteOrigin()).make(options);
    expect((await add(bob, made)).status).toBe(201);
    expect((await add(bob, new Authenticator(siteOrigin()).make(options))).status).toBe(400);
    expect((await bob.call('GET /api/account')).body.passkeys).toHaveLength(1);
  });

  test.each([
    { id: 'x', type: 'public-key' },
    { id: 'x', type: 'public-key', response: null },
    { id: 'x', type: 'public-key', response: { userHandle: 5 } },
    { id: 'x'.repeat(5000), type: 'public-key', response: { userHandle: 'AAAA' } },
    { id: '../x', type: 'public-key', response: { userHandle: 'AAAA' } },
    { id: 'x', type: 'public-key', response: { userHandle: 'AAAA', clientDataJSON: {}, authenticatorData: [] } },
  ])('such as %.60j', async (passkey) => {
    expect((await signIn(passkey)).status).toBe(401);
    expect((await add(bob, passkey)).status).toBe(400);
  });
});

test('an answer that is sent twice at once signs in once', async () => {
  const act =
    ({ passkey }: { passkey: object }) =>
    () =>
      callHandler({}, 'POST /api/auth/passkey', { body: { passkey } });
  await atOnce(
    async () => ({ passkey: (await passkeyFor(ann.id)).use(await challengeFor('use'), ann.id) }),
    act,
    act,
    async (_, answers) => expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]),
  );
});

describe('after a password', () => {
  const finish = async (
    person: Person,
    passkey: unknown,
    next: 'second-factor' | 'change-password' = 'second-factor',
  ) => {
    const caller = Object.assign(new Caller(), { cookie: await halfSessionOf(person.id, next) });
    return { caller, answer: await caller.call('POST /api/auth/second-factor', { body: { passkey } }) };
  };

  test('a passkey of the account finishes the sign-in', async () => {
    const authenticator = await passkeyFor(ann.id);
    const { caller, answer } = await finish(ann, authenticator.use(await challengeFor('use'), ann.id));
    expect([answer.status, answer.body.id]).toEqual([200, ann.id]);
    expect(caller.cookie).not.toContain('half-session');
    expect((await caller.call('GET /api/auth/me')).status).toBe(200);
  });

  test('a passkey of another account does not', async () => {
    const [, theirs] = [await passkeyFor(ann.id), await passkeyFor(bob.id)];
    for (const whose of [ann.id, bob.id]) {
      const { answer } = await finish(ann, theirs.use(await challengeFor('use'), whose));
      expect(answer.status).toBe(401);
    }
  });

  test('it is no way around a password that has to be changed', async () => {
    const authenticator = await passkeyFor(ann.id);
    const used = authenticator.use(await challengeFor('use'), ann.id);
    expect((await finish(ann, used, 'change-password')).answer.status).toBe(401);
  });
});

describe('a session that has not proved who it is for ten minutes', () => {
  let key: ReturnType<typeof sessionKey>;
  beforeEach(async () => {
    key = sessionKey(ann.id, sessionIdOf(ann));
    await changeStored(key, { createdAt: minutesAgo(11).toISOString() });
  });

  test.each([
    ['POST /api/account/passkeys/options', {}],
    ['POST /api/account/passkeys', { body: { name: 'x', passkey: { id: 'x', type: 'public-key' } } }],
    ['DELETE /api/account/passkeys/{id}', { params: { id: 'x' } }],
    ['POST /api/account/totp', {}],
    ['POST /api/account/totp/confirm', { body: { code: '000000' } }],
    ['DELETE /api/account/totp', {}],
    ['POST /api/account/recovery-codes', {}],
  ] as const)('is asked to before %s', async (name, sent) => {
    const { status, body } = await ann.call(name, sent);
    expect([status, body]).toEqual([403, { message: expect.any(String), confirm: true }]);
  });

  test('proves it by a passkey of its account, and of no other', async () => {
    const [own, other] = [await passkeyFor(ann.id), await passkeyFor(bob.id)];
    const confirm = (passkey: unknown) => ann.call('POST /api/account/confirm', { body: { passkey } });
    for (const wrong of [other.use(await challengeFor('use'), bob.id), other.use(await challengeFor('use'), ann.id)])
      expect((await confirm(wrong)).status).toBe(401);
    expect(await stored<SessionItem>(key)).not.toHaveProperty('provedAt');
    const right = own.use(await challengeFor('use'), ann.id);
    expect((await confirm(right)).status).toBe(204);
    expect((await ann.call('POST /api/account/totp')).status).toBe(200);
    expect((await confirm(right)).status).toBe(401);
  });
});
