import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { type Item, query } from '#functions/aws/table.ts';
import { adviserPartition, clientPartition } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import { auditLog } from '../../support/acts.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { bucket, table as operator, s3, tableName } from '../../support/aws.ts';
import { demoAdmin, fileForm } from '../../support/builders.ts';
import { logsOf } from '../../support/cloudwatch.ts';
import { extracted } from '../../support/emf.ts';
import { codeIn, mailsTo, resetTokenIn } from '../../support/mail.ts';
import { otherThan } from '../../support/people/devices.ts';
import { codeOf } from '../../support/people/factors.ts';
import { tampered } from '../../support/tampered.ts';

// Signs in people and a client in every way, then searches all stores for their secrets in clear.
const mark = randomUUID().slice(0, 8);
const started = Date.now();
const edgeRequestId = `${mark}${'A'.repeat(46)}==`;
/** Personal data: allowed in the table, not in logs. */
const PEOPLE = {
  address: `adviser-${mark}@canary.example`,
  name: `Canary-Adviser-${mark}`,
  'client’s address': `client-${mark}@canary.example`,
  'client’s name': `Canary-Client-${mark}`,
  'client’s phone': `+44 ${mark}`,
  'file name': `canary-${mark}.txt`,
  message: `Canary-Message-${mark}`,
  note: `Canary-Note-${mark}`,
  answer: `Canary-Answer-${mark}`,
};
const secrets: Record<string, string> = {
  'first password': `canary password ${mark}`,
  'wrong password': `wrong canary ${mark}`,
  'reset password': `new canary ${mark}`,
  password: `a new one for ${mark}`,
  'file content': `content of canary ${mark}`,
};
const LEARNT = [
  ...['reset token', 'session', 'half-session', 'app’s secret', 'app’s address', 'code of the app'],
  ...['recovery code that was used', 'recovery code that was not used', 'portal token', 'new portal token'],
  ...['guessed token', 'code of a mail', 'wrong code of a mail', 'phrase'],
  ...['browser of a person', 'browser of a client'],
];
const SECRETS = [...Object.keys(secrets), ...LEARNT];

const made: { call: CallName; status: number; requestId: string; actor: string | undefined }[] = [];
let accountId: string;
let client: { id: string; token: string };
let logs: string[] = [];
let table = '';
let records = '';

/** Makes a call and asserts its status, by default the contract's. */
async function make(
  caller: Caller,
  actor: string | undefined,
  name: CallName,
  sent: Sent = {},
  status: number = api[name].status,
) {
  const answer = await caller.call(name, { ...sent, headers: { 'x-amz-cf-id': edgeRequestId } });
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(status);
  made.push({ call: name, status, requestId: answer.headers.get('x-request-id') ?? '', actor });
  return answer.body;
}
const cookieOf = ({ cookie = '' }: Caller, name: string) =>
  cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';
const anyone = (caller: Caller, name: CallName, body: object, status?: number) =>
  make(caller, 'anonymous', name, { body }, status);
const login = (caller: Caller, password: string, status?: number) =>
  anyone(caller, 'POST /api/auth/login', { email: PEOPLE.address, password: secrets[password] }, status);

async function register(): Promise<Caller> {
  const person = new Caller();
  const [email, password] = [PEOPLE.address, secrets['first password'] ?? ''];
  const body = { name: PEOPLE.name, email, password };
  accountId = (await anyone(person, 'POST /api/auth/register', body)).id;
  await anyone(person, 'POST /api/auth/register', body, 409);
  await anyone(person, 'POST /api/auth/register', { ...body, password: password.repeat(9) }, 400);
  await login(person, 'wrong password', 401);
  const unknown = `unknown-${email}`;
  await anyone(person, 'POST /api/auth/login', { email: unknown, password }, 401);
  for (const asked of [unknown, email]) await anyone(person, 'POST /api/auth/forgot-password', { email: asked });
  secrets['reset token'] = resetTokenIn((await mailsTo(email, 1))[0]);
  const reset = { token: secrets['reset token'], newPassword: secrets['reset password'] };
  await anyone(person, 'POST /api/auth/reset-password', reset);
  await anyone(person, 'POST /api/auth/reset-password', reset, 400);
  await login(person, 'reset password');
  return person;
}

async function signInEachWay(person: Caller): Promise<Caller> {
  const by = (name: CallName, body?: object) => make(person, `adviser:${accountId}`, name, { body });
  const { secret, url } = await by('POST /api/account/totp');
  // Uses the previous code, as the current one is needed below and is valid once.
  await by('POST /api/account/totp/confirm', { code: codeOf(secret, -1) });
  const { codes } = await by('POST /api/account/recovery-codes');
  const [recovery, unused] = codes;
  Object.assign(secrets, { 'app’s secret': secret, 'app’s address': url });
  Object.assign(secrets, { 'recovery code that was used': recovery, 'recovery code that was not used': unused });
  const [byApp, byPaper] = [new Caller(), new Caller()];
  await login(byApp, 'reset password');
  secrets['half-session'] = cookieOf(byApp, 'half-session');
  const code = codeOf(secret);
  secrets['code of the app'] = code;
  await make(byApp, undefined, 'POST /api/auth/second-factor', { body: { code: otherThan(code) } }, 401);
  await make(byApp, undefined, 'POST /api/auth/second-factor', { body: { code } });
  secrets.session = cookieOf(byApp, 'session');
  secrets['browser of a person'] = cookieOf(byApp, 'device');
  await login(byPaper, 'reset password');
  await make(byPaper, undefined, 'POST /api/auth/second-factor', { body: { recovery } });
  const body = { current: secrets['reset password'], new: secrets.password };
  await make(byPaper, `adviser:${accountId}`, 'POST /api/account/password', { body });
  return byPaper;
}

async function confirmDevices(staff: Caller): Promise<void> {
  const body = { name: PEOPLE['client’s name'], email: PEOPLE['client’s address'], phone: PEOPLE['client’s phone'] };
  client = await make(staff, `adviser:${accountId}`, 'POST /api/clients', { body });
  const params = { id: client.id };
  const by = (name: CallName, sent: Sent = {}) => make(staff, `adviser:${accountId}`, name, { params, ...sent });
  await by('PATCH /api/clients/{id}', { body: { stepUp: 'on' } });
  const [byMail, byPhone, who] = [
    new Caller(client.token),
    new Caller(client.token),
    `client-unconfirmed:${client.id}`,
  ];
  await make(byMail, who, 'POST /api/portal/code');
  const code = codeIn((await mailsTo(body.email, 1))[0]);
  const { phrase } = await by('POST /api/clients/{id}/devices/phrase');
  Object.assign(secrets, { 'portal token': client.token, 'code of a mail': code, phrase });
  secrets['wrong code of a mail'] = otherThan(code);
  const type = (caller: Caller, given: string, status?: number) =>
    make(caller, who, 'POST /api/portal/device', { body: { code: secrets[given], remember: true } }, status);
  await type(byMail, 'wrong code of a mail', 401);
  await type(byMail, 'code of a mail');
  secrets['browser of a client'] = cookieOf(byMail, 'device');
  await type(byPhone, 'phrase');
  await make(new Caller(), 'anonymous', 'POST /api/portal/new-link', { body: { token: client.token } });
  await by('PATCH /api/clients/{id}', { body: { stepUp: 'inherit' } });
}

async function useTheLink(staff: Caller): Promise<void> {
  const params = { id: client.id };
  const by = (name: CallName, sent: Sent = {}, status?: number) =>
    make(staff, `adviser:${accountId}`, name, { params, ...sent }, status);
  await by('POST /api/clients/{id}/send-portal-link');
  const description = PEOPLE.note;
  await by('PATCH /api/clients/{id}', { body: { description, cashcalcLink: 'javascript:x' } }, 400);
  await by('PATCH /api/clients/{id}', { body: { description } });
  await by('POST /api/clients/{id}/factfind', { body: { sections: ['goals'] } });
  const open = (token: string, actor: string, status?: number) =>
    make(new Caller(), actor, 'GET /api/portal/{token}', { params: { token } }, status);
  const [own, who] = [new Caller(client.token), `client:${client.id}`];
  await open(client.token, who);
  await make(own, who, 'GET /api/clients/{id}', { params }, 403);
  await make(own, who, 'POST /api/clients/{id}/messages', { params, body: { content: PEOPLE.message } });
  const answers = [{ key: 'why', n: 0, v: PEOPLE.answer }];
  await make(own, who, 'PATCH /api/clients/{id}/factfind', { params, body: { section: 'goals', answers } });
  const form = fileForm(secrets['file content'] ?? '', PEOPLE['file name']);
  const { id } = await make(own, who, 'POST /api/clients/{id}/documents', { params, form });
  await make(own, who, 'GET /api/documents/{id}/download', { params: { id } });
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: `clients/${client.id}/${id}`, Body: 'broken' }));
  await make(own, who, 'GET /api/documents/{id}/download', { params: { id } }, 500);
  secrets['guessed token'] = tampered(client.token);
  await open(secrets['guessed token'], 'unknown', 401);
  const admin = await demoAdmin();
  const renewed = await make(admin, `admin:${admin.id}`, 'POST /api/clients/{id}/token/regenerate', { params });
  secrets['new portal token'] = renewed.token;
  await by('POST /api/auth/logout');
  const moved = { params: { id: accountId }, body: { email: `moved-${PEOPLE.address}` } };
  await make(admin, `admin:${admin.id}`, 'PATCH /api/advisers/{id}', moved);
}

beforeAll(async () => {
  const staff = await signInEachWay(await register());
  await confirmDevices(staff);
  await useTheLink(staff);
  const partitions = [adviserPartition(accountId), clientPartition(client.id)];
  const items: Item[] = (await Promise.all(partitions.map((pk) => query(pk, '')))).flat();
  table = JSON.stringify(items);
  records = JSON.stringify([
    items.filter(({ sk }) => sk.startsWith('ACTIVITY#')),
    await auditLog({ actor: accountId }),
  ]);
  logs = await logsOf(made, started);
});

/** Returns true if a text holds a secret in any usual encoding. Codes must match as whole words. */
function holds(text: string, name: string): boolean {
  const secret = { ...PEOPLE, ...secrets }[name] ?? '';
  if (/^(\d{6}|[A-Z]{8})$/.test(secret)) {
    const spaced = `${secret.slice(0, secret.length / 2)}[ -]?${secret.slice(secret.length / 2)}`;
    return new RegExp(`(?<![\\w.-])${spaced}(?![\\w.-])`).test(text);
  }
  expect(secret.length).toBeGreaterThanOrEqual(8);
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  return [...forms, secret.replaceAll('-', '')].some((form) => text.includes(form));
}

test.each([...Object.keys(PEOPLE), ...SECRETS])('no log line contains the %s', (name) => {
  expect(holds(logs.join('\n'), name)).toBe(false);
});

test.each(SECRETS)('neither the table nor an audit log contains the %s', (name) => {
  expect([holds(table, name), holds(records, name)]).toEqual([false, false]);
});

test('no key in the table contains an email address', async () => {
  const keys: string[] = [];
  for await (const { Items = [] } of paginateScan(
    { client: operator },
    { TableName: tableName(), ConsistentRead: true },
  ))
    for (const { pk, sk, gpk = '', gsk = '' } of Items) keys.push(pk, sk, gpk, gsk);
  expect(keys.some((key) => key.startsWith('ATTEMPTS#'))).toBe(true);
  expect(keys.filter((key) => /@|example/i.test(key))).toEqual([]);
});

const structured = () => logs.flatMap((line) => (line.trim().startsWith('{') ? [JSON.parse(line)] : []));

test('log lines of failed sign-ins and tampered documents also carry their metrics', () => {
  const requests = new Set(made.map(({ requestId }) => requestId));
  const counted = structured().flatMap((line) =>
    requests.has(line.requestId) ? extracted(line).map(({ name }) => name) : [],
  );
  expect(counted.sort()).toEqual(['SignInFailures', 'SignInFailures', 'Tampering']);
});

test('each request has one log line with its caller, call, status and cost', () => {
  const lines = structured();
  for (const { call, status, requestId, actor = expect.any(String) } of made) {
    const own = lines.filter((line) => line.requestId === requestId && 'call' in line);
    const level = status === 500 ? 'ERROR' : 'INFO';
    expect(own).toEqual([expect.objectContaining({ call, status, actor, edgeRequestId, level })]);
    expect([own[0].ms, own[0].awsCalls]).toEqual([expect.any(Number), expect.any(Number)]);
  }
  expect(lines).toContainEqual(expect.objectContaining({ alarm: 'tamper' }));
});

test('the searched logs, table and audit logs are not empty', () => {
  for (const kind of ['FACTOR#', 'DEVICE#', 'SESSION#']) expect(table).toContain(kind);
  for (const action of ['device-confirmed', 'recovery-code-used', 'factor-added']) expect(records).toContain(action);
  expect(logs.join('\n')).toContain(client.id);
  for (const name of ['code of a mail', 'phrase']) expect(holds(`It is ${secrets[name]} .`, name)).toBe(true);
});
