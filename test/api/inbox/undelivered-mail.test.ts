import type { SNSEvent } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { type ClientDesk, changeAccount, clientOf, forgotPassword, openPortal } from '../../support/acts.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser } from '../../support/builders.ts';
import { awsError, meanwhile, refusing, withFault } from '../../support/faults/faults.ts';
import { SOON } from '../../support/inbox.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';
import { bounced, complained, publish, rejected } from '../../support/mail-events.ts';
import { partitionOf } from '../../support/recount.ts';

let client: ClientDesk;
const ann = await newAdviser();
beforeEach(async () => {
  client = await clientOf(ann);
  newLogLines();
});

/** Passes a message to the real handler in this process, as SNS does. */
async function hear(told: object | string): Promise<void> {
  const { handler } = await import('#functions/jobs/mail-events.ts');
  const Message = typeof told === 'string' ? told : JSON.stringify(told);
  await asFunction('mail-events', () => handler({ Records: [{ Sns: { Message } }] } as SNSEvent));
}
const bounce = () => bounced(client.email, { client: client.id });
const problem = async () => (await client.now()).mailProblem;
const save = (body: object) => client.change(body);
const mailLink = () => client.by('POST /api/clients/{id}/send-portal-link');

test('a bounce published by SES stops mail to the client and shows the adviser the next step', async () => {
  expect(await problem()).toBeNull();
  await publish(bounce());
  await expect.poll(problem, { timeout: 60_000 }).toBe('bounced');
  expect((await client.auditLog())[0]).toMatchObject({
    actorType: 'system',
    actorName: 'Mail service',
    action: 'mail-bounced',
    summary: `Mail to ${client.email} was not delivered: the mailbox refused it`,
  });
  const refused = await mailLink();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Mail to this address was not delivered.*another address/),
  ]);
  expect(await mailsTo(client.email)).toEqual([]);
  expect(JSON.stringify((await openPortal(client.token)).body)).not.toMatch(/mailProblem|bounced/);
});

test.each([
  ['a permanent bounce', () => bounce(), 'bounced'],
  [
    'a bounce with the address in capitals',
    () => bounced(client.email.toUpperCase(), { client: client.id }),
    'bounced',
  ],
  ['a spam complaint', () => complained(client.email, { client: client.id }, 'abuse'), 'complained'],
  ['a complaint without a type', () => complained(client.email, { client: client.id }), 'complained'],
  ['a not-spam report', () => complained(client.email, { client: client.id }, 'not-spam'), null],
  ['a temporary bounce', () => bounced(client.email, { client: client.id }, 'Transient'), null],
  ['an undetermined bounce', () => bounced(client.email, { client: client.id }, 'Undetermined'), null],
  ['a bounce of another address', () => bounced(`other-${client.email}`, { client: client.id }), null],
  ['a bounce without a known recipient', () => bounced(client.email, {}), null],
  ['a bounce for a deleted client', () => bounced(client.email, { client: 'gone' }), null],
  ['a bounce for a deleted adviser', () => bounced(client.email, { adviser: 'gone' }), null],
  ['the validation message of SNS', () => 'Successfully validated SNS topic', null],
])('stores the mail problem of %s, if any, without logging the address', async (_, told, expected) => {
  await hear(told());
  expect(await problem()).toBe(expected);
  expect((await client.auditLog()).filter(({ action }) => action?.startsWith('mail-'))).toHaveLength(expected ? 1 : 0);
  expect(JSON.stringify(newLogLines())).not.toContain('@');
});

test('logs a bounce once if it is delivered repeatedly and concurrently', async () => {
  await Promise.all([hear(bounce()), hear(bounce())]);
  await hear(bounce());
  expect(await client.actions()).toEqual(['mail-bounced', 'portal-link-revealed', 'client-created']);
});

test('a new address receives mail again, the same address saved again does not', async () => {
  await hear(bounce());
  expect((await save({ email: client.email, phone: '1' })).body.mailProblem).toBe('bounced');
  expect((await save({ email: client.email.toUpperCase() })).body.mailProblem).toBe('bounced');
  expect((await mailLink()).status).toBe(409);
  const email = `new-${client.email}`;
  expect((await save({ email })).body.mailProblem).toBeNull();
  expect(await problem()).toBeNull();
  expect((await mailLink()).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a bounce that arrives during an address change does not mark the new address', async () => {
  const changes = meanwhile('TransactWriteItems', () => save({ email: `new-${client.email}` }));
  await withFault(changes, () => hear(bounce()));
  expect(await problem()).toBeNull();
});

test('ignores a bounce for a client being deleted, and throws if the table fails', async () => {
  const fails = refusing('TransactWriteItems', awsError('InternalServerError', {}, 500));
  await expect(withFault(fails, () => hear(bounce()))).rejects.toThrow();
  await changeStored(clientKey(client.id), { deleting: true });
  await hear(bounce());
  expect(await stored(clientKey(client.id))).not.toHaveProperty('summary.mailProblem');
  expect((await client.remove()).status).toBe(204);
  await hear(bounce());
  expect(await partitionOf(client.id)).toEqual([]);
});

test('a bounced adviser gets no more reset mail, the answer stays the same, and the log has the id only', async () => {
  const linksTo = async (email: string) => (await mailsTo(email)).filter((mail) => resetTokenIn(mail)).length;
  const [bob, admin] = [await newAdviser(), await newAdmin()];
  const before = await forgotPassword(bob.email);
  expect(await mailsTo(bob.email, 1)).toHaveLength(1);
  await hear(bounced(bob.email, { adviser: bob.id }));
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'undelivered adviser mail', adviser: bob.id }]);
  const after = await forgotPassword(bob.email);
  expect([after.status, after.body]).toEqual([before.status, before.body]);
  const email = `new-${bob.email}`;
  await changeAccount(admin, bob.id, { email });
  await forgotPassword(email);
  // A request from before the change may be handled after it, and is then mailed to the new address.
  await expect.poll(() => linksTo(email), SOON).toBeGreaterThan(0);
  expect(await linksTo(bob.email)).toBe(1);
});

test('a bounce of an adviser’s former address does not stop mail to the new one', async () => {
  const [bob, admin] = [await newAdviser(), await newAdmin()];
  const email = `new-${bob.email}`;
  const changes = meanwhile('TransactWriteItems', () => changeAccount(admin, bob.id, { email }));
  await withFault(changes, () => hear(bounced(bob.email, { adviser: bob.id })));
  expect(await stored(adviserKey(bob.id))).toMatchObject({ mailProblemAddress: bob.email.toLowerCase() });
  await forgotPassword(email);
  await expect.poll(async () => (await mailsTo(email)).filter((mail) => resetTokenIn(mail)).length, SOON).toBe(1);
});

test('mail rejected by SES itself is logged for the operator and does not mark the address', async () => {
  await hear(rejected(client.email, { client: client.id }));
  expect(await problem()).toBeNull();
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'rejected mail', client: client.id }]);
});
