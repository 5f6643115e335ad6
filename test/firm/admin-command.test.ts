import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FIRM_COUNTERS } from '#functions/services/keys/keys.ts';
import { SIGN_INS } from '#functions/services/limits.ts';
import { firstAdminNotice } from '#infra/local/first-admin.ts';
import { admin } from '#infra/ops/admin.ts';
import { Caller } from '../support/api.ts';
import { changeStored, stored, tableName } from '../support/aws.ts';
import { newAdmin, newAdviser, PASSWORD, signIn } from '../support/builders.ts';
import { printed } from '../support/operator.ts';
import { appFor, recoveryFor } from '../support/people/factors.ts';
import { adminCount } from '../support/recount.ts';
import { emulatorUrl } from '../support/stack.ts';

/** Runs the command as `npm run admin` does, with the password on standard input. */
async function spawned(args: string[], password = ''): Promise<{ code: number | null; out: string; err: string }> {
  const command = ['--import', './test/support/clock.ts', 'infra/ops/admin.ts', ...args];
  const child = spawn(process.execPath, command, { env: { ...process.env, TEST_NOW: new Date().toISOString() } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(password);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

const run = (args: string[], password = '') => printed(() => admin(args, async () => password));

const login = async (email: string, password: string) =>
  (await new Caller().call('POST /api/auth/login', { body: { email, password } })).status;

test('create makes an admin, once for each address', async () => {
  const email = `${randomUUID()}@admins.example`;
  const args = ['create', '--email', ` ${email.toUpperCase()}`, '--name', 'Alex Morgan'];
  expect(await spawned(args, `${PASSWORD}\n`)).toMatchObject({ code: 0, out: `Created the admin ${email}.\n` });
  expect((await (await signIn(email, PASSWORD)).call('GET /api/advisers')).status).toBe(200);
  expect(await run(args, PASSWORD)).toMatchObject({ code: 1, out: '', err: 'This email is already in use\n' });
  const { stored, counted } = await adminCount();
  expect(stored).toBe(counted);
});

test('npm start says how to create the first admin until there is one', async () => {
  const stack = { emulatorUrl: emulatorUrl(), outputs: { TableName: tableName() } };
  expect(await firstAdminNotice(stack)).toEqual([]);
  const admins = (await stored(FIRM_COUNTERS))?.admins;
  await changeStored(FIRM_COUNTERS, { admins: 0 });
  expect((await firstAdminNotice(stack)).join()).toContain('npm run admin -- create --email');
  await changeStored(FIRM_COUNTERS, { admins });
});

test('list prints the admins only', async () => {
  const [someone, boss] = [await newAdviser(), await newAdmin()];
  const { code, out } = await spawned(['list']);
  expect(code).toBe(0);
  expect(out.split('\n')).toContain(`${boss.email}\t${boss.name}`);
  expect(out).not.toContain(someone.email);
});

test('reset-password sets the password, ends the sessions and unlocks the account', async () => {
  const boss = await newAdmin();
  for (let i = 0; i < SIGN_INS.max; i += 1) await login(boss.email, 'wrong guess');
  expect(await login(boss.email, PASSWORD)).toBe(429);
  const reset = ['reset-password', '--email', boss.email];
  expect(await run(reset, 'short')).toMatchObject({ code: 1, err: 'Password must be at least 8 characters\n' });
  expect((await boss.call('GET /api/auth/me')).status).toBe(200);
  const done = await spawned(reset, '  a new one  \n');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).not.toContain('a new one');
  expect((await boss.call('GET /api/auth/me')).status).toBe(401);
  expect([await login(boss.email, PASSWORD), await login(boss.email, '  a new one  ')]).toEqual([401, 200]);
});

test('reset-second-factor removes all factors, ends the sessions and is logged as the operator’s action', async () => {
  const boss = await newAdmin();
  const reset = ['reset-second-factor', '--email', boss.email];
  expect(await run(reset)).toMatchObject({ code: 1, err: `${boss.name} has no second factor\n` });
  await appFor(boss.id);
  await recoveryFor(boss.id);
  expect(await login(boss.email, PASSWORD)).toBe(200);
  const { code, out } = await spawned(reset);
  expect([code, out]).toEqual([0, `Removed all second factors of ${boss.email} and ended all sessions.\n`]);
  expect((await boss.call('GET /api/auth/me')).status).toBe(401);
  const again = await signIn(boss.email, PASSWORD);
  expect((await again.call('GET /api/account')).body).toMatchObject({ totp: false, recoveryCodes: 0 });
  const query = { action: 'second-factor-reset', actor: 'operator' };
  const { body } = await again.call('GET /api/record', { query });
  expect(body[0]).toMatchObject({ actorType: 'operator', about: boss.id });
});

test.each([
  [
    ['reset-second-factor', '--email', 'nobody@unknown.example'],
    'No account has the address nobody@unknown.example: check the spelling.',
  ],
  [['reset-second-factor'], 'npm run admin -- reset-second-factor --email'],
  [
    ['reset-password', '--email', 'nobody@unknown.example'],
    'No account has the address nobody@unknown.example: check the spelling.',
  ],
  [['reset-password', '--email', 'nobody'], 'Valid email is required'],
  [['reset-password'], 'npm run admin -- reset-password --email'],
  [['create', '--email', 'a@b.example'], 'npm run admin -- create --email'],
  [['create', '--email', 'a@b.example', '--name', ' '], 'Name is required'],
  [['list', '--everyone'], 'npm run admin -- list'],
  [['list', 'list'], 'npm run admin -- list'],
  [[], 'npm run admin -- list'],
])('prints the reason why %j fails', async (args, words) => {
  const { code, out, err } = await run(args, PASSWORD);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(words);
  expect(err).not.toMatch(/\n\s+at /);
});
