import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { hashing } from '#functions/domain/accounts/passwords.ts';
import { DEVICE } from '#functions/services/sessions/device-cookie.ts';
import { auditLog, doneBy, login, me, register, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { calling } from '../../support/handlers.ts';

const account = () => ({ name: 'Ann Lee', email: `${randomUUID()}@advisers.example`, password: PASSWORD });
const cookieNames = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')));
const devicesOf = (person: Person) => query(adviserKey(person.id).pk, DEVICE);
const signIns = async ({ id }: Person) =>
  (await auditLog({ actor: id, action: 'signed-in' })).map(({ summary }) => summary);

test('an adviser registers, signs in, and signs out only of this session and its copies', async () => {
  const [ann, caller, otherDevice] = [account(), new Caller(), new Caller()];
  const registered = await register({ ...ann, email: `  ${ann.email.toUpperCase()} ` }, caller);
  expect(registered.status).toBe(201);
  expect(registered.body).toEqual({ id: expect.any(String), name: 'Ann Lee', email: ann.email, role: 'adviser' });
  expect(registered.headers.getSetCookie()).toEqual([]);
  const signedIn = await login(ann.email, PASSWORD, caller);
  expect(signedIn.headers.getSetCookie()[0]).toMatch(
    /^session=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  );
  expect((await caller.call('GET /api/auth/me')).body).toEqual(registered.body);
  const copy = withCookie(caller.cookie);
  await login(ann.email, PASSWORD, otherDevice);
  expect((await caller.call('POST /api/auth/logout')).status).toBe(204);
  expect([await me(copy), await me(otherDevice)]).toEqual([401, 200]);
});

test('an unknown account and a wrong password get the same answer, reads and hashing cost', async () => {
  const ann = await newAdviser();
  const compare = vi.spyOn(bcrypt, 'compare');
  const guess = (email: string) =>
    withFault(noFault, calling({}, 'POST /api/auth/login', { body: { email, password: 'not this one' } }));
  const [wrong, unknown] = [await guess(ann.email), await guess(account().email)];
  for (const { result } of [wrong, unknown])
    expect([result.status, result.body]).toEqual([401, { message: 'Invalid email or password' }]);
  expect([...unknown.asked].sort()).toEqual([...wrong.asked].sort());
  expect(compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash))).toEqual([hashing.cost, hashing.cost]);
  compare.mockRestore();
});

test('refuses registration as an admin or with a password of seven characters', async () => {
  expect((await register({ ...account(), role: 'admin' })).status).toBe(403);
  const short = await register({ ...account(), password: 'seven77' });
  expect([short.status, Object.keys(short.body.fields)]).toEqual([400, ['password']]);
});

test('a sign-in sets the session cookie first, then a cookie that identifies the browser', async () => {
  const [ann, browser] = [await newAdviser(), new Caller()];
  expect(cookieNames(await login(ann.email, PASSWORD, browser))).toEqual(['session', 'device']);
  expect(cookieNames(await login(ann.email, PASSWORD, browser))).toEqual(['session']);
  const [device, ...more] = await devicesOf(ann);
  expect([more, device]).toEqual([[], expect.objectContaining({ v: 1, label: 'Unknown device' })]);
  expect((device?.lastAt as string) > (device?.firstAt as string)).toBe(true);
  await login(ann.email);
  expect(await signIns(ann)).toEqual(['Signed in on a new device: Unknown device', 'Signed in', 'Signed in']);
});

test('one browser cookie serves several accounts, and is new to each of them', async () => {
  const [ann, bob, browser] = [await newAdviser(), await newAdviser(), new Caller()];
  await login(ann.email, PASSWORD, browser);
  await login(bob.email);
  expect(cookieNames(await login(bob.email, PASSWORD, browser))).toEqual(['session']);
  expect(await signIns(bob)).toEqual(['Signed in on a new device: Unknown device', 'Signed in']);
  const marks = async (person: Person) => (await devicesOf(person)).map(({ sk }) => sk);
  expect(await marks(bob)).toContain((await marks(ann))[0]);
});

test('a right password of an account with a second factor starts a half-session, not a session', async () => {
  const [ann, browser] = [await newAdviser(), new Caller()];
  await changeStored(adviserKey(ann.id), { totp: true, passkeys: 1 });
  const { status, body, headers } = await login(ann.email, PASSWORD, browser);
  expect([status, body]).toEqual([200, { next: 'second-factor', methods: ['totp', 'passkey', 'recovery'] }]);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^half-session=[\w.-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/),
  ]);
  expect([await me(browser), await signIns(ann)]).toEqual([401, []]);
});

test('a sign-in ends the browser’s previous session, and a wrong password keeps it', async () => {
  const [ann, bob, browser, elsewhere] = [await newAdviser(), await newAdviser(), new Caller(), new Caller()];
  const isIn = (cookie: string | undefined) => me(withCookie(cookie));
  for (const caller of [browser, elsewhere]) await login(ann.email, PASSWORD, caller);
  const { cookie: first } = browser;
  expect((await login(ann.email, 'wrong password', browser)).status).toBe(401);
  expect(await isIn(first)).toBe(200);
  await login(ann.email, PASSWORD, browser);
  const { cookie: second } = browser;
  expect(await Promise.all([first, second, elsewhere.cookie].map(isIn))).toEqual([401, 200, 200]);
  await login(bob.email, PASSWORD, browser);
  const { cookie: third } = browser;
  expect(await Promise.all([second, third].map(isIn))).toEqual([401, 200]);
  await changeStored(adviserKey(ann.id), { totp: true });
  expect((await login(ann.email, PASSWORD, browser)).body.next).toBe('second-factor');
  expect(await isIn(third)).toBe(401);
  expect((await doneBy(bob))[0]).toBe('Signed out');
});
