import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { put } from '#functions/aws/table.ts';
import { sessionItem } from '#functions/domain/accounts/session.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { LAST_KEY_VERSION, readSettings, SETTINGS_KEY } from '#functions/services/settings.ts';
import { rotate as rotateKey } from '#infra/ops/access.ts';
import { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { newAdmin, newAdviser, newClient, PASSWORD, signIn } from '../support/builders.ts';
import { firstKeys } from '../support/first-keys.ts';
import { mailsTo } from '../support/mail.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { signedJwt } from '../support/people/sessions.ts';

const BARE = 65;
const folder = await operatorFolder();
const rotate = (key: string) => runOps(folder, `rotate ${key}`);

const ofClient = () => ({ params: { id: client.id } });

const me = async (caller: Caller) => (await caller.call('GET /api/auth/me')).status;
/** Returns the statuses of the page and of a call with the token in the header. */
const opened = async (token: string) => {
  const page = await new Caller().call('GET /api/portal/{token}', { params: { token } });
  const thread = await new Caller(token).call('GET /api/clients/{id}/messages', ofClient());
  return [page.status, thread.status];
};
const both = async () => ({ session: await me(adviser), link: await opened(client.token) });
const summaries = async () => {
  const { body } = await (await newAdmin()).call('GET /api/record', { query: { action: 'keys-rotated' } });
  return body.map(({ actorType, summary }: Record<string, string>) => `${actorType}: ${summary}`);
};

await firstKeys();
const adviser = await newAdviser();
const client = await newClient(adviser);
afterEach(firstKeys);

test('sessions and links stay valid without a rotation', async () => {
  expect(await both()).toEqual({ session: 200, link: [200, 200] });
});

describe('rotating the session key', () => {
  beforeEach(async () => {
    expect(await rotate('session')).toEqual({ code: 0, output: expect.stringContaining('now has version 2') });
  });

  test('signs everyone out and keeps portal links', async () => {
    expect(await both()).toEqual({ session: 401, link: [200, 200] });
    expect((await summaries())[0]).toBe('operator: Signed everyone out');
  });

  test('lets everyone sign in again', async () => {
    const again = await signIn(adviser.email, PASSWORD);
    expect((await again.call('GET /api/clients')).status).toBe(200);
    expect((await again.call('POST /api/auth/logout')).status).toBe(204);
    expect((await again.call('GET /api/clients')).status).toBe(401);
  });

  test.each([
    ['the former key version', '1', 401],
    ['no key version', undefined, 401],
    ['a future key version', '3', 401],
    ['the current key version', '2', 200],
  ])('accepts a validly signed cookie only with the current version: %s', async (_, kid, status) => {
    const id = newId();
    await put(sessionItem({ adviserId: adviser.id, id, version: 1, keyVersion: 2 }, new Date(), 'iPad, Safari'));
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const claims = { sub: adviser.id, jti: id, ver: 1, aud: 'onboarding-portal', exp };
    const cookie = `session=${await signedJwt({ alg: 'ES256', kid }, claims)}`;
    expect(await me(Object.assign(new Caller(), { cookie }))).toBe(status);
  });
});

describe('rotating the portal key', () => {
  beforeEach(async () => {
    expect(await rotate('portal')).toEqual({ code: 0, output: expect.stringContaining('now has version 2') });
  });

  test('cancels every portal link and signs nobody out', async () => {
    expect(await both()).toEqual({ session: 200, link: [401, 401] });
    expect((await summaries())[0]).toBe('operator: Cancelled every portal link');
  });

  test('answers a cancelled link like an unknown one', async () => {
    const answerTo = async (token: string) => {
      const { status, body } = await new Caller().call('GET /api/portal/{token}', { params: { token } });
      return { status, message: body.message };
    };
    expect(await answerTo(client.token)).toEqual(await answerTo(`${newId()}${'A'.repeat(43)}`));
  });

  test('signs all links that are shown, made and mailed afterwards with the new version', async () => {
    const shown = (await adviser.call('GET /api/clients/{id}/token', ofClient())).body.token;
    expect([shown.slice(BARE), await opened(shown)]).toEqual(['-2', [200, 200]]);
    await adviser.call('POST /api/clients/{id}/send-portal-link', ofClient());
    expect((await mailsTo(client.email))[0]?.text).toContain(`/portal/${shown}\n`);
    expect((await newClient(adviser)).token.slice(BARE)).toBe('-2');

    const other = await newClient(adviser);
    const sent = { params: { id: other.id } };
    const { body } = await (await newAdmin()).call('POST /api/clients/{id}/token/regenerate', sent);
    expect(body.token.slice(BARE)).toBe('2-2');
    const page = (token: string) => new Caller().call('GET /api/portal/{token}', { params: { token } });
    expect([(await page(body.token)).status, (await page(other.token)).status]).toEqual([200, 401]);
  });
});

test('concurrent rotations each succeed or fail as a whole, with a version for each key', async () => {
  const { version } = await readSettings();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const ran = await Promise.allSettled((['session', 'portal', 'session', 'portal'] as const).map(rotateKey));
  log.mockRestore();
  const { keys, version: after } = await readSettings();
  const refused = ran.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(keys.session + keys.portal - 2).toBe(ran.length - refused.length);
  expect(refused.length).toBeLessThan(ran.length);
  for (const reason of refused) expect(reason).toContain('at the same time');
  // An admin with the settings page open can still save it.
  expect(after).toBe(version);
});

test('refuses a rotation beyond the last version and of unknown keys', async () => {
  await changeStored(SETTINGS_KEY, { keys: { session: 1, portal: LAST_KEY_VERSION } });
  expect(await rotate('portal')).toMatchObject({ code: 1, output: expect.stringContaining('cannot be rotated again') });
  expect((await readSettings()).keys.portal).toBe(LAST_KEY_VERSION);
  for (const wrong of ['', 'address', 'session portal'])
    expect((await rotate(wrong)).output).toContain('npm run ops -- rotate session');
});
