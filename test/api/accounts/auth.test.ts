import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { secret } from '#functions/aws/derived-keys.ts';
import { Caller } from '../../support/api.ts';
import { newAdviser, PASSWORD } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';

const account = () => ({ name: 'Ann Lee', email: `${randomUUID()}@advisers.example`, password: PASSWORD });

test('register, sign in, who am I, sign out', async () => {
  const ann = account();
  const caller = new Caller();
  const registered = await caller.call('POST /api/auth/register', {
    body: { ...ann, email: `  ${ann.email.toUpperCase()} ` },
  });
  expect(registered.status).toBe(201);
  expect(registered.body).toEqual({ id: expect.any(String), name: 'Ann Lee', email: ann.email, role: 'adviser' });
  expect(registered.headers.getSetCookie()).toEqual([]);

  const signedIn = await caller.call('POST /api/auth/login', { body: { email: ann.email, password: PASSWORD } });
  expect(signedIn.status).toBe(200);
  expect(signedIn.headers.getSetCookie()[0]).toMatch(
    /^session=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  );
  expect((await caller.call('GET /api/auth/me')).body).toEqual(registered.body);

  const copy = new Caller();
  copy.cookie = caller.cookie;
  const otherDevice = new Caller();
  await otherDevice.call('POST /api/auth/login', { body: { email: ann.email, password: PASSWORD } });
  expect((await caller.call('POST /api/auth/logout')).status).toBe(204);
  expect((await copy.call('GET /api/auth/me')).status).toBe(401);
  expect((await otherDevice.call('GET /api/auth/me')).status).toBe(200);
});

test('wrong password and unknown account are answered alike', async () => {
  const ann = account();
  await new Caller().call('POST /api/auth/register', { body: ann });
  const wrong = await new Caller().call('POST /api/auth/login', {
    body: { email: ann.email, password: 'not this one' },
  });
  const unknown = await new Caller().call('POST /api/auth/login', {
    body: { email: account().email, password: 'not this one' },
  });
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ message: 'Invalid email or password' });
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('an unknown account takes the work of a wrong password: as many reads, and one comparison at full cost', async () => {
  const ann = account();
  await new Caller().call('POST /api/auth/register', { body: ann });
  const compare = vi.spyOn(bcrypt, 'compare');
  const guess = (email: string) =>
    withFault(noFault, () => callHandler({}, 'POST /api/auth/login', { body: { email, password: 'not this one' } }));
  // A warm function has its secrets.
  await secret('address', 1);
  const [wrong, unknown] = [await guess(ann.email), await guess(account().email)];
  expect([wrong.result.status, unknown.result.status]).toEqual([401, 401]);
  expect([...unknown.asked].sort()).toEqual([...wrong.asked].sort());
  expect(compare.mock.calls.map(([, hash]) => hash.slice(0, 7))).toEqual(['$2b$10$', '$2b$10$']);
});

test('an address has one account', async () => {
  const ann = account();
  const answers = await Promise.all([1, 2].map(() => new Caller().call('POST /api/auth/register', { body: ann })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
});

test('spellings that look alike are one account, and a name is what is seen of it', async () => {
  const ann = { ...account(), email: `kim-${randomUUID()}@advisers.example`, name: 'Alex\u200b\r\nMor\u202egan' };
  const { status, body } = await callHandler({}, 'POST /api/auth/register', { body: ann });
  expect([status, body]).toEqual([201, expect.objectContaining({ name: 'Alex Morgan', email: ann.email })]);
  const wide = ann.email.replace(/[a-z@]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  for (const email of [wide, ann.email.replace('kim', '\u212aIM'), ann.email.replace('advisers.', 'Advisers。')]) {
    expect((await callHandler({}, 'POST /api/auth/register', { body: { ...ann, email } })).status, email).toBe(409);
    const login = { body: { email, password: ann.password } };
    expect((await callHandler({}, 'POST /api/auth/login', login)).status, email).toBe(200);
  }
});

test.each([
  [{ role: 'admin' }, 403],
  [{ password: 'seven77' }, 400],
  [{ password: 'x'.repeat(73) }, 400],
  [{ email: { $ne: 1 } }, 400],
  [{ email: 'ann@exa\u200bmple.com' }, 400],
  [{ email: '\u0430nn@example.com' }, 400],
  [{ name: '\u200b\u202e' }, 400],
  [{ extra: true }, 400],
])('self-registration with %j: %i', async (given, status) => {
  const { body, ...answer } = await new Caller().call('POST /api/auth/register', { body: { ...account(), ...given } });
  expect(answer.status).toBe(status);
  if (status === 400) expect(Object.keys(body.fields)).toEqual(Object.keys(given));
});

test('ten wrong passwords lock the account, also for the right one', async () => {
  const ann = account();
  await new Caller().call('POST /api/auth/register', { body: ann });
  const guess = () =>
    new Caller().call('POST /api/auth/login', { body: { email: ann.email, password: 'wrong guess' } });
  const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  const right = await new Caller().call('POST /api/auth/login', { body: { email: ann.email, password: PASSWORD } });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a forgotten password is reset once, by the newest link, and ends all sessions', async () => {
  const ann = await newAdviser();
  const ask = () => new Caller().call('POST /api/auth/forgot-password', { body: { email: ann.email } });
  await ask();
  expect((await ask()).body).toEqual(
    (await new Caller().call('POST /api/auth/forgot-password', { body: { email: account().email } })).body,
  );
  const [newer, older] = (await mailsTo(ann.email, 2)).map(resetTokenIn);
  const reset = (token: string | undefined, newPassword: string) =>
    new Caller().call('POST /api/auth/reset-password', { body: { token, newPassword } });
  expect((await reset(older, 'a new password')).body.message).toBe(
    'Invalid or expired reset token. Please request a new password reset.',
  );
  expect((await reset(newer, 'short')).body.message).toBe('Password must be at least 8 characters');
  expect((await reset(newer, 'a new password')).status).toBe(200);
  expect((await reset(newer, 'a new password')).status).toBe(400);
  expect((await ann.call('GET /api/auth/me')).status).toBe(401);
  const signIn = await new Caller().call('POST /api/auth/login', {
    body: { email: ann.email, password: 'a new password' },
  });
  expect(signIn.status).toBe(200);
});

test.each([
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a text/plain form', { 'content-type': 'text/plain' }, 415],
])('a sign-in from %s is refused', async (_, headers, status) => {
  const answer = await new Caller().call('POST /api/auth/login', {
    raw: JSON.stringify({ email: 'a@b.example', password: 'x' }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  expect(answer.status).toBe(status);
});

test.each([
  'session=junk',
  `session=${'x'.repeat(10_000)}`,
  'session=a; session=b',
  'session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
])('a cookie that is not ours is nobody’s', async (cookie) => {
  const caller = new Caller();
  caller.cookie = cookie;
  expect((await caller.call('GET /api/auth/me')).status).toBe(401);
});
