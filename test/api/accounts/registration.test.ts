import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remove } from '#functions/aws/table.ts';
import { reservationKey } from '#functions/domain/accounts/account-creation.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-link.ts';
import type { RegistrationItem } from '#functions/domain/accounts/registration.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import { VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import { SYSTEM } from '#functions/services/audit-log/entry.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { SIGN_INS } from '#functions/services/limits.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { Adviser } from '#shared/contract/advisers.ts';
import { CONFIRMATION_LINK } from '#shared/rules/lifetimes.ts';
import { firmEntryFor, followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newClient, PASSWORD } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { callHandler } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { confirmTokenIn, mailsTo, resetTokenIn } from '../../support/mail.ts';
import { failedSignIns, newNetwork } from '../../support/people/sign-ins.ts';
import { tampered } from '../../support/tampered.ts';

const HOUR = 3_600_000;
const UNCONFIRMED = 'Please open the link in our email to you first.';
const INVALID =
  'This link was used, has expired or was replaced. Sign in with your password, and we will email you a new one.';
const WRONG = 'This is not the password that you registered with. Please try again.';

const newAddress = () => `${randomUUID().slice(0, 8)}@firm.example`;
const register = (email: string, { password = PASSWORD, name = 'Ann Lee', from = newNetwork() } = {}, caller = {}) =>
  callHandler(caller, 'POST /api/auth/register', {
    body: { name, email, password },
    headers: { [VIEWER_ADDRESS]: from },
  });
const login = (
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = { [VIEWER_ADDRESS]: newNetwork() },
) => callHandler({}, 'POST /api/auth/login', { body: { email, password }, headers });
const confirm = (token: string, password = PASSWORD) =>
  callHandler({}, 'POST /api/auth/confirm-address', { body: { token, password } });
const forgot = (email: string) => callHandler({}, 'POST /api/auth/forgot-password', { body: { email } });
const waiting = async (email: string) => ({ ...reservationKey(await pseudonym(email)), sk: 'REGISTRATION' });

const linksTo = async (email: string, count = 0) =>
  (await mailsTo(email, count)).filter((mail) => confirmTokenIn(mail));
const mailedToken = async (email: string, count = 1) => confirmTokenIn((await linksTo(email, count))[0]);

async function issued(email: string, millisecondsAgo = 0): Promise<string> {
  const { token, kept } = newMailedToken(
    await pseudonym(email),
    new Date(Date.now() - millisecondsAgo),
    CONFIRMATION_LINK,
  );
  await changeStored(await waiting(email), { link: kept });
  return token;
}

/** Registers an address and waits for its mail, so that no later link is mailed for it. */
async function registered(given = {}): Promise<string> {
  const email = newAddress();
  expect((await register(email, given)).status).toBe(201);
  await mailsTo(email, 1);
  return email;
}

const ALL = attemptsKey('confirmation-mail', 'ALL');
beforeEach(async () => {
  vi.stubEnv('REGISTRATION', 'firm.example,other.example');
  await remove(ALL);
});
afterEach(() => vi.unstubAllEnvs());

describe('registration by an address’s domain', () => {
  test('is pending until the mailed link is opened, which works once', async () => {
    const email = newAddress();
    const { status, body } = await register(email);
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'Ann Lee', email, role: 'adviser', unconfirmed: true },
    ]);
    const token = await mailedToken(email);
    const done = await confirm(token);
    expect([done.status, done.body]).toEqual([200, { message: expect.stringContaining('now log in') }]);
    expect(done.headers.has('set-cookie')).toBe(false);
    const signedIn = await login(email);
    expect([signedIn.status, signedIn.body]).toEqual([200, { id: body.id, name: 'Ann Lee', email, role: 'adviser' }]);
    expect(await stored(await waiting(email))).toBeUndefined();
    expect([(await confirm(token)).status, (await login(email)).status]).toEqual([400, 200]);
  });

  test('creates no account before: nobody lists it, and no client can be assigned to it', async () => {
    const [admin, { body }] = [await demoAdmin(), await register(newAddress())];
    const { body: listed } = await admin.call('GET /api/advisers');
    expect((listed as Adviser[]).some(({ id }) => id === body.id)).toBe(false);
    const client = { name: 'Mia Wood', email: 'mia@clients.example', phone: '1', adviserId: body.id };
    expect((await admin.call('POST /api/clients', { body: client })).body.fields).toHaveProperty('adviserId');
    const own = await newClient(admin, { adviserId: admin.id });
    const change = { params: { id: own.id }, body: { adviserId: body.id } };
    expect((await admin.call('PATCH /api/clients/{id}', change)).status).toBe(400);
  });

  test('mails the link again at sign-in, three times an hour, and hides this from a wrong password', async () => {
    const email = await registered();
    const wrong = await login(email, 'a wrong password');
    expect([wrong.status, wrong.body]).toEqual([401, { message: 'Invalid email or password' }]);
    for (let i = 0; i < 4; i += 1) {
      const { status, body } = await login(email);
      expect([status, body]).toEqual([403, { message: UNCONFIRMED }]);
    }
    expect((await register(email)).status).toBe(429);
    const last = newAddress();
    await register(last);
    // Entries are handled in order.
    await mailsTo(last, 1);
    const [newest, former, ...more] = (await linksTo(email, 3)).map(confirmTokenIn);
    expect(more).toHaveLength(1);
    expect([(await confirm(former ?? '')).status, (await confirm(newest ?? '')).status]).toEqual([400, 200]);
  });

  test('is limited to three mails an hour for a network and twenty in total', async () => {
    const from = newNetwork();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await register(newAddress(), { from })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect(await stored(ALL)).toMatchObject({ count: 3 });
    await changeStored(ALL, { count: 20 });
    const { status, body } = await register(newAddress());
    expect([status, body.message]).toEqual([429, expect.stringMatching(/Please try again in 60 minutes, or ask/)]);
  });

  test('mails nothing that a stranger typed', async () => {
    const email = await registered({ name: 'See evil.example' });
    await forgot(email);
    for (const { text, html } of await mailsTo(email, 2)) expect(text + html).not.toMatch(/evil\.example|See evil/);
  });

  test('is refused for an address that has an account, and changes nothing', async () => {
    const email = await registered();
    await confirm(await issued(email));
    const { status, body } = await register(email, { password: 'another password' });
    expect([status, body]).toEqual([409, { message: 'This email is already in use' }]);
    expect((await login(email)).status).toBe(200);
  });
});

test.each([
  ['firm.example', 201],
  ['OTHER.Example', 201],
  ['firm.example.evil.example', 403],
  ['sub.firm.example', 403],
  ['notfirm.example', 403],
  ['example.firm', 403],
])('a deployment for certain domains answers a registration at %s with %i', async (domain, status) => {
  const answer = await register(newAddress().replace('firm.example', domain));
  const body = { message: expect.stringContaining('at firm.example or other.example') };
  expect([answer.status, answer.body]).toEqual([status, status === 403 ? body : expect.anything()]);
});

test('a closed deployment registers only by an admin, an open one registers everyone', async () => {
  const admin = await newAdmin();
  for (const [registration, own] of [
    ['firm.example', 403],
    ['closed', 403],
    ['open', 201],
  ] as const) {
    vi.stubEnv('REGISTRATION', registration);
    const elsewhere = () => newAddress().replace('firm', 'elsewhere');
    const email = elsewhere();
    const { status, body } = await register(email);
    expect([status, (await register(elsewhere(), {}, admin)).status]).toEqual([own, 201]);
    if (registration === 'closed') expect(body.message).toContain('Registration is closed');
    if (registration !== 'open') continue;
    expect(body).not.toHaveProperty('unconfirmed');
    expect([(await login(email)).status, await linksTo(email)]).toEqual([200, []]);
  }
});

describe('a confirmation link', () => {
  test('does not activate an account with a stranger’s password', async () => {
    const email = await registered({ password: 'of a stranger', name: 'Harbour Compliance' });
    const token = await issued(email);
    const { status, body } = await confirm(token);
    expect([status, body]).toEqual([400, { message: WRONG, fields: { password: WRONG } }]);
    expect((await login(email, 'of a stranger')).status).toBe(403);
  });

  test('is cancelled if the address registers again, with the newer name and password', async () => {
    const email = await registered({ password: 'of a stranger', name: 'A Stranger' });
    const former = await issued(email);
    expect((await register(email)).status).toBe(201);
    expect((await confirm(former, 'of a stranger')).status).toBe(400);
    expect((await login(email, 'of a stranger')).status).toBe(401);
    expect((await confirm(await mailedToken(email, 2))).status).toBe(200);
    expect((await login(email)).body.name).toBe('Ann Lee');
  });

  test('works for one hour', async () => {
    const email = await registered();
    const late = await confirm(await issued(email, HOUR));
    expect([late.status, late.body]).toEqual([400, { message: INVALID }]);
    expect((await confirm(await issued(email, HOUR - 60_000))).status).toBe(200);
  });

  test('does nothing for a registration older than a week, whose password cannot sign in either', async () => {
    const email = await registered();
    const token = await issued(email);
    await changeStored(await waiting(email), { endsAt: Math.floor(Date.now() / 1000) - 1 });
    expect([(await confirm(token)).status, (await login(email)).status]).toEqual([400, 401]);
  });

  test('is refused if it is malformed or foreign, and the valid one still works', async () => {
    const [email, other] = [await registered(), await registered()];
    const token = await issued(email);
    const wrong = [token.slice(0, -1), `${token}A`, tampered(token), (await pseudonym(other)) + token.slice(43)];
    for (const one of [...wrong, 'A'.repeat(86), 'x'.repeat(9000), '', "' OR 1=1"]) {
      const { status, body } = await confirm(one);
      expect([status, body.message], one.slice(0, 20)).toEqual([400, INVALID]);
    }
    expect((await confirm(token)).status).toBe(200);
  });

  test('accepts ten guesses of the password, counted before comparison and together with sign-ins', async () => {
    const email = await registered();
    const token = await issued(email);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => confirm(token, 'a wrong guess')));
    const statuses = guesses.map(({ status }) => status).filter((status) => status !== 409);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(SIGN_INS.max);
    await failedSignIns(email, SIGN_INS.max);
    expect([(await confirm(token)).status, (await login(email, PASSWORD, {})).status]).toEqual([429, 429]);
  });

  test('opened twice concurrently makes one account', async () => {
    const admin = await demoAdmin();
    const opening =
      ({ token }: { token: string }) =>
      () =>
        confirm(token);
    await interleaved(
      async () => {
        const email = await registered();
        return { email, token: await issued(email) };
      },
      opening,
      opening,
      async ({ email }, { first, other }) => {
        expect([first.status, other.status].sort()).toEqual([200, 400]);
        const { body } = await admin.call('GET /api/advisers');
        expect((body as Adviser[]).filter((one) => one.email === email)).toHaveLength(1);
      },
    );
  });
});

test('an account made by an admin replaces a pending registration of its address', async () => {
  const email = await registered({ password: 'of a stranger' });
  const token = await issued(email);
  const made = await register(email, {}, await newAdmin());
  expect([made.status, made.body.unconfirmed]).toEqual([201, undefined]);
  expect([(await login(email)).status, (await login(email, 'of a stranger')).status]).toEqual([200, 401]);
  expect((await confirm(token, 'of a stranger')).status).toBe(409);
});

test('a password reset link also completes a registration, once', async () => {
  const email = await registered({ password: 'forgotten by now' });
  await forgot(email);
  const token = resetTokenIn((await mailsTo(email, 2))[0]);
  const reset = () =>
    callHandler({}, 'POST /api/auth/reset-password', { body: { token, newPassword: 'a new password' } });
  expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
  expect((await login(email, 'a new password')).status).toBe(200);
});

describe('the audit entry of a registration', () => {
  const now = new Date();

  const entryFor = async (email: string) => {
    const data = { name: 'Ann Lee', address: await pseudonym(email) };
    return firmEntryFor(SYSTEM, { action: 'confirmation-requested', data }, now);
  };

  test('mails one link even if it is delivered repeatedly, and none if it is old', async () => {
    const email = await registered();
    const line = await entryFor(email);
    for (let i = 0; i < 3; i += 1) await followed(line);
    expect(await linksTo(email)).toHaveLength(2);
    await handleEntry(await entryFor(email), new Date(now.getTime() + 24.1 * HOUR));
    expect(await linksTo(email)).toHaveLength(2);
    expect((await confirm(await mailedToken(email, 2))).status).toBe(200);
    await followed(await entryFor(email));
    expect(await linksTo(email)).toHaveLength(2);
  });

  test('mails one valid link if its handler is killed at any call and repeated', async () => {
    const mailed: number[] = [];
    const calls = await killAtEveryCall(
      async () => {
        const email = await registered();
        return { email, line: await entryFor(email) };
      },
      ({ line }) => job(() => followed(line)),
      async ({ email }) => {
        const mails = await linksTo(email);
        mailed.push(mails.length - 1);
        expect((await confirm(confirmTokenIn(mails[0]))).status).toBe(200);
      },
      [200],
    );
    // An email without a reply of SES is not sent again (inbox/mail-once).
    expect(mailed).toEqual(Array(calls).fill(1));
  });

  test('contains no address, password or token, and neither does the log', async () => {
    newLogLines();
    const email = await registered();
    const token = await issued(email);
    await confirm(token, 'a wrong password');
    await confirm(token);
    const { passwordHash = '' } = (await stored<RegistrationItem>(await waiting(email))) ?? {};
    const lines = JSON.stringify([newLogLines(), await entryFor(email)]);
    for (const secret of [email, token, PASSWORD, 'a wrong password']) expect(lines).not.toContain(secret);
    expect(passwordHash).toBe('');
  });
});
