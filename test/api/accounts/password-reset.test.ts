import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-token.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { mailsTo } from '../../support/mail.ts';
import { siteOrigin } from '../../support/stack.ts';

const HOUR = 3_600_000;
const INVALID = 'Invalid or expired reset token. Please request a new password reset.';
const ask = (email: string) => new Caller().call('POST /api/auth/forgot-password', { body: { email } });
const reset = (token: string, newPassword = 'a new password') =>
  new Caller().call('POST /api/auth/reset-password', { body: { token, newPassword } });

/** A token that was issued some time ago, as the table then holds it. */
async function issued(person: Person, millisecondsAgo: number): Promise<string> {
  const { token, kept } = newMailedToken(person.id, new Date(Date.now() - millisecondsAgo));
  await changeStored(adviserKey(person.id), { reset: kept });
  return token;
}

test('asked for twenty times, a link is mailed three times at most, and the answer is always the same', async () => {
  const ann = await newAdviser();
  const answers = [];
  for (let i = 0; i < 20; i += 1) answers.push(await ask(i % 2 ? ann.email : ` ${ann.email.toUpperCase()} `));
  const unknown = await ask(`${randomUUID()}@unknown.example`);
  expect(unknown.status).toBe(200);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, unknown.body]);
  const bob = await newAdviser();
  await ask(bob.email);
  expect(await mailsTo(bob.email, 1)).toHaveLength(1);
  // One request is followed after the other.
  expect(await mailsTo(ann.email)).toHaveLength(3);
});

test('a link works for one hour', async () => {
  const ann = await newAdviser();
  const late = await reset(await issued(ann, HOUR));
  expect([late.status, late.body.message]).toEqual([400, INVALID]);
  expect((await ann.call('GET /api/auth/me')).status).toBe(200);
  expect((await reset(await issued(ann, HOUR - 60_000))).status).toBe(200);
});

test('a token that is cut, lengthened, changed or another’s is refused, and the true one stays usable', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const token = await issued(ann, 0);
  const wrong = [
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    bob.id + token.slice(bob.id.length),
    token.toUpperCase(),
    'AAAA',
  ];
  for (const one of wrong) {
    const { status, body } = await reset(one);
    expect([status, body.message], one).toEqual([400, INVALID]);
  }
  expect((await reset(token)).status).toBe(200);
  expect((await bob.call('GET /api/auth/me')).status).toBe(200);
});

test('what has not the form of a token is answered as an unknown one', async () => {
  for (const token of ['', ' ', 'x'.repeat(500), 'x'.repeat(9000), 'two\nlines', "' OR 1=1"]) {
    const { status, body } = await reset(token);
    expect([status, body.message], token.slice(0, 20)).toEqual([400, INVALID]);
  }
});

test('a reset also ends a lock-out', async () => {
  const ann = await newAdviser();
  const login = (password: string) =>
    new Caller().call('POST /api/auth/login', { body: { email: ann.email, password } });
  for (let i = 0; i < 11; i += 1) await login('wrong guess');
  expect((await login(PASSWORD)).status).toBe(429);
  await reset(await issued(ann, 0));
  expect((await login('a new password')).status).toBe(200);
});

test('a poisoned Host or X-Forwarded-Host does not reach the link in the mail', async () => {
  const ann = await newAdviser();
  const body = JSON.stringify({ email: ann.email });
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  await new Promise((resolve, reject) => {
    request(`${siteOrigin()}/api/auth/forgot-password`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(body);
  });
  await ask(ann.email);
  const mails = await mailsTo(ann.email, 1);
  for (const { text, html } of mails) expect(`${text}${html}`).not.toContain('evil');
  expect(mails[0]?.text).toContain(`${siteOrigin()}/reset-password/`);
});
