import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { Caller } from '../support/api.ts';
import { changeStored, stored } from '../support/aws.ts';
import { newAdviser, newClient, PASSWORD, type Person, signIn } from '../support/builders.ts';
import { firstKeys } from '../support/first-keys.ts';
import { bounced as bouncedMail, publish } from '../support/mail-events.ts';
import { operate, operatorFolder, runOps } from '../support/operator.ts';
import { appFor } from '../support/people/factors.ts';

const TRIES = 10;
const SLOW_MS = 240_000;
const runbook = await readFile('docs/runbook.md', 'utf8');
const scripts = Object.keys(JSON.parse(await readFile('package.json', 'utf8')).scripts);

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

test('the commands under "First admin" make an admin who can sign in', async () => {
  expect(await follow('First admin')).toMatchObject({ code: 0 });
  const admin = await signIn(settings.ADMIN_EMAIL ?? '', PASSWORD);
  expect((await admin.call('GET /api/advisers')).status).toBe(200);
});

test('the commands under "An adviser is locked out" let the adviser sign in again', async () => {
  const login = (password: string) =>
    new Caller().call('POST /api/auth/login', { body: { email: adviser.email, password } });
  for (let i = 0; i < TRIES; i++) await login('wrong password');
  expect((await login(PASSWORD)).status).toBe(429);
  expect(await follow('An adviser is locked out')).toMatchObject({ code: 0 });
  expect((await login(PASSWORD)).status).toBe(200);
});

test('the commands under "A portal link leaked" revoke the link', async () => {
  const portal = () => new Caller(client.token).call('GET /api/portal/{token}', { params: { token: client.token } });
  expect((await portal()).status).toBe(200);
  expect(await follow('A portal link leaked')).toMatchObject({ code: 0 });
  expect((await portal()).status).toBe(401);
});

test('the commands under "Mail is refused" allow mail to a client’s and an adviser’s address that bounced', async () => {
  const bounced = await newClient(adviser, { email: adviser.email.toUpperCase() });
  const sent = { params: { id: bounced.id } };
  const mailLink = async () => (await adviser.call('POST /api/clients/{id}/send-portal-link', sent)).status;
  await publish(bouncedMail(bounced.email, { client: bounced.id }));
  await expect.poll(mailLink, { timeout: 60_000 }).toBe(409);
  await changeStored(adviserKey(adviser.id), { mailProblem: 'complained', mailProblemAddress: adviser.email });
  expect(await follow('Mail is refused')).toMatchObject({ code: 0, output: expect.stringContaining(': 2.') });
  expect(await mailLink()).toBe(200);
  expect(await stored(adviserKey(adviser.id))).not.toHaveProperty('mailProblem');
  const { body } = await adviser.call('GET /api/clients/{id}/activity', sent);
  expect(body.map(({ action }: { action: string }) => action)).toContain('mail-allowed');
});

test('the commands under "An event was not handled" replay the entries and run the tick', async () => {
  expect((await follow('An event')).output).toMatch(/^Replayed audit entries: \d+[\s\S]*^Ran the tick\.$/m);
});

test('the commands under "Somebody lost phone or keys" remove the second factor', async () => {
  await appFor(adviser.id);
  expect(await follow('Somebody lost phone')).toMatchObject({ code: 0 });
  adviser = await signIn(adviser.email, PASSWORD);
});

// Their effects are tested in memory (test/commands, test/firm).
test.each([
  ['The key', 'now has version 2'],
  ['A client requests', '0 of 0 documents'],
  ['Migrate', 'Nothing to migrate|Migrated'],
  ['Figures', 'The figures are complete|Rebuilt'],
])('the commands under "%s" succeed', async (heading, printed) => {
  onTestFinished(firstKeys);
  const lines = linesUnder(heading).filter((line) => !line.includes('verify'));
  const output = expect.stringMatching(new RegExp(printed));
  expect(await operate(folder, lines.join('\n'), settings)).toEqual({ code: 0, output });
});

// Other tests of a run leave altered documents behind, so only completion is checked.
const verifying = [
  ...linesUnder('Tamper alarm'),
  ...linesUnder('Counters look wrong'),
  ...linesUnder('Nobody gets in'),
  ...linesUnder('Migrate').slice(2),
];
const optionsOf = (line: string): string[] => line.match(/--\w+/g) ?? [];
/** Each command checks the whole firm, which is slow, so only those with the most options run. */
const fullest = [...new Set(verifying)]
  .sort((a, b) => optionsOf(b).length - optionsOf(a).length)
  .filter((line, i, lines) => {
    const before = lines.slice(0, i).map(optionsOf);
    return !before.some((options) => optionsOf(line).every((option) => options.includes(option)));
  });
test.each(fullest)(
  '%s completes',
  async (line) =>
    expect((await operate(folder, line, settings)).output).toMatch(/documents opened: \d+, problems: \d+/),
  SLOW_MS,
);

describe('the runbook', () => {
  test('contains no local command block that is not run above', () => {
    const played = [
      'First',
      'An adviser',
      'Somebody lost',
      'A portal',
      'The key',
      'Mail is refused',
      'An event',
      'A client requests',
      'Tamper',
      'Counters',
      'Figures',
      'Nobody',
      'Migrate',
    ];
    expect(blocks.filter(({ heading }) => !played.some((start) => heading.startsWith(start)))).toEqual([]);
  });

  test.each([...new Set(runbook.match(/npm run \w+/g))])('names an existing script: %s', (line) => {
    expect(scripts).toContain(line.replace('npm run ', ''));
  });

  test.each([...new Set(runbook.match(/npm run ops -- [\w-]+/g))])(
    'names an existing operator command: %s',
    async (line) => {
      expect((await runOps(folder, 'help')).output).toContain(line);
    },
  );
});
