import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { type PasskeyItem, passkeyClaimKey, passkeyKey } from '#functions/domain/accounts/factors/passkeys.ts';
import type { SessionItem } from '#functions/domain/accounts/session.ts';
import { deleteAccount, me, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { Authenticator, type Changes } from '../../support/people/authenticator.ts';
import { halfSessionOf } from '../../support/people/entry.ts';
import { challengeFor, passkeyFor } from '../../support/people/factors.ts';
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
const newOne = () => new Authenticator(siteOrigin());
const rename = (person: Person, id: string, name: string) =>
  person.call('PATCH /api/account/passkeys/{id}', { params: { id }, body: { name } });
const remove = async (person: Person, id: string) =>
  (await person.call('DELETE /api/account/passkeys/{id}', { params: { id } })).status;
const sessionIdOf = ({ cookie = '' }: Person): string => decodeJwt(/session=([^;]+)/.exec(cookie)?.[1] ?? '').jti ?? '';
const passkeysOf = async (person: Person) => (await person.call('GET /api/account')).body.passkeys;

describe('a passkey', () => {
  test('can be added, and signs in to its account without a user name', async () => {
    const authenticator = newOne();
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
    expect(await passkeysOf(ann)).toMatchObject([{ id: authenticator.id, lastAt: expect.any(String) }]);
    expect(await stored(adviserKey(ann.id))).toMatchObject({ passkeys: 1, summary: { secondFactor: true } });
  });

  test('can be renamed and removed only by its holder', async () => {
    const { id } = await passkeyFor(ann.id);
    expect([(await rename(bob, id, 'Mine')).status, await remove(bob, id)]).toEqual([404, 404]);
    expect(await rename(ann, id, 'Old phone')).toMatchObject({ status: 200, body: { id, name: 'Old phone' } });
    expect([await remove(ann, id), await passkeysOf(ann)]).toEqual([204, []]);
    const account = await stored<{ pk: string; sk: string; summary?: unknown }>(adviserKey(ann.id));
    expect(account).not.toHaveProperty('passkeys');
    expect(account?.summary).not.toHaveProperty('secondFactor');
    for (const none of [id, 'x'.repeat(2000), 'a#b']) expect(await remove(ann, none)).toBe(404);
  });

  test('belongs to one account until it is removed, and cannot sign in after its account is deleted', async () => {
    const authenticator = newOne();
    const by = async (person: Person) => (await add(person, authenticator.make(await optionsFor(person)))).status;
    expect([await by(ann), await by(bob), await passkeysOf(bob)]).toEqual([201, 409, []]);
    expect([await remove(ann, authenticator.id), await by(bob)]).toEqual([204, 201]);
    expect((await deleteAccount(await newAdmin(), bob.id)).status).toBe(204);
    await expect.poll(() => stored(passkeyClaimKey(authenticator.id)), SOON).toBeUndefined();
    expect((await signIn(authenticator.use(await challengeFor('use'), bob.id))).status).toBe(401);
  });

  test('can sign in if its counter has not grown, as several devices may share it', async () => {
    const authenticator = await passkeyFor(ann.id);
    for (const counter of [7, 7, 3]) {
      const answer = await signIn(authenticator.use(await challengeFor('use'), ann.id, { counter }));
      expect(answer.status).toBe(200);
    }
    expect(await stored<PasskeyItem>(passkeyKey(ann.id, authenticator.id))).toMatchObject({ counter: 3 });
  });
});

const WRONG: [string, Changes][] = [
  ['from another origin', { origin: 'https://evil.example' }],
  ['from another port', { origin: 'http://localhost:1' }],
  ['for another site', { rpId: 'evil.example' }],
  ['from an unverified user', { verified: false }],
  ['of another ceremony', { type: 'webauthn.other' }],
  ['for a foreign challenge', { challenge: Buffer.alloc(54).toString('base64url') }],
  ['without a challenge', { challenge: '' }],
  ['from a frame of another site', { crossOrigin: true }],
];

describe('the server rejects a passkey response', () => {
  test.each(WRONG)('%s', async (_, changes) => {
    const authenticator = await passkeyFor(ann.id);
    const used = await signIn(authenticator.use(await challengeFor('use'), ann.id, changes));
    expect([used.status, used.body.message]).toEqual([401, expect.stringContaining('could not be used')]);
    const made = await add(bob, newOne().make(await optionsFor(bob), changes));
    expect([made.status, Object.keys(made.body.fields)]).toEqual([400, ['passkey']]);
    expect(await passkeysOf(bob)).toEqual([]);
  });

  test('signed by another key', async () => {
    const [own, other] = [await passkeyFor(ann.id), newOne()];
    expect((await signIn(own.use(await challengeFor('use'), ann.id, { signedBy: other }))).status).toBe(401);
  });

  test('from a passkey that the account does not have', async () => {
    const [other] = [await passkeyFor(bob.id), await passkeyFor(ann.id)];
    expect((await signIn(other.use(await challengeFor('use'), ann.id))).status).toBe(401);
    expect((await signIn(newOne().use(await challengeFor('use'), ann.id))).status).toBe(401);
    expect((await signIn(other.use(await challengeFor('use'), 'nobody'))).status).toBe(401);
  });

  test('for a challenge of another purpose or person', async () => {
    const authenticator = await passkeyFor(ann.id);
    expect((await signIn(authenticator.use(await optionsFor(ann), ann.id))).status).toBe(401);
    for (const other of [await challengeFor('use'), await optionsFor(bob)])
      expect((await add(ann, newOne().make(other))).status).toBe(400);
  });

  test('used before', async () => {
    const authenticator = await passkeyFor(ann.id);
    const passkey = authenticator.use(await challengeFor('use'), ann.id);
    expect((await signIn(passkey)).status).toBe(200);
    expect((await signIn(passkey)).status).toBe(401);
    const options = await optionsFor(bob);
    const made = newOne().make(options);
    expect((await add(bob, made)).status).toBe(201);
    expect((await add(bob, newOne().make(options))).status).toBe(400);
    expect(await passkeysOf(bob)).toHaveLength(1);
  });

  test.each([
    { id: 'x', type: 'public-key' },
    { id: 'x', type: 'public-key', response: null },
    { id: 'x', type: 'public-key', response: { userHandle: 5 } },
    { id: 'x'.repeat(5000), type: 'public-key', response: { userHandle: 'AAAA' } },
    { id: '../x', type: 'public-key', response: { userHandle: 'AAAA' } },
    { id: 'x', type: 'public-key', response: { userHandle: 'AAAA', clientDataJSON: {}, authenticatorData: [] } },
  ])('that is malformed: %.60j', async (passkey) => {
    expect((await signIn(passkey)).status).toBe(401);
    expect((await add(bob, passkey)).status).toBe(400);
  });
});

test('a passkey response sent twice concurrently signs in once', async () => {
  const act = (passkey: object) => calling({}, 'POST /api/auth/passkey', { body: { passkey } });
  await atOnce(
    async () => (await passkeyFor(ann.id)).use(await challengeFor('use'), ann.id),
    act,
    act,
    async (_, answers) => expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]),
  );
});

test('a half-session is completed only by a passkey of the same account', async () => {
  const [own, theirs] = [await passkeyFor(ann.id), await passkeyFor(bob.id)];
  const caller = withCookie(await halfSessionOf(ann.id, 'second-factor'));
  const finish = (passkey: object) => caller.call('POST /api/auth/second-factor', { body: { passkey } });
  for (const whose of [ann.id, bob.id])
    expect((await finish(theirs.use(await challengeFor('use'), whose))).status).toBe(401);
  expect((await finish(own.use(await challengeFor('use'), ann.id))).body.id).toBe(ann.id);
  expect([caller.cookie?.includes('half-session'), await me(caller)]).toEqual([false, 200]);
});

describe('a session without re-authentication for ten minutes', () => {
  let key: ReturnType<typeof sessionKey>;
  beforeEach(async () => {
    key = sessionKey(ann.id, sessionIdOf(ann));
    await changeStored(key, { createdAt: new Date(Date.now() - 11 * 60_000).toISOString() });
  });

  test.each([
    ['POST /api/account/passkeys/options', {}],
    ['POST /api/account/passkeys', { body: { name: 'x', passkey: { id: 'x', type: 'public-key' } } }],
    ['DELETE /api/account/passkeys/{id}', { params: { id: 'x' } }],
    ['POST /api/account/totp', {}],
    ['POST /api/account/totp/confirm', { body: { code: '000000' } }],
    ['DELETE /api/account/totp', {}],
    ['POST /api/account/recovery-codes', {}],
  ] as const)('must re-authenticate before %s', async (name, sent) => {
    const { status, body } = await ann.call(name, sent);
    expect([status, body]).toEqual([403, { message: expect.any(String), confirm: true }]);
  });

  test('can re-authenticate only with a passkey of its own account', async () => {
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
