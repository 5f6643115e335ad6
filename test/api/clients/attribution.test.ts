import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-link.ts';
import { COUNTED } from '#functions/services/log/metrics.ts';
import type { CallName } from '#shared/contract/api.ts';
import { RESET_LINK } from '#shared/rules/lifetimes.ts';
import type { Sent } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, newClient, PASSWORD, upload } from '../../support/builders.ts';
import { awsError, refusing, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { type LogLine, newLogLines } from '../../support/log-lines.ts';
import { tampered } from '../../support/tampered.ts';

const EDGE_ID = 'SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==';
const KNOWN = ['requestId', 'call', 'status', 'ms', 'awsCalls', 'awsRounds', 'error', 'detail'];
const LOGGER = ['level', 'message', 'timestamp', 'service', '_aws', ...COUNTED];

const admin = await demoAdmin();
const adviser = await newAdviser();
const client = await newClient(adviser);

type From = { cookie?: string | undefined; token?: string };

/** Returns the actor, subject and action of a call's log line, without the common fields. */
async function lineOf(caller: From, name: CallName, sent: Sent = {}): Promise<LogLine> {
  newLogLines();
  const { body } = await callHandler(caller, name, sent);
  const line = newLogLines().find(({ call }) => call === name) ?? expect.fail('no line');
  const said = Object.entries(line).filter(([key]) => ![...KNOWN, ...LOGGER].includes(key));
  return { ...Object.fromEntries(said), ...(line.created !== undefined && { created: line.created === body.id }) };
}

describe('the log line of a call', () => {
  const params = () => ({ id: client.id });

  test('names the client', async () => {
    const who = { actor: `adviser:${adviser.id}`, client: client.id };
    expect(await lineOf(adviser, 'GET /api/clients/{id}', { params: params() })).toEqual(who);
    const leaving = await newClient(adviser);
    const left = await lineOf(adviser, 'DELETE /api/clients/{id}', { params: { id: leaving.id } });
    expect(left).toEqual({ ...who, client: leaving.id });
  });

  test('names the client and its document or stage', async () => {
    const { id } = await upload(adviser, client.id, 'x');
    const who = { actor: `client:${client.id}`, client: client.id };
    const downloaded = await lineOf(client, 'GET /api/documents/{id}/download', { params: { id } });
    expect(downloaded).toEqual({ ...who, target: id });
    const stageId = `${client.id}.2.2`;
    // The function for plans cannot verify tokens: it refuses them and logs the claimed client.
    const refused = await lineOf(client, 'GET /api/stages/{stageId}/plans', { params: { stageId } });
    expect(refused).toEqual({ actor: 'unknown', claimed: client.id, client: client.id, target: stageId });
  });

  test('names the id that the call created', async () => {
    const who = { actor: `adviser:${adviser.id}`, created: true };
    const body = { name: 'New', email: 'new@clients.example' };
    expect(await lineOf(adviser, 'POST /api/clients', { body })).toEqual(who);
    const sent = { params: params(), form: fileForm('x', 'x.txt') };
    const uploaded = await lineOf(client, 'POST /api/clients/{id}/documents', sent);
    expect(uploaded).toEqual({ actor: `client:${client.id}`, client: client.id, created: true });
  });

  test('names the adviser and the changed fields of the account', async () => {
    const { id, email, name } = await newAdviser();
    const change = (body: object) => lineOf(admin, 'PATCH /api/advisers/{id}', { params: { id }, body });
    const who = { actor: `admin:${admin.id}`, target: id };
    expect(await change({ name, email, role: 'adviser' })).toEqual({ ...who, changed: [] });
    const all = { name: 'Ann Lee', email: `new-${email}`, role: 'admin', password: PASSWORD };
    expect(await change(all)).toEqual({ ...who, changed: ['name', 'email', 'role', 'password'] });
    await change({ role: 'adviser' });
    expect(await lineOf(admin, 'DELETE /api/advisers/{id}', { params: { id } })).toEqual(who);
  });
});

describe('the log line of an anonymous call', () => {
  const login = (email: string, password: string) => lineOf({}, 'POST /api/auth/login', { body: { email, password } });

  test('names the account that was signed in to or reset', async () => {
    const { id, email } = await newAdviser();
    const account = `adviser:${id}`;
    expect(await login(email, PASSWORD)).toMatchObject({ actor: 'anonymous', account });
    const { token, kept } = newMailedToken(id, new Date(), RESET_LINK);
    await changeStored(adviserKey(id), { reset: kept });
    const reset = { body: { token, newPassword: PASSWORD } };
    expect(await lineOf({}, 'POST /api/auth/reset-password', reset)).toEqual({ actor: 'anonymous', account });
    expect(await lineOf({}, 'POST /api/auth/reset-password', reset)).toEqual({ actor: 'anonymous' });
  });

  test('names an address by one pseudonym on every call and in any case, and no account that was not entered', async () => {
    const email = `${randomUUID()}@unknown.example`;
    const { address, ...said } = await login(email, 'wrong guess');
    expect([address, said]).toEqual([expect.stringMatching(/^[\w-]{16}$/), { actor: 'anonymous' }]);
    const asked = await lineOf({}, 'POST /api/auth/forgot-password', { body: { email: email.toUpperCase() } });
    const refused = { name: 'Ann', email, password: PASSWORD, role: 'admin' };
    const registered = await lineOf({}, 'POST /api/auth/register', { body: refused });
    for (const line of [asked, registered]) expect(line).toEqual({ actor: 'anonymous', address });
    expect((await login(`x${email}`, 'wrong guess')).address).not.toBe(address);
    expect(await login(adviser.email, 'wrong guess')).not.toHaveProperty('account');
  });

  test('names the client that a refused but well-formed portal token claims', async () => {
    const open = (token: string, header?: string) =>
      lineOf(header === undefined ? {} : { token: header }, 'GET /api/portal/{token}', { params: { token } });
    const forged = tampered(client.token);
    const claim = { actor: 'unknown', claimed: client.id };
    expect(await open(forged)).toEqual(claim);
    expect(await open(client.token, forged)).toEqual(claim);
    expect(await lineOf({ token: forged }, 'GET /api/auth/me')).toEqual(claim);
    expect(await open('short')).toEqual({ actor: 'unknown' });
    expect(await open(client.token)).toEqual({ actor: `client:${client.id}`, client: client.id });
  });
});

describe('the log line of hostile input', () => {
  test('contains CloudFront’s request id only if it is well-formed', async () => {
    const edge = async (id: string) =>
      (await lineOf({}, 'GET /api/auth/me', { headers: { 'X-Amz-Cf-Id': id } })).edgeRequestId;
    expect(await edge(EDGE_ID)).toBe(EDGE_ID);
    for (const other of ['', 'x', 'ann@firm.example', `${EDGE_ID} x`, client.token, 'two\nlines', 'x'.repeat(500)])
      expect(await edge(other)).toBeUndefined();
  });

  test.each<[string, CallName, (token: string) => Record<string, string>]>([
    ['a token in the place of an id', 'GET /api/clients/{id}', (token) => ({ id: token })],
    ['a token after a client’s id', 'PATCH /api/tasks/{id}', (token) => ({ id: `${client.id}.${token.slice(22)}` })],
    ['an unknown stage', 'PATCH /api/stages/{stageId}', () => ({ stageId: `${client.id}.secret` })],
  ])('does not contain %s', async (_, name, params) => {
    const line = await lineOf(adviser, name, { params: params(client.token) });
    expect(line).toEqual({ actor: `adviser:${adviser.id}` });
  });

  test('does not contain an email address sent as an id', async () => {
    const params = { id: 'ann@firm.example' };
    expect(await lineOf(adviser, 'DELETE /api/advisers/{id}', { params })).toEqual({ actor: 'unknown' });
  });
});

test('the log line of an error contains the ids of its request', async () => {
  newLogLines();
  const headers = { 'x-amz-cf-id': EDGE_ID };
  await withFault(refusing('SendRawEmail', awsError('MessageRejected')), () =>
    callHandler(adviser, 'POST /api/clients/{id}/send-portal-link', { params: { id: client.id }, headers }),
  );
  expect(newLogLines()).toContainEqual(
    expect.objectContaining({ what: 'portal link mail', requestId: 'test', edgeRequestId: EDGE_ID }),
  );
});
