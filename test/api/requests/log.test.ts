import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import { type Answered, Caller, type Sent } from '../../support/api.ts';
import { bucket, s3 } from '../../support/aws.ts';
import { fileForm } from '../../support/builders.ts';
import { logsOf } from '../../support/cloudwatch.ts';
import { extracted } from '../../support/emf.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';
import { codeIn, otherThan } from '../../support/people/devices.ts';

const mark = randomUUID().slice(0, 8);
const canaries = new Map<string, string>(
  Object.entries({
    'adviser’s address': `adviser-${mark}@canary.example`,
    'adviser’s name': `Canary-Adviser-${mark}`,
    password: `canary password ${mark}`,
    'wrong password': `wrong canary ${mark}`,
    'new password': `new canary ${mark}`,
    'client’s address': `client-${mark}@canary.example`,
    'client’s name': `Canary-Client-${mark}`,
    'client’s phone': `+44 ${mark}`,
    'file name': `canary-${mark}.txt`,
    'file content': `content of canary ${mark}`,
    message: `Canary-Message-${mark}`,
    note: `Canary-Note-${mark}`,
  }),
);
const canary = (name: string) => canaries.get(name) ?? '';

const started = Date.now();
const edgeRequestId = `${mark}${'A'.repeat(46)}==`;
const made: { call: CallName; status: number; requestId: string | null; actor: string }[] = [];
let logs: string[] = [];

async function make(caller: Caller, actor: string, name: CallName, sent: Sent = {}): Promise<Answered> {
  const answer = await caller.call(name, { ...sent, headers: { 'x-amz-cf-id': edgeRequestId } });
  made.push({ call: name, status: answer.status, requestId: answer.headers.get('x-request-id'), actor });
  return answer;
}

async function playAdviser(): Promise<{ adviser: Caller; id: string }> {
  const adviser = new Caller();
  const [email, password] = [canary('adviser’s address'), canary('password')];
  const anyone = (name: CallName, body: object) => make(adviser, 'anonymous', name, { body });
  const { body } = await anyone('POST /api/auth/register', { name: canary('adviser’s name'), email, password });
  await anyone('POST /api/auth/register', { name: canary('adviser’s name'), email, password });
  await anyone('POST /api/auth/register', { name: 'x', email, password: password.repeat(9) });
  await anyone('POST /api/auth/login', { email, password: canary('wrong password') });
  await anyone('POST /api/auth/forgot-password', { email });
  const reset = resetTokenIn((await mailsTo(email, 1))[0]);
  canaries.set('reset token', reset);
  await anyone('POST /api/auth/reset-password', { token: reset, newPassword: canary('new password') });
  await anyone('POST /api/auth/reset-password', { token: reset, newPassword: canary('new password') });
  await anyone('POST /api/auth/login', { email, password: canary('new password') });
  canaries.set('cookie', adviser.cookie?.split('=')[1] ?? '');
  return { adviser, id: body.id };
}

/** What confirms a device: seldom long enough to be told from a number by chance, so it is looked for as a word. */
const codes: Record<string, string> = {};

async function playDevice(adviser: Caller, staff: string, client: { id: string; token: string }): Promise<void> {
  const params = { id: client.id };
  const by = (name: CallName, sent: Sent = {}) => make(adviser, staff, name, { params, ...sent });
  await by('PATCH /api/clients/{id}', { body: { stepUp: 'on' } });
  const [phone, who] = [new Caller(client.token), `client-unconfirmed:${client.id}`];
  const type = (code: string) =>
    make(phone, who, 'POST /api/portal/device', { body: { code: codes[code] ?? '', remember: true } });
  await make(phone, who, 'POST /api/portal/code');
  codes.code = codeIn((await mailsTo(canary('client’s address'), 1))[0]);
  codes['wrong code'] = otherThan(codes.code);
  codes.phrase = (await by('POST /api/clients/{id}/devices/phrase')).body.phrase;
  for (const code of ['wrong code', 'code', 'code']) {
    await type(code);
    if (phone.cookie) canaries.set('device cookie', phone.cookie.split('=')[1] ?? '');
    phone.cookie = undefined;
  }
  await type('phrase');
  await make(new Caller(), 'anonymous', 'POST /api/portal/new-link', { body: { token: client.token } });
  await by('PATCH /api/clients/{id}', { body: { stepUp: 'inherit' } });
}

async function playClient({ adviser, id }: { adviser: Caller; id: string }): Promise<void> {
  const by = (name: CallName, sent: Sent) => make(adviser, `adviser:${id}`, name, sent);
  const body = { name: canary('client’s name'), email: canary('client’s address'), phone: canary('client’s phone') };
  const client = (await by('POST /api/clients', { body })).body;
  canaries.set('portal token', client.token);
  const params = { id: client.id };
  const who = `client:${client.id}`;
  await playDevice(adviser, `adviser:${id}`, client);
  await by('POST /api/clients/{id}/send-portal-link', { params });
  await by('PATCH /api/clients/{id}', { params, body: { description: canary('note'), cashcalcLink: 'javascript:x' } });
  await by('PATCH /api/clients/{id}', { params, body: { description: canary('note') } });
  const own = new Caller(client.token);
  await make(new Caller(), who, 'GET /api/portal/{token}', { params: { token: client.token } });
  await make(own, who, 'GET /api/clients/{id}', { params });
  await make(own, who, 'POST /api/clients/{id}/messages', { params, body: { content: canary('message') } });
  const form = fileForm(canary('file content'), canary('file name'));
  const document = (await make(own, who, 'POST /api/clients/{id}/documents', { params, form })).body;
  const one = { params: { id: document.id } };
  await make(own, who, 'GET /api/documents/{id}/download', one);
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: `clients/${client.id}/${document.id}`, Body: 'broken' }));
  expect((await make(own, who, 'GET /api/documents/{id}/download', one)).status).toBe(500);
  const guess = `${client.token.slice(0, -4)}xxxx`;
  canaries.set('guessed token', guess);
  await make(new Caller(), 'unknown', 'GET /api/portal/{token}', { params: { token: guess } });
  await by('POST /api/auth/logout', {});
}

beforeAll(async () => {
  await playClient(await playAdviser());
  logs = await logsOf(made, started);
});

test.each([...canaries.keys(), 'reset token', 'cookie', 'portal token', 'guessed token', 'device cookie'])(
  'no log line holds the %s',
  (name) => {
    const text = logs.join('\n');
    expect(canary(name).length).toBeGreaterThan(8);
    for (const form of [canary(name), encodeURIComponent(canary(name)), Buffer.from(canary(name)).toString('base64')])
      expect(text.includes(form)).toBe(false);
  },
);

test.each(['code', 'wrong code', 'phrase'])('no log line holds the %s', (name) => {
  const code = codes[name] ?? '';
  expect(code).toMatch(/^(\d{6}|[A-Z]{8})$/);
  const spaced = `${code.slice(0, code.length / 2)} ?${code.slice(code.length / 2)}`;
  expect(logs.join('\n')).not.toMatch(new RegExp(`(?<![\\w.-])${spaced}(?![\\w.-])`));
});

const structured = () => logs.flatMap((line) => (line.trim().startsWith('{') ? [JSON.parse(line)] : []));

test('the lines of a failed sign-in and of a document that does not open are also what counts them', () => {
  const counted = structured().flatMap((line) =>
    made.some(({ requestId }) => requestId === line.requestId) ? extracted(line).map(({ name }) => name) : [],
  );
  expect(counted.sort()).toEqual(['SignInFailures', 'Tampering']);
});

test('each request has one line that says who called what, and how it went', () => {
  const lines = structured();
  for (const { call, status, requestId, actor } of made) {
    const own = lines.filter((line) => line.requestId === requestId && 'call' in line);
    expect(own).toEqual([
      expect.objectContaining({ call, status, actor, edgeRequestId, level: status === 500 ? 'ERROR' : 'INFO' }),
    ]);
    expect([own[0].ms, own[0].awsCalls]).toEqual([expect.any(Number), expect.any(Number)]);
  }
  expect(lines).toContainEqual(expect.objectContaining({ alarm: 'tamper' }));
});
