import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { settingsFor } from '#infra/config.ts';
import { newAdviser, newClient, type Person } from '../support/builders.ts';
import { callHandler } from '../support/handlers.ts';

let adviser: Person;
let client: { id: string; token: string };

/** Functions as they start after a deployment with these versions of the derived keys. */
function deployWith(versions: Record<string, string>): void {
  for (const [name, value] of Object.entries(versions)) vi.stubEnv(name, value);
  vi.resetModules();
}
const both = async () => ({
  session: (await callHandler(adviser, 'GET /api/auth/me')).status,
  link: (await callHandler(client, 'GET /api/portal/{token}', { params: { token: client.token } })).status,
});

beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
});
afterEach(() => deployWith({ SESSION_KEY_VERSION: '1', PORTAL_KEY_VERSION: '1' }));

test('without a rotation, what was issued counts', async () => {
  expect(await both()).toEqual({ session: 200, link: 200 });
});

test('a new session key signs everybody out and loses no portal link', async () => {
  deployWith({ SESSION_KEY_VERSION: '2' });
  expect(await both()).toEqual({ session: 401, link: 200 });
});

test('a new portal key voids every portal link and signs nobody out', async () => {
  deployWith({ PORTAL_KEY_VERSION: '2' });
  expect(await both()).toEqual({ session: 200, link: 401 });
});

test('a version is a setting of the deployment, 1 by default, and never below', () => {
  const versions = (env: Record<string, string>) => settingsFor('local', env).keyVersions;
  expect(versions({})).toEqual({ SESSION_KEY_VERSION: '1', PORTAL_KEY_VERSION: '1' });
  expect(versions({ SESSION_KEY_VERSION: '2' })).toEqual({ SESSION_KEY_VERSION: '2', PORTAL_KEY_VERSION: '1' });
  expect(() => versions({ PORTAL_KEY_VERSION: '0' })).toThrow('PORTAL_KEY_VERSION must be a whole number');
});
