import { createHmac, createPublicKey, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import { put, query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { sessionCookie, sessionItem } from '#functions/domain/accounts/session.ts';
import { KEYLESS } from '#functions/pipeline/access.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { me, openPortal, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { newAdviser, PASSWORD, signIn } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { calling } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { signedJwt } from '../../support/people/sessions.ts';
import { tampered } from '../../support/tampered.ts';
import { CALLS, EXAMPLES, makeWorld } from '../requests/world.ts';

const now = Math.floor(Date.now() / 1000);
const JTI = 'AAAAAAAAAAAAAAAAAAAAAA';
const world = await makeWorld();
await put(sessionItem({ adviserId: world.owner.id, id: JTI, version: 1, keyVersion: 1 }, new Date(), 'iPad, Safari'));

interface Forged {
  sign?: (text: string) => Uint8Array;
  header?: object;
  claims?: object;
}
const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const byAnother = (text: string) => sign('sha256', Buffer.from(text), { key: another, dsaEncoding: 'ieee-p1363' });
const byMac = (key: string | Uint8Array) => (text: string) => createHmac('sha256', key).update(text).digest();
const SEVENS = new Uint8Array(32).fill(7);

/** Returns a validly signed session cookie, except for the given parts. */
async function forge({ header = {}, claims = {}, sign: by }: Forged = {}) {
  const content = { sub: world.owner.id, jti: JTI, ver: 1, aud: 'onboarding-portal', exp: now + 3600, ...claims };
  return `session=${await signedJwt({ alg: 'ES256', kid: '1', ...header }, content, by)}`;
}
const statusOf = async (cookie: string) => me(withCookie(cookie));

test('accepts a validly signed session among other cookies of the host', async () => {
  expect(await statusOf(`other=${'x'.repeat(5000)}; ${await forge()}; session2=x`)).toBe(200);
});

test.each<[string, Forged]>([
  ['another key', { sign: byAnother }],
  ['a MAC instead of a signature', { header: { alg: 'HS256' }, sign: byMac(SEVENS) }],
  ['a MAC instead of a signature', { sign: byMac(SEVENS) }],
  ['another algorithm with our key', { header: { alg: 'ES384' } }],
  ['a signature of zeros', { sign: () => new Uint8Array(64) }],
  ['no key version', { header: { kid: undefined } }],
  ['a key version as a number', { header: { kid: 1 } }],
  ['another audience', { claims: { aud: 'another-portal' } }],
  ['an expiry an hour ago', { claims: { exp: now - 3600 } }],
  ['a former session version', { claims: { ver: 0 } }],
  ['a session version as text', { claims: { ver: '1' } }],
  ['an unknown account', { claims: { sub: 'AAAAAAAAAAAAAAAAAAAAAA' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['no session id', { claims: { jti: undefined } }],
  ['key version 0', { header: { kid: '0' } }],
  ['a key version with a leading zero', { header: { kid: '01' } }],
  ['a key version beyond the last', { header: { kid: '10000' } }],
  ['a key name instead of a version', { header: { kid: 'session' } }],
  ['a future key version', { header: { kid: '2' } }],
])('refuses a session with %s', async (_, forged) => {
  expect(await statusOf(await forge(forged))).toBe(401);
});

test('refuses a session whose MAC uses the public key', async () => {
  const der = Buffer.from(await webcrypto.subtle.exportKey('spki', await sessionPublicKey()));
  const pem = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' });
  for (const key of [der, pem])
    for (const alg of ['HS256', 'ES256'])
      expect(await statusOf(await forge({ header: { alg }, sign: byMac(key) }))).toBe(401);
});

test('refuses a session that is unsigned, truncated, altered, sent twice or malformed', async () => {
  const cookie = await forge();
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const [, payload = ''] = cookie.split('.');
  const later = Buffer.from(payload, 'base64url')
    .toString()
    .replace(`${now + 3600}`, `${now + 7200}`);
  const changed = cookie.replace(payload, Buffer.from(later).toString('base64url'));
  const junk = ['session=junk', `session=${'x'.repeat(10_000)}`, 'session=a; session=b'];
  for (const bad of [`session=${none}.${payload}.`, cookie.slice(0, -5), changed, `${cookie}; ${cookie}`, ...junk])
    expect(await statusOf(bad), bad.slice(0, 30)).toBe(401);
});

test('a session is valid only while its item exists, from sign-in to sign-out', async () => {
  const ann = await newAdviser();
  const person = await signIn(ann.email, PASSWORD);
  const kept = [1, 'string', 'number'];
  const sessions = async () =>
    (await query(adviserKey(ann.id).pk, 'SESSION#')).map(({ v, createdAt, ttl }) => [v, typeof createdAt, typeof ttl]);
  expect(await sessions()).toEqual([kept, kept]);
  const { cookie } = person;
  await person.call('POST /api/auth/logout');
  expect(await sessions()).toEqual([kept]);
  // Only the signature can be checked without a read.
  const { result, asked } = await withFault(noFault, calling({ cookie }, 'GET /api/auth/me'));
  expect([result.status, asked, await me(ann)]).toEqual([401, ['BatchGetItem'], 200]);
  const unknown = { adviserId: ann.id, id: newId(), version: 1, keyVersion: 1 };
  expect(await statusOf((await sessionCookie(unknown, new Date())).split(';')[0] ?? '')).toBe(401);
});

const forgedToken = () => tampered(world.client.token);
const UNVERIFIED: Record<string, () => { cookie?: string; token?: string }> = {
  'no cookie': () => ({}),
  'a cookie with another signature': () => ({ cookie: tampered(world.owner.cookie ?? '') }),
  'a token with another MAC': () => ({ token: forgedToken() }),
};

describe.each(CALLS.filter(([, { allow }]) => !allow.includes('anonymous')))('%s', (name, { lambda }) => {
  test.each(Object.entries(UNVERIFIED))('refuses a caller with %s without a read', async (_, caller) => {
    const status = caller().token && KEYLESS.includes(lambda) ? 403 : 401;
    const sent = name.includes('{token}') ? { params: { token: forgedToken() } } : await EXAMPLES[name](world);
    newLogLines();
    const { result, asked } = await withFault(noFault, calling(caller(), name, sent));
    expect([result.status, asked]).toEqual([status, []]);
    expect(newLogLines()).toMatchObject([{ call: name, status, awsCalls: 0 }]);
  });
});

test('refuses a bad query without identity and an expired cookie without a read', async () => {
  const query = { limit: '0', filter: 'x' };
  const cookie = await forge({ claims: { exp: now - 3600 } });
  for (const act of [calling({}, 'GET /api/clients', { query }), calling({ cookie }, 'GET /api/auth/me')]) {
    const { result, asked } = await withFault(noFault, act);
    expect([result.status, asked]).toEqual([401, []]);
  }
});

describe('a portal token', () => {
  const open = async (token: string) => (await openPortal(token)).status;

  test('in the path causes no read if another token is the identity', async () => {
    const { token } = world.otherClient;
    const sent = { params: { token: forgedToken() } };
    const { result, asked } = await withFault(noFault, calling({ token }, 'GET /api/portal/{token}', sent));
    expect([result.status, asked.sort()]).toEqual([404, ['BatchGetItem', 'Query']]);
  });

  test('has exactly one valid last character', async () => {
    const { token } = world.client;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const statuses = await Promise.all([...alphabet].map((last) => open(token.slice(0, -1) + last)));
    expect([...alphabet].filter((_, i) => statuses[i] === 200)).toEqual([token.at(-1)]);
  });
});

describe('a cross-site form', () => {
  const data = new FormData();
  data.set('email', 'ann@advisers.example');
  const body = { email: 'ann@advisers.example', password: PASSWORD };
  test.each([
    ['urlencoded', { raw: new URLSearchParams(body) }, 415],
    ['multipart', { form: data }, 415],
    ['text/plain', { raw: '{"email":"x"}', headers: { 'content-type': 'text/plain' } }, 415],
    ['sent from no origin', { body, headers: { origin: 'null' } }, 403],
  ])('that is %s cannot sign in', async (_, sent, status) => {
    expect((await new Caller().call('POST /api/auth/login', sent)).status).toBe(status);
  });

  test('changes nothing with the user’s cookie', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await world.owner.call('POST /api/auth/logout', { headers })).status).toBe(403);
    expect(await me(world.owner)).toBe(200);
  });
});
