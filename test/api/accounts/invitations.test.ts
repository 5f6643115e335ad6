import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { Caller } from '../../support/api.ts';
import { stored } from '../../support/aws.ts';
import { newAdmin, PASSWORD, type Person } from '../../support/builders.ts';
import { mailsTo } from '../../support/mail.ts';

const DAY_MS = 24 * 60 * 60_000;
let admin: Person;
beforeAll(async () => {
  admin = await newAdmin();
});

const invited = async () => {
  const email = `${randomUUID().slice(0, 8)}@invited.example`;
  const { status, body } = await admin.call('POST /api/advisers/invitations', { body: { name: 'Bo', email } });
  expect([status, body]).toEqual([201, { id: expect.any(String), name: 'Bo', email, role: 'adviser' }]);
  return { id: body.id as string, email };
};
/** Returns the tokens mailed to an address, newest first, once `count` have arrived. */
const tokensTo = async (email: string, count: number) =>
  (await mailsTo(email, count)).map(({ text }) => /reset-password\/([\w-]+)#invitation/.exec(text)?.[1] ?? '');
const choose = async (token: string) =>
  (await new Caller().call('POST /api/auth/reset-password', { body: { token, newPassword: PASSWORD } })).status;
const signIn = async (email: string, password: string) =>
  (await new Caller().call('POST /api/auth/login', { body: { email, password } })).status;
const listed = async (wanted: string) =>
  ((await admin.call('GET /api/advisers')).body as ListedAdviser[]).find(({ id }) => id === wanted);
const again = async (id: string) => (await admin.call('POST /api/advisers/{id}/invitation', { params: { id } })).status;

test('an invited person has no password until it chooses one, by a link that works once and for seven days', async () => {
  const { id, email } = await invited();
  expect(await stored(adviserKey(id))).not.toHaveProperty('passwordHash');
  expect([await signIn(email, ''), await signIn(email, PASSWORD), (await listed(id))?.invited]).toEqual([
    400,
    401,
    true,
  ]);
  const [token = ''] = await tokensTo(email, 1);
  const { reset, createdAt = '' } = (await stored<AdviserItem>(adviserKey(id))) ?? {};
  const days = (Date.parse(reset?.expiresAt ?? '') - Date.parse(createdAt)) / DAY_MS;
  expect(days).toBeCloseTo(7, 2);
  expect([await choose(token), await choose(token)]).toEqual([200, 400]);
  expect([await signIn(email, PASSWORD), (await listed(id))?.invited]).toEqual([200, false]);
  expect(await again(id)).toBe(409);
});

test('an invitation that is sent again voids the former link, three times an hour at most', async () => {
  const { id, email } = await invited();
  const [first = ''] = await tokensTo(email, 1);
  expect(await again(id)).toBe(204);
  const second = (await tokensTo(email, 2)).find((token) => token !== first) ?? '';
  expect([await choose(first), await choose(second)]).toEqual([400, 200]);
  const other = await invited();
  for (const status of [204, 204, 204, 429]) expect(await again(other.id)).toBe(status);
});

test('a password that an admin sets ends the invitation', async () => {
  const { id, email } = await invited();
  const [token = ''] = await tokensTo(email, 1);
  expect((await admin.call('PATCH /api/advisers/{id}', { params: { id }, body: { password: 'sixsix' } })).status).toBe(
    200,
  );
  expect([await choose(token), await signIn(email, 'sixsix'), (await listed(id))?.invited]).toEqual([400, 200, false]);
});
