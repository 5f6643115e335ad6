import { createHmac, createPublicKey, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import { put } from '#functions/aws/table.ts';
import { sessionItem } from '#functions/domain/accounts/session.ts';
import { consumeAttempt, SIGN_INS } from '#functions/services/rate-limit.ts';
import { Caller } from '../../support/api.ts';
import { newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { signedJwt } from '../../support/people/sessions.ts';

const AUDIENCE = 'onboarding-portal';
const now = Math.floor(Date.now() / 1000);

interface Forged {
  sign?: (text: string) => Uint8Array;
  alg?: string;
  audience?: string;
  endsAt?: number;
  claims?: Record<string, unknown>;
  kid?: string | number | undefined;
}

const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const byAnother = (text: string) => sign('sha256', Buffer.from(text), { key: another, dsaEncoding: 'ieee-p1363' });
const byMac = (key: string | Uint8Array) => (text: string) => createHmac('sha256', key).update(text).digest();

const JTI = 'AAAAAAAAAAAAAAAAAAAAAA';
let ann: Person;
beforeAll(async () => {
  ann = await newAdviser();
  await put(sessionItem({ adviserId: ann.id, id: JTI }, new Date()));
});

async function withCookie(cookie: string): Promise<number> {
  const caller = new Caller();
  caller.cookie = cookie;
  return (await caller.call('GET /api/auth/me')).status;
}

async function forge({ alg = 'ES256', audience = AUDIENCE, endsAt = now + 3600, claims = {}, ...more }: Forged) {
  const header = { alg, kid: '1', ...('kid' in more && { kid: more.kid }) };
  const content = { sub: ann.id, jti: JTI, ver: 1, aud: audience, exp: endsAt, ...claims };
  return `session=${await signedJwt(header, content, more.sign)}`;
}

test('a session as this stack signs it is accepted: the forgeries below fail for what they change', async () => {
  expect(await withCookie(await forge({}))).toBe(200);
});

test.each<[string, Forged]>([
  ['another key', { sign: byAnother }],
  ['a MAC, as sessions once were', { alg: 'HS256', sign: byMac(new Uint8Array(32).fill(7)) }],
  ['a MAC in the name of a signature', { sign: byMac(new Uint8Array(32).fill(7)) }],
  ['another algorithm of our key', { alg: 'ES384' }],
  ['a signature that is all zeros', { sign: () => new Uint8Array(64) }],
  ['no version of the key', { kid: undefined }],
  ['a key’s version as a number', { kid: 1 }],
  ['another audience', { audience: 'another-portal' }],
  ['an hour past its end', { endsAt: now - 3600 }],
  ['a former version', { claims: { ver: 0 } }],
  ['a version that is no number', { claims: { ver: '1' } }],
  ['nobody', { claims: { sub: 'AAAAAAAAAAAAAAAAAAAAAA' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['no session id', { claims: { jti: undefined } }],
  ['a key’s version that is none', { kid: '0' }],
  ['a key’s version spelt another way', { kid: '01' }],
  ['a key’s version beyond the last', { kid: '10000' }],
  ['a key by another name', { kid: 'session' }],
  ['a version of the key that is yet to come', { kid: '2' }],
])('a session of %s is refused', async (_, forged) => {
  expect(await withCookie(await forge(forged))).toBe(401);
});

test('a session of a MAC under the public key, which is no secret, is refused', async () => {
  const der = Buffer.from(await webcrypto.subtle.exportKey('spki', await sessionPublicKey()));
  const pem = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' });
  for (const key of [der, pem])
    for (const alg of ['HS256', 'ES256']) expect(await withCookie(await forge({ alg, sign: byMac(key) }))).toBe(401);
});

test('a session without a signature, cut, or with one changed character is refused', async () => {
  const cookie = await forge({});
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const [, payload] = cookie.split('.');
  for (const bad of [
    `session=${none}.${payload}.`,
    cookie.slice(0, -5),
    cookie.replace(payload ?? '', `${payload?.slice(0, -1)}A`),
    `${cookie}; ${cookie}`,
  ])
    expect(await withCookie(bad)).toBe(401);
});

test('what other cookies of the same host hold is no matter', async () => {
  expect(await withCookie(`other=${'x'.repeat(5000)}; ${await forge({})}; session2=x`)).toBe(200);
});

test('spaces at either end of a password are part of it', async () => {
  const email = `spaces-${ann.id.toLowerCase()}@advisers.example`;
  const register = { name: 'Ann', email, password: ' padded password ' };
  expect((await new Caller().call('POST /api/auth/register', { body: register })).status).toBe(201);
  const statuses = ['padded password', ' padded password '].map(
    async (password) => (await new Caller().call('POST /api/auth/login', { body: { email, password } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});

test('a lock-out ends after its 15 minutes, not before', async () => {
  const address = `locked-${ann.id}`;
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const take = (minutes: number) => consumeAttempt('sign-in', address, SIGN_INS, at(minutes));
  for (let i = 0; i < SIGN_INS.max; i += 1) expect(await take(0)).toBe(0);
  expect(await take(14.5)).toBeGreaterThan(0);
  expect(await take(15.5)).toBe(0);
  expect(await take(16)).toBe(0);
});

describe('a form of another site', () => {
  const body = () => new URLSearchParams({ email: ann.email, password: PASSWORD });
  const form = () => {
    const data = new FormData();
    data.set('email', ann.email);
    return data;
  };
  test.each([
    ['urlencoded', () => ({ raw: body() }), 415],
    ['multipart', () => ({ form: form() }), 415],
    ['text/plain', () => ({ raw: '{"email":"x"}', headers: { 'content-type': 'text/plain' } }), 415],
    ['with its origin', () => ({ body: { email: ann.email, password: PASSWORD }, headers: { origin: 'null' } }), 403],
  ])('%s is refused', async (_, sent, status) => {
    expect((await new Caller().call('POST /api/auth/login', sent())).status).toBe(status);
  });

  test('changes nothing with the cookie that comes along', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await ann.call('POST /api/auth/logout', { headers })).status).toBe(403);
    expect((await ann.call('GET /api/auth/me')).status).toBe(200);
  });
});
