import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { Caller } from '../support/api.ts';
import { changeStored, stored } from '../support/aws.ts';
import { newAdviser, newClient, PASSWORD, type Person, signIn } from '../support/builders.ts';
import { bounced as bouncedMail, publish } from '../support/mail-events.ts';
import { operate, operatorFolder, runOps } from '../support/operator.ts';
import { appFor } from '../support/people/factors.ts';
import { firstKeys } from './keys.ts';

const TRIES = 10;
const SLOW_MS = 240_000;
const runbook = await readFile('docs/runbook.md', 'utf8');
const scripts = Object.keys(JSON.parse(await readFile('package.json', 'utf8')).scripts);

/** Blocks of commands for the local stack, by the heading they stand under. */
const blocks = runbook.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n', 1);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, lines = '']) => ({ heading, lines }));
});

const folder = await operatorFolder();
let adviser: Person;
let client: { id: string; token: string };
let settings: Record<string, string>;
const linesUnder = (start: string) =>
  blocks.filter(({ heading }) => heading.startsWith(start)).flatMap(({ lines }) => lines.trim().split('\n'));
const follow = (start: string) => operate(folder, linesUnder(start).join('\n'), settings);

beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
  settings = {
    ADMIN_EMAIL: `first-${Date.now()}@admins.example`,
    PASSWORD,
    EMAIL: adviser.email,
    CLIENT_ID: client.id,
    OUT: path.join(folder, 'file.zip'),
  };
});

test('a first admin signs in', async () => {
  expect(await follow('First admin')).toMatchObject({ code: 0 });
  const admin = await signIn(settings.ADMIN_EMAIL ?? '', PASSWORD);
  expect((await admin.call('GET /api/advisers')).status).toBe(200);
});

test('an adviser who was locked out signs in again', async () => {
  const login = (password: string) =>
    new Caller().call('POST /api/auth/login', { body: { email: adviser.email, password } });
  for (let i = 0; i < TRIES; i++) await login('wrong password');
  expect((await login(PASSWORD)).status).toBe(429);
  expect(await follow('An adviser is locked out')).toMatchObject({ code: 0 });
  expect((await login(PASSWORD)).status).toBe(200);
});

test('a lost second factor is taken off, and the password signs in again', async () => {
  await appFor(adviser.id);
  const login = async () =>
    (await new Caller().call('POST /api/auth/login', { body: { email: adviser.email, password: PASSWORD } })).body;
  expect(await login()).toMatchObject({ next: 'second-factor' });
  expect(await follow('Somebody lost phone')).toMatchObject({ code: 0 });
  expect(await login()).toMatchObject({ id: adviser.id });
  adviser = await signIn(adviser.email, PASSWORD);
});

test('a leaked portal link is refused', async () => {
  const portal = () => new Caller(client.token).call('GET /api/portal/{token}', { params: { token: client.token } });
  expect((await portal()).status).toBe(200);
  expect(await follow('A portal link leaked')).toMatchObject({ code: 0 });
  expect((await portal()).status).toBe(401);
});

test('keys that leaked sign nothing more', async () => {
  onTestFinished(firstKeys);
  const portal = async () =>
    (await new Caller().call('GET /api/portal/{token}', { params: { token: client.token } })).status;
  client = await newClient(adviser);
  const me = async () => (await adviser.call('GET /api/auth/me')).status;
  expect([await me(), await portal()]).toEqual([200, 200]);
  expect(await follow('The key')).toMatchObject({ code: 0 });
  expect([await me(), await portal()]).toEqual([401, 401]);
});

test('an address that bounced takes mail again, a client’s and an adviser’s', async () => {
  const bounced = await newClient(adviser, { email: adviser.email.toUpperCase() });
  const sent = { params: { id: bounced.id } };
  const mailLink = async () => (await adviser.call('POST /api/clients/{id}/send-portal-link', sent)).status;
  await publish(bouncedMail(bounced.email, { client: bounced.id }));
  await expect.poll(mailLink, { timeout: 60_000 }).toBe(409);
  await changeStored(adviserKey(adviser.id), { mailProblem: 'complained' });
  expect(await follow('Mail is refused')).toMatchObject({ code: 0, output: expect.stringContaining(': 2.') });
  expect(await mailLink()).toBe(200);
  expect(await stored(adviserKey(adviser.id))).not.toHaveProperty('mailProblem');
  const { body } = await adviser.call('GET /api/clients/{id}/activity', sent);
  expect(body.map(({ action }: { action: string }) => action)).toContain('mail-allowed');
});

test('a client’s file is written', async () => {
  expect(await follow('A client asks')).toMatchObject({ code: 0, output: expect.stringContaining('0 of 0 documents') });
});

test('what follows from lines of the record, and what is due, is done again', async () => {
  expect((await follow('An event')).output).toMatch(/^Followed again: \d+ lines[\s\S]*^Ran the tick\.$/m);
});

test('what is stored is brought over', async () => {
  const [plan = '', apply = ''] = linesUnder('Migrate');
  expect(await operate(folder, `${plan}; ${apply}`, settings)).toMatchObject({ code: 0 });
  expect((await operate(folder, plan)).output).toMatch(/^Nothing to migrate\.$/m);
});

// Other tests of a run leave altered documents behind, so that what is found differs; that it runs to its end is the point.
const verifying = [
  ...linesUnder('Tamper alarm'),
  ...linesUnder('Counters look wrong'),
  ...linesUnder('Nobody gets in'),
  ...linesUnder('Migrate').slice(2),
];
test.each([...new Set(verifying)])(
  '%s runs to its end',
  async (line) =>
    expect((await operate(folder, line, settings)).output).toMatch(/documents opened: \d+, problems: \d+/),
  SLOW_MS,
);

describe('what is written', () => {
  test('every local block is played above', () => {
    const played = [
      'First',
      'An adviser',
      'Somebody lost',
      'A portal',
      'The key',
      'Mail is refused',
      'An event',
      'A client asks',
      'Tamper',
      'Counters',
      'Nobody',
      'Migrate',
    ];
    expect(blocks.filter(({ heading }) => !played.some((start) => heading.startsWith(start)))).toEqual([]);
  });

  test.each([...new Set(runbook.match(/npm run \w+/g))])('%s exists', (line) => {
    expect(scripts).toContain(line.replace('npm run ', ''));
  });

  test.each([...new Set(runbook.match(/npm run ops -- [\w-]+/g))])('%s is a command', async (line) => {
    expect((await runOps(folder, 'help')).output).toContain(line);
  });
});
