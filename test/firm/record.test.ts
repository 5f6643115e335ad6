import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { admin as adminCommand } from '#infra/ops/admin.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import {
  doneBy as by,
  changeAccount,
  clientOf,
  deleteAccount,
  forgotPassword,
  login,
  auditLog as record,
  register as registerAs,
  resetPassword,
} from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { table, tableName } from '../support/aws.ts';
import { demoAdmin, newAdviser, PASSWORD, signIn, upload } from '../support/builders.ts';
import { mailsTo, resetTokenIn } from '../support/mail.ts';
import { bounced, publish } from '../support/mail-events.ts';
import { operatorFolder, printed, runOps } from '../support/operator.ts';
import { allObjects } from '../support/recount.ts';

const SLOW_MS = MINUTE_MS;
const folder = await operatorFolder();

const admin = await demoAdmin();

/** Returns type, name and summary of the entries about an account or client, newest first. */
const about = async (id: string) =>
  (await record()).filter((line) => line.about === id).map((line) => [line.actorType, line.actorName, line.summary]);
const address = () => `${randomUUID().slice(0, 8)}@Advisers.example`;

describe('the audit log of sign-ins', () => {
  test('shows sign-in and sign-out under the account’s name, and one sign-out for two concurrent ones', async () => {
    const { email, name } = await newAdviser();
    const ann = await signIn(email, PASSWORD);
    const answers = await Promise.all([ann.call('POST /api/auth/logout'), ann.call('POST /api/auth/logout')]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await by(ann)).toEqual(['Signed out', 'Signed in']);
    expect((await record({ actor: ann.id }))[0]).toMatchObject({ actorType: 'adviser', actorName: name });
  });

  test('names the account of a refused sign-in, and has one entry an hour for unknown addresses', async () => {
    const ann = await newAdviser();
    const shared = async () =>
      (await record({ action: 'sign-in-refused' })).filter((entry) => entry.about === null).length;
    const before = await shared();
    for (const email of [ann.email, address(), address(), address()])
      expect((await login(email, 'wrong')).status).toBe(401);
    expect(await about(ann.id)).toEqual([['system', 'System', `Refused a sign-in to ${ann.name}’s account`]]);
    // The hour may change during the test.
    expect((await shared()) - before).toBeLessThanOrEqual(2);
    expect(JSON.stringify(await record({ actor: 'system' }))).not.toContain('@');
  });
});

describe('the audit log of an account', () => {
  test('shows its creation by its holder, by an admin or by an operator', async () => {
    const [own, given, operated] = [address(), address(), address()];
    const register = (email: string, caller = new Caller(), more = {}) =>
      registerAs({ email, password: PASSWORD, name: 'Kim Low', ...more }, caller);
    const first = await register(own);
    const second = await register(given, admin, { role: 'admin' });
    await printed(() => adminCommand(['create', '--email', operated, '--name', 'Kim Low'], async () => PASSWORD));
    const third = await signIn(operated, PASSWORD);
    expect(await about(first.body.id)).toEqual([['adviser', 'Kim Low', 'Created an account for Kim Low (adviser)']]);
    expect(await about(second.body.id)).toEqual([['admin', admin.name, 'Created an account for Kim Low (admin)']]);
    expect(await about(third.id)).toEqual([['operator', 'Operator', 'Created an account for Kim Low (admin)']]);
  });

  test('does not show a failed creation', async () => {
    const ann = await newAdviser();
    const before = await record({ action: 'account-created' });
    expect((await registerAs({ email: ann.email, password: PASSWORD, name: 'Kim Low' })).status).toBe(409);
    expect(await record({ action: 'account-created' })).toEqual(before);
  });

  test('shows changes, new roles and its deletion, and outlives the account', async () => {
    const ann = await newAdviser('Ann Lee');
    const change = (body: object) => changeAccount(admin, ann.id, body);
    const email = address();
    await change({ name: 'Ann Moss', email, password: 'sixsix' });
    await change({ role: 'admin' });
    await change({ role: 'adviser', name: 'Ann Ray' });
    await change({ name: 'Ann Ray' });
    await deleteAccount(admin, ann.id);
    expect((await about(ann.id)).map(([, , summary]) => summary)).toEqual([
      'Deleted Ann Ray’s account',
      'Changed name of Ann Ray’s account. Changed Ann Ray’s role from admin to adviser',
      'Changed Ann Moss’s role from adviser to admin',
      'Changed name, email, password of Ann Moss’s account',
    ]);
    expect(JSON.stringify(await record({ actor: admin.id }))).not.toContain(email.toLowerCase());
  });

  test('shows a new password by reset mail or by an operator', async () => {
    const ann = await newAdviser('Ann Lee');
    await forgotPassword(ann.email);
    expect((await resetPassword(resetTokenIn((await mailsTo(ann.email, 1))[0]))).status).toBe(200);
    expect(await by(ann)).toEqual(['Chose a new password']);
    await printed(() => adminCommand(['reset-password', '--email', ann.email], async () => PASSWORD));
    expect(await about(ann.id)).toEqual([
      ['operator', 'Operator', 'Set a new password for Ann Lee'],
      ['system', 'System', 'Someone asked for a new password for Ann Lee’s account'],
    ]);
  });

  test('shows that its mailbox bounced, and that an operator allows mail again', async () => {
    const ann = await newAdviser('Ann Lee');
    await publish(bounced(ann.email, { adviser: ann.id }));
    await expect
      .poll(() => about(ann.id), { timeout: SLOW_MS })
      .toEqual([['system', 'System', 'Email to Ann Lee was not delivered']]);
    expect((await runOps(folder, `allow-mail --email ${ann.email}`)).code).toBe(0);
    expect((await about(ann.id))[0]).toEqual(['operator', 'Operator', 'Allowed emails to Ann Lee again']);
  });

  test('shows that an operator unlocked it, by name and without its address', async () => {
    const { id, email, name } = await newAdviser();
    await runOps(folder, `unlock --email ${email}`);
    expect(await runOps(folder, `unlock --email ${address()}`)).toMatchObject({ code: 1 });
    const [line] = await record({ actor: 'operator', action: 'account-unlocked' });
    expect([line?.summary, line?.about]).toEqual([`Let ${name} sign in again after too many attempts`, id]);
  });
});

describe('the audit log of a client', () => {
  test('shows after its deletion who did how much, and its data is nowhere else', async () => {
    const words = { name: `Zoë ${randomUUID()}`, email: `${randomUUID()}@clients.example`, phone: `07${Date.now()}` };
    const ann = await newAdviser();
    const client = await clientOf(ann, words);
    const file = `passport-${randomUUID()}.txt`;
    const document = await upload(ann, client.id, 'a', file);
    await upload(ann, client.id, 'b', file);
    const body = { title: `Send ${randomUUID()}` };
    await client.addTask(body);
    await client.by('POST /api/clients/{id}/send-portal-link');
    for (const reader of [ann, client.own])
      await reader.call('GET /api/documents/{id}/download', { params: { id: document.id } });
    await client.write(file, client.own);
    expect((await client.remove()).status).toBe(204);
    expect(await about(client.id)).toEqual([
      ['adviser', ann.name, 'Deleted a client with 2 documents and 1 task, in Initial Setup'],
      ['adviser', ann.name, 'Viewed the portal link of a client who has since been deleted'],
    ]);
    expect(await about(document.id)).toEqual([
      ['client', 'Client', 'Downloaded a document of a client who has since been deleted'],
      ['adviser', ann.name, 'Downloaded a document of a client who has since been deleted'],
    ]);
    const kept = async () => `${await everything()} ${(await allObjects()).join(' ')}`;
    for (const word of [...Object.values(words), file, body.title])
      await expect.poll(async () => (await kept()).includes(word), { timeout: SLOW_MS }).toBe(false);
    expect((await allObjects()).filter((key) => key.includes(client.id))).toEqual([]);
  });
});

async function everything(): Promise<string> {
  const pages: unknown[] = [];
  for await (const { Items } of paginateScan({ client: table }, { TableName: tableName(), ConsistentRead: true }))
    pages.push(Items);
  return JSON.stringify(pages);
}
