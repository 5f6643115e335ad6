import { beforeEach, expect, test } from 'vitest';
import { newId } from '#functions/services/keys/keys.ts';
import { type Occasion, occasionKey, sendOnce } from '#functions/services/mail/send.ts';
import type { Email } from '#functions/services/mail/templates/layout.ts';
import { stored } from '../../support/aws.ts';
import { awsError, type Fault, killedAt, noFault, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { mailsTo } from '../../support/mail.ts';

let occasion: Occasion;
let email: Email;
const now = new Date('2026-03-01T09:00:00Z');
const DAY = 24 * 60 * 60;
beforeEach(() => {
  const id = newId();
  occasion = { purpose: 'test', ref: id, slot: 'line' };
  const to = { kind: 'adviser', id, name: 'Ann Reader', email: `${id.toLowerCase()}@mail.example` } as const;
  email = { firm: { name: 'Harbour' }, to, title: 'News', sentences: ['Hello.'], because: 'You get this because.' };
  newLogLines();
});

const send = (more: Partial<Occasion> = {}) => sendOnce({ ...occasion, ...more }, email, now);
const mails = async () => (await mailsTo(email.to.email)).length;
const failed = (fault: Fault) => expect(withFault(fault, () => send())).rejects.toThrow();

test('sends an email once per occasion', async () => {
  expect([await send(), await send(), await send({ slot: 'next line' })]).toEqual(['sent', 'sent before', 'sent']);
  expect(await mails()).toBe(2);
});

test('sends one email for ten concurrent requests', async () => {
  const given = await Promise.all(Array.from({ length: 10 }, () => send().catch(() => 'met another')));
  expect(given.filter((one) => one === 'sent')).toHaveLength(1);
  expect(await mails()).toBe(1);
});

test('keeps a marker of a sent email for 40 days, without data about its reader', async () => {
  await send();
  const kept = await stored(occasionKey(occasion));
  expect(kept).toMatchObject({ v: 1, ttl: now.getTime() / 1000 + 40 * DAY });
  expect(JSON.stringify(kept)).not.toMatch(/@|Ann Reader/);
});

test.each([
  // Call 1 writes to the table, call 2 sends through SES; a crash between them loses the email.
  [1, 'sent', 1],
  [2, 'sent before', 0],
] as const)('sends no email twice if killed before call %i; the repeat returns “%s”', async (nth, given, count) => {
  await withFault(killedAt(nth), () => send()).catch(() => undefined);
  expect(await send()).toBe(given);
  expect(await mails()).toBe(count);
});

test('makes exactly the two calls that the kill tests cover', async () => {
  const { asked } = await withFault(noFault, () => send());
  expect(asked).toEqual(['TransactWriteItems', 'SendRawEmail']);
});

test('retries a table write whose reply is lost, and sends one email', async () => {
  const { result, asked } = await withFault(refusing('TransactWriteItems', 'answer lost', 1), () => send());
  expect([result, asked.filter((operation) => operation === 'TransactWriteItems').length]).toEqual(['sent', 2]);
  expect([await send(), await mails()]).toEqual(['sent before', 1]);
});

test('logs an email whose SES reply is lost, and does not send it again', async () => {
  const { result, asked } = await withFault(refusing('SendRawEmail', 'answer lost', 1), () => send());
  expect([result, asked.filter((operation) => operation === 'SendRawEmail').length]).toEqual(['refused', 1]);
  expect(newLogLines()).toMatchObject([{ what: 'test mail' }]);
  expect([await send(), await mails()]).toEqual(['sent before', 1]);
});

// test/functions/mail.test.ts lists the errors of SES.
test('logs an email that SES refuses by id alone, and does not retry', async () => {
  const { result } = await withFault(refusing('SendRawEmail', sesError('MessageRejected')), () => send());
  expect(result).toBe('refused');
  const { id } = email.to;
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'test mail', adviser: id, MailRefused: 1 }]);
  expect([await send(), await mails()]).toEqual(['refused', 0]);
});

test.each([
  ['a throttle', sesError('Throttling', 400, 'Maximum sending rate exceeded.')],
  ['an outage', sesError('InternalFailure', 500)],
])('throws on %s of SES, and sends the email on the next attempt', async (_, error) => {
  await failed(refusing('SendRawEmail', error));
  expect(newLogLines()).toEqual([]);
  expect(await stored(occasionKey(occasion))).toBeUndefined();
  expect([await send(), await mails()]).toEqual(['sent', 1]);
});

test('loses one email if killed after throttling, before the marker is removed', async () => {
  const throttled = refusing('SendRawEmail', sesError('Throttling'));
  // Call 1 writes the marker, calls 2 to 4 try SES, call 5 removes the marker.
  await failed((operation, nth) => killedAt(5)(operation, nth) ?? throttled(operation, nth));
  expect([await send(), await mails()]).toEqual(['sent before', 0]);
});

test('sends no email while the table fails', async () => {
  await failed(refusing('TransactWriteItems', awsError('InternalServerError', {}, 500)));
  expect([await mails(), await send(), await mails()]).toEqual([0, 'sent', 1]);
});

test('commits accompanying writes together with the email, or neither', async () => {
  const beside = { pk: `TEST#${occasion.ref}`, sk: 'TEST', v: 1 };
  const absent = { put: beside, when: [['pk', 'absent']] as const, refuse: new Error('there already') };
  expect(await sendOnce(occasion, email, now, [absent])).toBe('sent');
  expect(await stored(beside)).toEqual(beside);
  await expect(sendOnce({ ...occasion, slot: 'next line' }, email, now, [absent])).rejects.toThrow('there already');
  expect(await mails()).toBe(1);
});
