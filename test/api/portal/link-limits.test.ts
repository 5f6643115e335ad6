import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#functions/services/keys/keys.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { CallName } from '#shared/contract/api.ts';
import { clientOf } from '../../support/acts.ts';
import type { Answered, Sent } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { fileForm, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { awsError, type Fault, noFault, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { mailsTo } from '../../support/mail.ts';

const HOUR_SECONDS = 3600;
const now = () => Math.floor(Date.now() / 1000);

let ann: Person;
let client: { id: string; email: string };
beforeEach(async () => {
  ann = await newAdviser();
  client = await newClient(ann);
});

function expectToWait({ status, body, headers }: Answered, said: RegExp, seconds: number): void {
  expect([status, body.message]).toEqual([429, expect.stringMatching(said)]);
  const wait = Number(headers.get('retry-after'));
  expect([wait > seconds - 120, wait <= seconds]).toEqual([true, true]);
}
const CONFLICT = awsError('TransactionCanceledException', { CancellationReasons: [{ Code: 'TransactionConflict' }] });
const mail = ({ id } = client, by = ann) =>
  callHandler(by, 'POST /api/clients/{id}/send-portal-link', { params: { id } });
const forClient = () => attemptsKey('link-mail-client', client.id);
const forSender = () => attemptsKey('link-mail-sender', ann.id);
const forAddress = async () => attemptsKey('link-mail-address', await pseudonym(client.email.toLowerCase()));
const counts = async () => [await stored(forClient()), await stored(forSender())].map((counter) => counter?.count);

test('mails a link to one client three times an hour, and refuses the fourth with the wait, uncounted', async () => {
  for (let i = 0; i < 3; i += 1) expect((await mail()).status).toBe(200);
  expectToWait(await mail(), /3 times an hour\. Please try again in (60|59) minutes, or copy the link/, HOUR_SECONDS);
  expect(await counts()).toEqual([3, 3]);
  expect(await mailsTo(client.email)).toHaveLength(3);
  const record = await ann.call('GET /api/clients/{id}/activity', { params: { id: client.id } });
  const sent = record.body.filter(({ action }: { action: string }) => action === 'portal-link-sent');
  expect(sent).toHaveLength(3);
});

test('mails the link again after an hour, and does not delay other clients', async () => {
  await mail();
  await changeStored(forClient(), { count: 3 });
  expect((await mail()).status).toBe(429);
  expect((await mail(await newClient(ann))).status).toBe(200);
  await changeStored(forClient(), { endsAt: now() - 1 });
  expect((await mail()).status).toBe(200);
});

test('refuses the 51st link of a sender a day without counting it for the client', async () => {
  await mail();
  await changeStored(forSender(), { count: 49 });
  expect((await mail(await newClient(ann))).status).toBe(200);
  const said = /50 portal links a day, and automatic emails count too\. Please try again in 24 hours, or copy the link/;
  expectToWait(await mail(), said, 24 * HOUR_SECONDS);
  expect(await counts()).toEqual([1, 50]);
});

test('refuses the eleventh link a day to one address across clients and senders', async () => {
  await mail();
  await changeStored(await forAddress(), { count: 9 });
  const [bob, { email }] = [await newAdviser(), client];
  client = await newClient(bob, { email: email.toUpperCase() });
  expect((await mail(client, bob)).status).toBe(200);
  const said = /at most 10 emails with a link a day\. Please try again in 24 hours, or copy the link/;
  expectToWait(await mail(client, bob), said, 24 * HOUR_SECONDS);
  expect((await stored(await forAddress()))?.count).toBe(10);
});

test('mails three links for ten concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => mail()));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect(await mailsTo(client.email)).toHaveLength(3);
});

describe('a link mail', () => {
  test('is not counted if SES refuses it', async () => {
    await mail();
    const { result } = await withFault(refusing('SendRawEmail', sesError('MessageRejected')), () => mail());
    expect(result.status).toBe(502);
    expect(await counts()).toEqual([1, 1]);
  });

  test('is sent and counted once if its audit entry conflicts with another write', async () => {
    const { result } = await withFault(refusing('TransactWriteItems', CONFLICT, 2), () => mail());
    expect(result.status).toBe(200);
    expect(await counts()).toEqual([1, 1]);
    expect(await mailsTo(client.email)).toHaveLength(1);
  });
});

describe('creating a client with emailLink', () => {
  const email = () => `${newId().toLowerCase()}@clients.example`;
  const create = (body: object) => callHandler(ann, 'POST /api/clients', { body: { name: 'Ola Berg', ...body } });
  const clientCount = async () => (await ann.call('GET /api/clients')).body.length;
  /** Answers writes by their number: 1 creates the client, 2 stores that the link was emailed, 3 adds the entry. */
  const refusingWrites = (from: number, to: number, answer = CONFLICT): Fault => {
    let nth = 0;
    return (operation) => {
      if (operation === 'TransactWriteItems') nth += 1;
      return operation === 'TransactWriteItems' && nth >= from && nth <= to ? answer : undefined;
    };
  };

  test.each([
    ['emails the link', noFault, 1],
    ['emails the link once if its audit entry conflicts with another write', refusingWrites(3, 3), 1],
    ['keeps the client if SES refuses the email', refusing('SendRawEmail', sesError('MessageRejected')), 0],
    ['keeps the one client if the email’s writes conflict', refusingWrites(2, 20), 0],
    ['keeps the one client if DynamoDB fails after it', refusingWrites(2, 20, awsError('ThrottlingException')), 0],
  ])('%s', async (_, fault, mails) => {
    const { result } = await withFault(fault, () => create({ email: email(), emailLink: true }));
    client = result.body;
    expect([result.status, result.body.linkEmailed, await clientCount()]).toEqual([201, mails === 1, 2]);
    expect([await mailsTo(client.email), await counts()]).toMatchObject([{ length: mails }, [mails, mails]]);
    const { body } = await ann.call('GET /api/clients/{id}/activity', { params: { id: client.id } });
    const actions = body.map(({ action }: { action: string }) => action);
    const sent = mails === 1 ? ['portal-link-sent'] : [];
    expect(actions).toEqual([...sent, 'portal-link-revealed', 'client-created']);
  });

  test('keeps the client if the sender’s limit is reached, and emails nothing if not asked to', async () => {
    await mail();
    await changeStored(forSender(), { count: 50 });
    expect((await create({ email: email(), emailLink: true })).body.linkEmailed).toBe(false);
    const { status, body } = await create({ email: email(), emailLink: false });
    expect([status, 'linkEmailed' in body, await mailsTo(body.email)]).toEqual([201, false, []]);
  });

  test('creates no client without an address', async () => {
    const { status, body } = await create({ emailLink: true });
    expect([status, Object.keys(body.fields), await clientCount()]).toEqual([400, ['email'], 1]);
  });
});

describe.each<[string, CallName, () => Sent, Sent]>([
  [
    'file',
    'POST /api/clients/{id}/documents',
    () => ({ form: fileForm('x', 'x.txt') }),
    { form: fileForm('', 'empty.txt') },
  ],
  ['message', 'POST /api/clients/{id}/messages', () => ({ body: { content: 'Hello' } }), { body: { content: ' ' } }],
])('the hourly %s limit of a client’s link', (noun, name, what, broken) => {
  let own: Awaited<ReturnType<typeof clientOf>>;
  beforeEach(async () => {
    own = await clientOf(ann);
  });
  const send = (caller: object = { token: own.token }, sent = what(), { params } = own) =>
    callHandler(caller, name, { params, ...sent });
  const counter = () => attemptsKey(`link-${noun}`, `${own.id}.1`);

  test('accepts the sixtieth, refuses the next with the wait, and stores nothing of it', async () => {
    expect((await send()).status).toBe(201);
    await changeStored(counter(), { count: 59 });
    expect((await send()).status).toBe(201);
    const { result, asked } = await withFault(noFault, () => send());
    expectToWait(result, /60 \w+s an hour.* \d+ minutes?/, HOUR_SECONDS);
    expect(asked).not.toEqual(expect.arrayContaining(['S3 PUT']));
    expect(asked).not.toEqual(expect.arrayContaining(['TransactWriteItems']));
    await changeStored(counter(), { endsAt: now() - 1 });
    expect((await send()).status).toBe(201);
    expect(await stored(counter())).toMatchObject({ count: 1 });
  });

  test('does not affect the adviser, another client or the client’s next link', async () => {
    await send();
    await changeStored(counter(), { count: 60 });
    expect([(await send()).status, (await send(ann)).status]).toEqual([429, 201]);
    expect((await send({ token: (await own.newLink()).token })).status).toBe(201);
    const other = await clientOf(ann);
    expect((await send({ token: other.token }, what(), other)).status).toBe(201);
  });

  test('counts a retry after a write conflict once, and a rejected request not at all', async () => {
    const { result } = await withFault(refusing('TransactWriteItems', CONFLICT, 2), () => send());
    expect([result.status, (await send(undefined, broken)).status]).toEqual([201, 400]);
    expect(await stored(counter())).toMatchObject({ count: 1 });
  });
});
