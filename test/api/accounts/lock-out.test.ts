import { describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { countersOf } from '#functions/domain/accounts/sign-in-attempts.ts';
import { VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { SIGN_INS, SIGN_INS_IN_A_ROW } from '#functions/services/limits.ts';
import { attemptsKey, type Counter, consumeAttempt } from '#functions/services/rate-limit.ts';
import { deviceCookie } from '#functions/services/sessions/device-cookie.ts';
import { auditLog } from '../../support/acts.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { failedSignIns, HERE } from '../../support/people/sign-ins.ts';

const [HOME, ELSEWHERE] = ['192.0.2.1', '198.51.100.7'];
const PARALLEL = 100;

const login = ({ email }: Pick<Person, 'email'>, password = PASSWORD, from = HOME, cookie?: string) =>
  callHandler({ cookie }, 'POST /api/auth/login', { body: { email, password }, headers: { [VIEWER_ADDRESS]: from } });
const statusOf = async (answer: ReturnType<typeof login>) => (await answer).status;
const at = (source: string, device?: string) => ({ ...HERE, source, device });
const pair = (line: string) => line.split(';')[0] ?? '';
const signInCounters = async (email: string) => query<Counter>(attemptsKey('sign-in', await pseudonym(email)).pk, '');
const newCookie = async () => pair(await deviceCookie(newId(), { remember: true }));

async function knownBrowser(person: Person, from = HOME): Promise<string> {
  const { headers } = await login(person, PASSWORD, from);
  return pair(headers.getSetCookie().find((line) => line.startsWith('device=')) ?? '');
}

test('ten failures block only their network, even for the right password, and store no network address', async () => {
  const ann = await newAdviser();
  await failedSignIns(ann.email, SIGN_INS.max, at(ELSEWHERE));
  expect(JSON.stringify(await signInCounters(ann.email))).not.toMatch(/192\.0|198\.51|@/);
  const stopped = await login(ann, PASSWORD, ELSEWHERE);
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await statusOf(login(ann, PASSWORD, HOME))).toBe(200);
  expect(await statusOf(login(ann, PASSWORD, ELSEWHERE))).toBe(429);
});

test('a blocked network may try again after 15 minutes, not earlier', async () => {
  const address = `locked-${newId()}`;
  const take = (minutes: number) =>
    consumeAttempt('sign-in', address, SIGN_INS, new Date(Date.now() + minutes * 60_000));
  for (let i = 0; i < SIGN_INS.max; i += 1) expect(await take(0)).toBe(0);
  expect(await take(14.5)).toBeGreaterThan(0);
  expect([await take(15.5), await take(16)]).toEqual([0, 0]);
});

describe('a known browser', () => {
  test('can sign in from a blocked network', async () => {
    const ann = await newAdviser();
    const browser = await knownBrowser(ann);
    await failedSignIns(ann.email, SIGN_INS.max, at(HOME));
    expect(await statusOf(login(ann))).toBe(429);
    expect(await statusOf(login(ann, PASSWORD, HOME, browser))).toBe(200);
    expect(await statusOf(login(ann))).toBe(429);
  });

  test('has ten failures of its own on any network', async () => {
    const ann = await newAdviser();
    const browser = await knownBrowser(ann);
    const guesses = Array.from({ length: SIGN_INS.max }, (_, i) => login(ann, 'wrong guess', `192.0.2.${i}`, browser));
    expect(new Set(await Promise.all(guesses.map(statusOf)))).toEqual(new Set([401]));
    expect(await statusOf(login(ann, PASSWORD, ELSEWHERE, browser))).toBe(429);
    expect(await statusOf(login(ann, PASSWORD, ELSEWHERE))).toBe(200);
  });

  test('neither consumes nor resets its network’s failures by signing in', async () => {
    const ann = await newAdviser();
    const browser = await knownBrowser(ann);
    await failedSignIns(ann.email, SIGN_INS.max - 1, at(HOME));
    for (let i = 0; i < 3; i += 1) expect(await statusOf(login(ann, PASSWORD, HOME, browser))).toBe(200);
    expect(await statusOf(login(ann, 'wrong guess'))).toBe(401);
    expect(await statusOf(login(ann, 'wrong guess'))).toBe(429);
  });
});

test('counts a device cookie that the account does not know by its network too', async () => {
  const [ann, eve] = [await newAdviser(), await newAdviser()];
  const browser = await knownBrowser(eve);
  await failedSignIns(ann.email, SIGN_INS.max, at(HOME));
  expect(await statusOf(login(ann, PASSWORD, HOME, browser))).toBe(429);
  expect(await statusOf(login(ann, PASSWORD, HOME, await newCookie()))).toBe(429);
});

test.each([
  ['without a cookie', async () => undefined],
  ['with a known browser', knownBrowser],
  ['with a new cookie each', undefined],
])('compares only ten of a hundred concurrent wrong passwords %s', async (_, cookieOf) => {
  const ann = await newAdviser();
  const cookie = await cookieOf?.(ann);
  const guess = async () => login(ann, 'wrong guess', HOME, cookieOf ? cookie : await newCookie());
  const guesses = Array.from({ length: PARALLEL }, guess);
  const statuses = await Promise.all(guesses.map(statusOf));
  expect(statuses.filter((status) => status === 401)).toHaveLength(SIGN_INS.max);
  expect(statuses.filter((status) => status === 429)).toHaveLength(PARALLEL - SIGN_INS.max);
});

describe('a hundred failures in a row from many networks', () => {
  const inARow = async (email: string) => (await countersOf(email, HERE)).inARow;
  const LEFT = 3;
  const FRESH = '203.0.113.9';
  const timesBlocked = async ({ id }: Person) =>
    (await auditLog({ action: 'sign-in-blocked' })).filter(({ about }) => about === id).length;

  test('block all but known browsers, with the same answer as a blocked network, and are logged once', async () => {
    const [ann, nobody] = [await newAdviser(), { email: `${newId().toLowerCase()}@nobody.example` }];
    const browser = await knownBrowser(ann);
    for (const { email } of [ann, nobody]) {
      await failedSignIns(email, 1, at(ELSEWHERE));
      await changeStored(await inARow(email), { count: SIGN_INS_IN_A_ROW.max - LEFT });
      const guesses = Array.from({ length: LEFT + 3 }, (_, i) => login({ email }, 'wrong guess', `192.0.2.${i}`));
      const statuses = await Promise.all(guesses.map(statusOf));
      expect(statuses.filter((status) => status === 401)).toHaveLength(LEFT);
    }
    const [stopped, unknown] = [await login(ann, PASSWORD, FRESH), await login(nobody, PASSWORD, FRESH)];
    expect([stopped.status, stopped.body.message]).toEqual([429, expect.stringContaining('in 15 minutes')]);
    expect([unknown.status, unknown.body.message]).toEqual([429, stopped.body.message]);
    expect(await timesBlocked(ann)).toBe(1);
    expect(await statusOf(login(ann, PASSWORD, FRESH, browser))).toBe(200);
    expect(await statusOf(login(ann, PASSWORD, FRESH))).toBe(200);
  });

  test('are not reached by attempts from one blocked network', async () => {
    const ann = await newAdviser();
    await failedSignIns(ann.email, SIGN_INS.max + 5, at(ELSEWHERE));
    expect(await stored(await inARow(ann.email))).toMatchObject({ count: SIGN_INS.max });
  });
});

test('a right password resets the failures of its network', async () => {
  const ann = await newAdviser();
  await failedSignIns(ann.email, SIGN_INS.max - 1, at(HOME));
  expect(await statusOf(login(ann))).toBe(200);
  expect(await signInCounters(ann.email)).toEqual([]);
});

test('a password set by an admin lifts the block on every network', async () => {
  const ann = await newAdviser();
  const browser = await knownBrowser(ann);
  for (const from of [HOME, ELSEWHERE]) await failedSignIns(ann.email, SIGN_INS.max, at(from));
  expect(await statusOf(login(ann))).toBe(429);
  const sent = { params: { id: ann.id }, body: { password: 'set by an admin' } };
  expect((await callHandler(await demoAdmin(), 'PATCH /api/advisers/{id}', sent)).status).toBe(200);
  expect(await signInCounters(ann.email)).toEqual([]);
  expect(await statusOf(login(ann, 'set by an admin', ELSEWHERE))).toBe(200);
  expect(await statusOf(login(ann, 'set by an admin', HOME, browser))).toBe(200);
});
