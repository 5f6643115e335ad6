import { beforeAll, describe, expect, test } from 'vitest';
import { secret } from '#functions/aws/derived-keys.ts';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { sessionCookie } from '#functions/domain/accounts/session.ts';
import { portalToken } from '#functions/domain/clients/portal-token.ts';
import { KEYLESS } from '#functions/pipeline/access.ts';
import { newId } from '#functions/services/keys/ids.ts';
import { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, newClient, PASSWORD, signIn } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from '../requests/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // A warm function has its secrets.
  await Promise.all([sessionPublicKey(), secret('portal-token', 1)]);
});

// Two ends that differ in the bits that count, not only in those that fill up the last character.
const otherEnd = (text: string) => `${text.slice(0, -2)}${text.endsWith('A') ? 'EE' : 'AA'}`;
const forgedToken = () => otherEnd(world.client.token);

/** Callers whom nothing proves, and what else they send. */
const UNVERIFIED: Record<string, () => { cookie?: string; token?: string }> = {
  'no cookie': () => ({}),
  'a cookie with another signature': () => ({ cookie: otherEnd(world.owner.cookie ?? '') }),
  'a token with another MAC': () => ({ token: forgedToken() }),
};

describe.each(CALLS.filter(([, { allow }]) => !allow.includes('anonymous')))('%s', (name, { lambda }) => {
  test.each(Object.entries(UNVERIFIED))('by %s costs no read', async (_, caller) => {
    const status = caller().token && KEYLESS.includes(lambda) ? 403 : 401;
    const sent = name.includes('{token}') ? { params: { token: forgedToken() } } : await EXAMPLES[name](world);
    newLogLines();
    const { result, asked } = await withFault(noFault, () => callHandler(caller(), name, sent));
    expect([result.status, asked]).toEqual([status, []]);
    expect(newLogLines()).toMatchObject([{ call: name, status, awsCalls: 0 }]);
  });
});

test('what is wrong with the input of nobody is not looked at', async () => {
  const query = { limit: '0', filter: 'x' };
  const { result, asked } = await withFault(noFault, () => callHandler({}, 'GET /api/clients', { query }));
  expect([result.status, asked]).toEqual([401, []]);
});

test('a token in the path leads to no read where another is the identity', async () => {
  const { result, asked } = await withFault(noFault, () =>
    callHandler({ token: world.otherClient.token }, 'GET /api/portal/{token}', { params: { token: forgedToken() } }),
  );
  expect(result.status).toBe(404);
  expect(asked.sort()).toEqual(['BatchGetItem', 'Query']);
});

test('a session that was ended is looked up: only its signature is known without a read', async () => {
  const person = await newAdviser();
  const { cookie } = person;
  await person.call('POST /api/auth/logout');
  const { result, asked } = await withFault(noFault, () => callHandler({ cookie }, 'GET /api/auth/me'));
  expect([result.status, asked]).toEqual([401, ['BatchGetItem']]);
});

describe('a portal token', () => {
  const open = async (token: string) =>
    (await new Caller().call('GET /api/portal/{token}', { params: { token } })).status;

  test('of the first version is the client’s id and the MAC; a later one says its version', async () => {
    const client = await newClient(world.owner);
    const admin = await demoAdmin();
    const sent = { params: { id: client.id } };
    const second = (await admin.call('POST /api/clients/{id}/token/regenerate', sent)).body.token as string;
    const third = (await admin.call('POST /api/clients/{id}/token/regenerate', sent)).body.token as string;
    expect([client.token, second, third].map((token) => token.slice(65))).toEqual(['', '2', '3']);
    expect(await Promise.all([client.token, second, third].map(open))).toEqual([401, 401, 200]);
    // What the MAC says of another version does not hold for the live one.
    for (const end of ['', '1', '03', '4', '3 ', '3x', '-3', '３'])
      expect(await open(third.slice(0, 65) + end), `“${end}”`).toBe(401);
  });

  test('counts in base 36, in one way only', async () => {
    const { id } = await newClient(world.owner);
    const token = await portalToken({ clientId: id, version: 46, keyVersion: 1 });
    expect(token.slice(65)).toBe('1a');
    for (const wrong of [`${token.slice(0, 65)}1A`, `${token.slice(0, 65)}01a`]) {
      const { result, asked } = await withFault(noFault, () =>
        callHandler({}, 'GET /api/portal/{token}', { params: { token: wrong } }),
      );
      expect([result.status, asked]).toEqual([401, []]);
    }
  });

  test('has exactly one valid last character', async () => {
    const { token } = await newClient(world.owner);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const results = await Promise.all(
      [...alphabet].map(async (last) => {
        const sent = { params: { token: token.slice(0, -1) + last } };
        return [last, (await callHandler({}, 'GET /api/portal/{token}', sent)).status] as const;
      }),
    );
    expect(results.filter(([, status]) => status === 200)).toEqual([[token.at(-1), 200]]);
  });
});

test('an expired cookie costs no read', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const session = { adviserId: world.owner.id, id: 'AAAAAAAAAAAAAAAAAAAAAA', version: 1, keyVersion: 1 };
  const [cookie] = (await sessionCookie(session, yesterday)).split(';');
  const { result, asked } = await withFault(noFault, () => callHandler({ cookie }, 'GET /api/auth/me'));
  expect([result.status, asked]).toEqual([401, []]);
});

test('a session lives as long as its item: a sign-in puts it, a sign-out removes it, and a cookie without one is nobody’s', async () => {
  const ann = await newAdviser();
  const person = await signIn(ann.email, PASSWORD);
  const sessions = async () =>
    (await query(adviserKey(ann.id).pk, 'SESSION#')).map(({ v, createdAt, ttl }) => [v, typeof createdAt, typeof ttl]);
  expect(await sessions()).toEqual([
    [1, 'string', 'number'],
    [1, 'string', 'number'],
  ]);
  expect((await callHandler(person, 'POST /api/auth/logout')).status).toBe(204);
  expect(await sessions()).toHaveLength(1);
  expect((await callHandler({ cookie: person.cookie }, 'GET /api/auth/me')).status).toBe(401);
  expect((await callHandler(ann, 'GET /api/auth/me')).status).toBe(200);
  const unknown = { adviserId: ann.id, id: newId(), version: 1, keyVersion: 1 };
  const [cookie] = (await sessionCookie(unknown, new Date())).split(';');
  expect((await callHandler({ cookie }, 'GET /api/auth/me')).status).toBe(401);
});
