import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Item, query } from '#functions/aws/table.ts';
import { adviserPartition, clientPartition } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { demoAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { logsOf } from '../../support/cloudwatch.ts';
import { mailsTo } from '../../support/mail.ts';
import { codeIn, guardedClient, otherThan } from '../../support/people/devices.ts';
import { codeOf } from '../../support/people/factors.ts';

// People and a client come in by every way there is; then nothing that lets somebody in is written anywhere in clear.
const mark = randomUUID().slice(0, 8);
const NEW_PASSWORD = `a new one for ${mark}`;
const started = Date.now();
const secrets = new Map<string, string>([
  ['client’s address', `client-${mark}@canary.example`],
  ['client’s name', `Canary-Client-${mark}`],
  ['password', NEW_PASSWORD],
]);
const made: { call: CallName; requestId: string }[] = [];
let person: Person;
let client: { id: string; token: string };
let logs = '';
let table = '';
let records = '';

/** Makes a call that has to succeed, or to be refused where that is the point. */
async function make(caller: Caller, name: CallName, sent: Sent = {}, status: number = api[name].status) {
  const answer = await caller.call(name, sent);
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(status);
  made.push({ call: name, requestId: answer.headers.get('x-request-id') ?? '' });
  return answer.body;
}
const cookieOf = ({ cookie = '' }: Caller, name: string) =>
  cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';
const login = async (caller: Caller, password: string) =>
  make(caller, 'POST /api/auth/login', { body: { email: person.email, password } });

async function setUpFactors(): Promise<void> {
  const { secret, url } = await make(person, 'POST /api/account/totp');
  secrets.set('app’s secret', secret);
  secrets.set('app’s address', url);
  // The code after the present one: that of now is asked for below, and counts once.
  await make(person, 'POST /api/account/totp/confirm', { body: { code: codeOf(secret, -1) } });
  const { codes } = await make(person, 'POST /api/account/recovery-codes');
  secrets.set('recovery code that was used', codes[0]);
  secrets.set('recovery code that was not used', codes[1]);
  secrets.set('address', person.email);
}

async function signInEachWay(): Promise<void> {
  const [byApp, byPaper] = [new Caller(), new Caller()];
  await login(byApp, PASSWORD);
  secrets.set('half-session', cookieOf(byApp, 'half-session'));
  const code = codeOf(secrets.get('app’s secret') ?? '');
  secrets.set('code of the app', code);
  await make(byApp, 'POST /api/auth/second-factor', { body: { code: otherThan(code) } }, 401);
  await make(byApp, 'POST /api/auth/second-factor', { body: { code } });
  secrets.set('session', cookieOf(byApp, 'session'));
  secrets.set('browser of a person', cookieOf(byApp, 'device'));
  await login(byPaper, PASSWORD);
  const recovery = secrets.get('recovery code that was used');
  await make(byPaper, 'POST /api/auth/second-factor', { body: { recovery } });
  await make(byPaper, 'POST /api/account/password', { body: { current: PASSWORD, new: NEW_PASSWORD } });
}

async function confirmDevices(owner: Person): Promise<void> {
  const email = secrets.get('client’s address') ?? '';
  client = await guardedClient(owner, { name: secrets.get('client’s name'), email });
  const params = { id: client.id };
  const [byMail, byPhone] = [new Caller(client.token), new Caller(client.token)];
  secrets.set('portal token', client.token);
  await make(byMail, 'POST /api/portal/code');
  const code = codeIn((await mailsTo(email, 1))[0]);
  secrets.set('code of a mail', code);
  const typed = (caller: Caller, given: string | undefined, status?: number) =>
    make(caller, 'POST /api/portal/device', { body: { code: given, remember: true } }, status);
  await typed(byMail, otherThan(code), 401);
  await typed(byMail, code);
  secrets.set('browser of a client', cookieOf(byMail, 'device'));
  const { phrase } = await make(owner, 'POST /api/clients/{id}/devices/phrase', { params });
  secrets.set('phrase', phrase);
  await typed(byPhone, phrase);
  await make(byMail, 'GET /api/portal/{token}', { params: { token: client.token } });
  await make(new Caller(), 'POST /api/portal/new-link', { body: { token: client.token } });
  const { token } = await make(await demoAdmin(), 'POST /api/clients/{id}/token/regenerate', { params });
  secrets.set('new portal token', token);
  await make(owner, 'POST /api/clients/{id}/send-portal-link', { params });
}

beforeAll(async () => {
  person = await newAdviser(`Canary-Person-${mark}`);
  const owner = await newAdviser();
  await setUpFactors();
  await signInEachWay();
  await confirmDevices(owner);
  const partitions = [adviserPartition(person.id), clientPartition(client.id)];
  const items: Item[] = (await Promise.all(partitions.map((pk) => query(pk, '')))).flat();
  table = JSON.stringify(items);
  records = JSON.stringify(items.filter(({ sk }) => sk.startsWith('ACTIVITY#')));
  const lines = await (await demoAdmin()).call('GET /api/record', { query: { actor: person.id, limit: '100' } });
  records += JSON.stringify(lines.body);
  logs = (await logsOf(made, started)).join('\n');
});

/** What people are written to and called by: the table has to know it. */
const PEOPLE = ['client’s address', 'client’s name', 'address'];
const SECRETS = [
  'password',
  'session',
  'half-session',
  'app’s secret',
  'app’s address',
  'code of the app',
  'recovery code that was used',
  'recovery code that was not used',
  'portal token',
  'new portal token',
  'code of a mail',
  'phrase',
  'browser of a person',
  'browser of a client',
];

/** Whether a text holds a secret in any form in which one writes it down. Six digits count where they stand by themselves. */
function holds(text: string, name: string): boolean {
  const secret = secrets.get(name) ?? '';
  if (/^\d{6}$/.test(secret))
    return new RegExp(`(?<!\\d)${secret.slice(0, 3)}[ -]?${secret.slice(3)}(?!\\d)`).test(text);
  expect(secret.length).toBeGreaterThanOrEqual(8);
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    secret.replaceAll('-', ''),
  ];
  return forms.some((form) => text.includes(form));
}

test.each([...PEOPLE, ...SECRETS])('no line of the log holds the %s', (name) => {
  expect(holds(logs, name)).toBe(false);
});

test.each(SECRETS)('neither the table nor a record holds the %s', (name) => {
  expect([holds(table, name), holds(records, name)]).toEqual([false, false]);
});

test('what was looked through has something in it', () => {
  for (const kind of ['FACTOR#', 'DEVICE#', 'SESSION#']) expect(table).toContain(kind);
  for (const action of ['device-confirmed', 'recovery-code-used', 'factor-added']) expect(records).toContain(action);
  expect(logs).toContain(client.id);
  expect(holds(`It is ${secrets.get('code of a mail')}.`, 'code of a mail')).toBe(true);
});
