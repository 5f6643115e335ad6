import { beforeEach, describe, expect, test } from 'vitest';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { awsError, refusing, withFault } from '../../support/faults/faults.ts';
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

const mail = ({ id } = client, by = ann) =>
  callHandler(by, 'POST /api/clients/{id}/send-portal-link', { params: { id } });
const forClient = () => attemptsKey('link-mail-client', client.id);
const forSender = () => attemptsKey('link-mail-sender', ann.id);
const forAddress = async () => attemptsKey('link-mail-address', await pseudonym(client.email.toLowerCase()));
const counts = async () => [await stored(forClient()), await stored(forSender())].map((counter) => counter?.count);

test('to one client the link goes three times an hour: the fourth waits, in words, and counts nowhere', async () => {
  for (let i = 0; i < 3; i += 1) expect((await mail()).status).toBe(200);
  const { status, body, headers } = await mail();
  expect([status, body.message]).toEqual([
    429,
    expect.stringMatching(/3 times an hour\. Please try again in (60|59) minutes, or copy the link/),
  ]);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(HOUR_SECONDS - 120);
  expect(wait).toBeLessThanOrEqual(HOUR_SECONDS);
  expect(await counts()).toEqual([3, 3]);
  expect(await mailsTo(client.email)).toHaveLength(3);
  const record = await ann.call('GET /api/clients/{id}/activity', { params: { id: client.id } });
  const sent = record.body.filter(({ action }: { action: string }) => action === 'portal-link-sent');
  expect(sent).toHaveLength(3);
});

test('an hour after the first it goes again; another client is not held up', async () => {
  await mail();
  await changeStored(forClient(), { count: 3 });
  expect((await mail()).status).toBe(429);
  expect((await mail(await newClient(ann))).status).toBe(200);
  await changeStored(forClient(), { endsAt: now() - 1 });
  expect((await mail()).status).toBe(200);
});

test('one person mails fifty links a day: the next waits, in words, and the client’s share is not touched', async () => {
  await mail();
  await changeStored(forSender(), { count: 49 });
  expect((await mail(await newClient(ann))).status).toBe(200);
  const { status, body, headers } = await mail();
  expect([status, body.message]).toEqual([
    429,
    expect.stringMatching(
      /50 portal links a day, and automatic emails count too\. Please try again in 24 hours, or copy the link/,
    ),
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * HOUR_SECONDS);
  expect(await counts()).toEqual([1, 50]);
});

test('one address gets ten links a day, whichever client and sender: the next waits, in words', async () => {
  await mail();
  await changeStored(await forAddress(), { count: 9 });
  const [bob, { email }] = [await newAdviser(), client];
  client = await newClient(bob, { email: email.toUpperCase() });
  expect((await mail(client, bob)).status).toBe(200);
  const { status, body } = await mail(client, bob);
  expect([status, body.message]).toEqual([
    429,
    expect.stringMatching(/at most 10 emails with a link a day\. Please try again in 24 hours, or copy the link/),
  ]);
  expect((await stored(await forAddress()))?.count).toBe(10);
});

test('ten at once are three mails', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => mail()));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect(await mailsTo(client.email)).toHaveLength(3);
});

describe('a mail that', () => {
  const refused = {
    status: 400,
    body: '<ErrorResponse><Error><Code>MessageRejected</Code><Message>x</Message></Error></ErrorResponse>',
  };

  test('SES refuses counts nowhere', async () => {
    await mail();
    const { result } = await withFault(refusing('SendRawEmail', refused), () => mail());
    expect(result.status).toBe(502);
    expect(await counts()).toEqual([1, 1]);
  });

  test('went out goes once and counts once, where its line of activity meets another write', async () => {
    const conflict = awsError('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
    const { result } = await withFault(refusing('TransactWriteItems', conflict, 2), () => mail());
    expect(result.status).toBe(200);
    expect(await counts()).toEqual([1, 1]);
    expect(await mailsTo(client.email)).toHaveLength(1);
  });
});
