import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { VIEWER_ADDRESS } from '#functions/pipeline/request.ts';
import { newAdmin, PASSWORD } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { newNetwork } from '../../support/people/sign-ins.ts';

const DOMAINS = 'firm.example,other.example';
const register = (domain: string, caller: { cookie?: string | undefined } = {}) => {
  const email = `${randomUUID().slice(0, 8)}@${domain}`;
  const body = { name: 'Ann', email, password: PASSWORD };
  return callHandler(caller, 'POST /api/auth/register', { body, headers: { [VIEWER_ADDRESS]: newNetwork() } });
};

afterEach(() => vi.unstubAllEnvs());

test.each(['firm.example', 'OTHER.Example'])('a deployment that names domains lets in who is at %s', async (domain) => {
  vi.stubEnv('REGISTRATION', DOMAINS);
  expect((await register(domain)).status).toBe(201);
});

test.each(['firm.example.evil.example', 'sub.firm.example', 'notfirm.example', 'example.firm'])(
  'it refuses who is at %s, and says where one has to be',
  async (domain) => {
    vi.stubEnv('REGISTRATION', DOMAINS);
    const { status, body } = await register(domain);
    expect([status, body]).toEqual([403, { message: expect.stringContaining('at firm.example or other.example') }]);
  },
);

test('a closed one refuses everybody', async () => {
  vi.stubEnv('REGISTRATION', 'closed');
  const { status, body } = await register('firm.example');
  expect([status, body]).toEqual([403, { message: expect.stringContaining('Registration is closed') }]);
});

test.each([DOMAINS, 'closed'])('an admin registers anyone, also where registration is %s', async (registration) => {
  const admin = await newAdmin();
  vi.stubEnv('REGISTRATION', registration);
  expect((await register('elsewhere.example', admin)).status).toBe(201);
});
