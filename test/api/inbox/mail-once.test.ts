import { beforeEach, expect, test } from 'vitest';
import { newId } from '#functions/services/keys/keys.ts';
import { type Occasion, occasionKey, sendOnce } from '#functions/services/mail/send.ts';
import type { Email } from '#functions/services/mail/templates/layout.ts';
import { stored } from '../../support/aws.ts';
import { awsError, type Fault, killedAt, noFault, refusing, withFault } from '../../support/faults/faults.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { mailsTo } from '../../support/mail.ts';

let occasion: Occasion;
let letter: Email;
const now = new Date('2026-03-01T09:00:00Z');
const DAY = 24 * 60 * 60;
beforeEach(() => {
  const id = newId();
  occasion = { purpose: 'test', ref: id, slot: 'line' };
  const to = { kind: 'adviser', id, name: 'Ann Reader', email: `${id.toLowerCase()}@mail.example` } as const;
  letter = { firm: { name: 'Harbour' }, to, title: 'News', sentences: ['Hello.'], because: 'You get this because.' };
  newLogLines();
});

const send = (more: Partial<Occasion> = {}) => sendOnce({ ...occasion, ...more }, letter, now);
const mails = async () => (await mailsTo(letter.to.email)).length;
const failed = (fault: Fault) => expect(withFault(fault, () => send())).rejects.toThrow();
const sesError = (code: string, status = 400, message = code) => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

test('a letter goes out once for an occasion, and again for another', async () => {
  expect([await send(), await send(), await send({ slot: 'next line' })]).toEqual(['sent', 'sent before', 'sent']);
  expect(await mails()).toBe(2);
});

test('asked for ten times at once it goes out once', async () => {
  const given = await Promise.all(Array.from({ length: 10 }, () => send().catch(() => 'met another')));
  expect(given.filter((one) => one === 'sent')).toHaveLength(1);
  expect(await mails()).toBe(1);
});

test('what is kept of it for forty days says nothing of its reader', async () => {
  await send();
  const kept = await stored(occasionKey(occasion));
  expect(kept).toMatchObject({ v: 1, ttl: now.getTime() / 1000 + 40 * DAY });
  expect(JSON.stringify(kept)).not.toMatch(/@|Ann Reader/);
});

test.each([
  // The table's call, then that of SES: between the two a letter is lost.
  [1, 'sent', 1],
  [2, 'sent before', 0],
] as const)('killed before call %i and repeated: %s, and no letter twice', async (nth, given, count) => {
  await withFault(killedAt(nth), () => send()).catch(() => undefined);
  expect(await send()).toBe(given);
  expect(await mails()).toBe(count);
});

test('it makes no other calls than those it was killed at', async () => {
  const { asked } = await withFault(noFault, () => send());
  expect(asked).toEqual(['TransactWriteItems', 'SendRawEmail']);
});

test('where the table’s answer is lost it is asked again, and the letter goes out once', async () => {
  const { result, asked } = await withFault(refusing('TransactWriteItems', 'answer lost', 1), () => send());
  expect([result, asked.filter((operation) => operation === 'TransactWriteItems').length]).toEqual(['sent', 2]);
  expect([await send(), await mails()]).toEqual(['sent before', 1]);
});

test('where SES’s answer is lost it may have gone out: it is in the log, and not sent again', async () => {
  const { result, asked } = await withFault(refusing('SendRawEmail', 'answer lost', 1), () => send());
  expect([result, asked.filter((operation) => operation === 'SendRawEmail').length]).toEqual(['refused', 1]);
  expect(newLogLines()).toMatchObject([{ what: 'test mail' }]);
  expect([await send(), await mails()]).toEqual(['sent before', 1]);
});

test.each(['MessageRejected', 'AccountSendingPausedException', 'MailFromDomainNotVerifiedException'])(
  'what SES refuses by %s is in the log by id alone, and not tried again',
  async (code) => {
    const { result } = await withFault(refusing('SendRawEmail', sesError(code)), () => send());
    expect(result).toBe('refused');
    const { id } = letter.to;
    expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'test mail', adviser: id, MailRefused: 1 }]);
    expect([await send(), await mails()]).toEqual(['sent before', 0]);
  },
);

test('the day’s whole allowance being spent is a refusal: nothing waits for tomorrow', async () => {
  const spent = sesError('Throttling', 400, 'Daily message quota exceeded.');
  expect((await withFault(refusing('SendRawEmail', spent), () => send())).result).toBe('refused');
});

test.each([
  ['a throttle', sesError('Throttling', 400, 'Maximum sending rate exceeded.')],
  ['an outage', sesError('InternalFailure', 500)],
])('%s of SES is thrown, and the letter goes out when it is over', async (_, error) => {
  await failed(refusing('SendRawEmail', error));
  expect(newLogLines()).toEqual([]);
  expect(await stored(occasionKey(occasion))).toBeUndefined();
  expect([await send(), await mails()]).toEqual(['sent', 1]);
});

test('a throttle that passes is not noticed', async () => {
  const passing = refusing('SendRawEmail', sesError('Throttling'), 2);
  expect((await withFault(passing, () => send())).result).toBe('sent');
});

test('killed after a throttle, before it is forgotten that it was to go out: one letter is lost', async () => {
  const throttled = refusing('SendRawEmail', sesError('Throttling'));
  // The mark, three times SES, and then what removes the mark.
  await failed((operation, nth) => killedAt(5)(operation, nth) ?? throttled(operation, nth));
  expect([await send(), await mails()]).toEqual(['sent before', 0]);
});

test('a table that fails sends nothing', async () => {
  await failed(refusing('TransactWriteItems', awsError('InternalServerError', {}, 500)));
  expect([await mails(), await send(), await mails()]).toEqual([0, 'sent', 1]);
});

test('what goes with it is done with it, or neither is', async () => {
  const beside = { pk: `TEST#${occasion.ref}`, sk: 'TEST', v: 1 };
  const absent = { put: beside, when: [['pk', 'absent']] as const, refuse: new Error('there already') };
  expect(await sendOnce(occasion, letter, now, [absent])).toBe('sent');
  expect(await stored(beside)).toEqual(beside);
  await expect(sendOnce({ ...occasion, slot: 'next line' }, letter, now, [absent])).rejects.toThrow('there already');
  expect(await mails()).toBe(1);
});
