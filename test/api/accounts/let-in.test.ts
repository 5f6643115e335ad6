import { expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { arrivalAt, type Entry, letIn } from '#functions/domain/accounts/let-in.ts';
import { DEVICE } from '#functions/services/sessions/device-cookie.ts';
import { readSettings } from '#functions/services/settings.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';

const login = (caller: Caller, { email }: Person) =>
  caller.call('POST /api/auth/login', { body: { email, password: PASSWORD } });
const names = (lines: readonly string[]) => lines.map((line) => line.slice(0, line.indexOf('=')));
const devicesOf = (person: Person) => query(adviserKey(person.id).pk, DEVICE);

/** What the firm's record keeps of somebody's sign-ins, the newest first. */
async function signIns(person: Person): Promise<string[]> {
  const { body } = await (await demoAdmin()).call('GET /api/record', { query: { actor: person.id } });
  return (body as { action: string; summary: string }[])
    .filter(({ action }) => action === 'signed-in')
    .map(({ summary }) => summary);
}

test('a sign-in gives the session first, then a cookie by which the browser is known the next time', async () => {
  const [ann, browser] = [await newAdviser(), new Caller()];
  expect(names((await login(browser, ann)).headers.getSetCookie())).toEqual(['session', 'device']);
  expect(names((await login(browser, ann)).headers.getSetCookie())).toEqual(['session']);
  const [device, ...more] = await devicesOf(ann);
  expect(more).toEqual([]);
  expect(device).toMatchObject({ v: 1, label: 'Unknown device' });
  expect((device?.lastAt as string) > (device?.firstAt as string)).toBe(true);
});

test('the record names a browser that is new to the account, but for its first', async () => {
  const [ann, browser] = [await newAdviser(), new Caller()];
  await login(browser, ann);
  await login(browser, ann);
  await login(new Caller(), ann);
  expect(await signIns(ann)).toEqual(['Signed in on a new device: Unknown device', 'Signed in', 'Signed in']);
});

test('one cookie of a browser serves all who sign in with it, each of whom it is new to', async () => {
  const [ann, bob, browser] = [await newAdviser(), await newAdviser(), new Caller()];
  await login(browser, ann);
  await login(new Caller(), bob);
  expect(names((await login(browser, bob)).headers.getSetCookie())).toEqual(['session']);
  expect(await signIns(bob)).toEqual(['Signed in on a new device: Unknown device', 'Signed in']);
  const marks = async (person: Person) => (await devicesOf(person)).map(({ sk }) => sk);
  expect(await marks(bob)).toContain((await marks(ann))[0]);
});

test('where a second factor is set up, a right password gives the right to give it, and no session', async () => {
  const [ann, browser] = [await newAdviser(), new Caller()];
  await changeStored(adviserKey(ann.id), { totp: true, passkeys: 1 });
  const { status, body, headers } = await login(browser, ann);
  expect([status, body]).toEqual([200, { next: 'second-factor', methods: ['totp', 'passkey', 'recovery'] }]);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^half-session=[\w.-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/),
  ]);
  expect((await browser.call('GET /api/auth/me')).status).toBe(401);
  expect(await signIns(ann)).toEqual([]);
});

test('a password that an admin chose has to be changed first, where the firm wants that', async () => {
  const ann = await newAdviser();
  await changeStored(adviserKey(ann.id), { mustChangePassword: true });
  const settings = await readSettings();
  const visit = { device: undefined, source: '192.0.2.1', label: 'Windows, Chrome' };
  const enter = async (changeAdminPasswords: boolean) => {
    const entry: Entry = {
      visit,
      settings: { ...settings, staff: { ...settings.staff, changeAdminPasswords } },
      now: new Date(),
    };
    const arrival = await arrivalAt(ann.id, visit);
    if (!arrival) throw new Error('there is no account');
    return letIn(arrival, 'password', entry);
  };
  const asked = await enter(true);
  expect([asked.body, names(asked.cookies)]).toEqual([{ next: 'change-password' }, ['half-session']]);
  const entered = await enter(false);
  expect([entered.body, names(entered.cookies)]).toEqual([
    { id: ann.id, name: ann.name, email: ann.email, role: 'adviser' },
    ['session', 'device'],
  ]);
});

test('a sign-in ends the session that the browser had, and a wrong password leaves it', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const isIn = async (cookie: string | undefined) =>
    (await Object.assign(new Caller(), { cookie }).call('GET /api/auth/me')).status;
  const [browser, elsewhere] = [new Caller(), new Caller()];
  for (const caller of [browser, elsewhere]) await login(caller, ann);
  const { cookie: first } = browser;
  const body = { email: ann.email, password: 'wrong password' };
  expect((await browser.call('POST /api/auth/login', { body })).status).toBe(401);
  expect(await isIn(first)).toBe(200);
  await login(browser, ann);
  const { cookie: second } = browser;
  expect(await Promise.all([first, second, elsewhere.cookie].map(isIn))).toEqual([401, 200, 200]);
  await login(browser, bob);
  const { cookie: third } = browser;
  expect(await Promise.all([second, third].map(isIn))).toEqual([401, 200]);
  await changeStored(adviserKey(ann.id), { totp: true });
  expect((await login(browser, ann)).body.next).toBe('second-factor');
  expect(await isIn(third)).toBe(401);
  const { body: lines } = await (await demoAdmin()).call('GET /api/record', { query: { actor: bob.id } });
  expect(lines[0].summary).toBe('Signed out');
});
