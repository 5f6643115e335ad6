import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { newAdviser, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { startFactfind } from '../../support/factfind.ts';
import { SOON } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { runDays } from '../../support/reminder-runs.ts';
import { ask, decide } from '../../support/requests.ts';

// A waived request that is reopened in the week before Christmas 2026. Friday 25 and Monday 28 December are bank holidays.

let adviser: Person;
let mia: ClientDesk;
beforeEach(async () => {
  setNow(START);
  adviser = await newAdviser('Sam Okafor');
  mia = await clientOf(adviser);
});
afterEach(() => setNow(START));

const at = (date: string, time: string) => londonInstant(date, time);
const tick = (date: string, time: string) => tickFor(clientPartition(mia.id), at(date, time));
const current = async (): Promise<DocumentRequest> => (await mia.read('GET /api/clients/{id}/requests'))[0];
const mails = async (words: string) =>
  (await mailsTo(mia.email)).filter(({ subject }) => subject.includes(words)).reverse();
const isPlanned = async () =>
  (await dueItemsOf(clientPartition(mia.id))).some(({ dsk }) => dsk.includes('#client-mail#'));

async function reopened(due?: string) {
  const request = await ask(mia, 'Passport', {}, due);
  await expect.poll(() => mails('needs 1 document'), SOON).toHaveLength(1);
  await decide(mia, request, 'waive');
  setNow(at('2026-12-21', '10:00'));
  Object.assign(adviser, await signIn(adviser.email, PASSWORD));
  await decide(mia, request, 'reopen');
  await expect.poll(isPlanned, SOON).toBe(true);
}

test('a reopened request is due in five working days, and the client is told after 15 minutes', async () => {
  await reopened('2026-12-04');
  expect(await current()).toMatchObject({
    state: 'open',
    dueDate: '2026-12-30',
    askedAt: expect.stringMatching(/^2026-12-21T10:00/),
  });
  const [entry] = (await mia.auditLog()).filter(({ action }) => action === 'request-decided');
  expect(entry?.changes).toEqual([{ field: 'dueDate', was: '2026-12-04', is: '2026-12-30' }]);
  for (const time of ['10:00', '10:30', '11:30']) await tick('2026-12-21', time);
  const [mail, ...others] = await mails('needs something again');
  expect(mail?.text).toContain('Sam Okafor needs 1 document after all.');
  expect(others).toEqual([]);
});

test('the client is not told of a request that is waived again within 15 minutes', async () => {
  await reopened();
  await decide(mia, await current(), 'waive');
  await tick('2026-12-21', '10:30');
  expect(await mails('needs something again')).toEqual([]);
});

test('the client is told of a question about an answer of a fact-find after 15 minutes', async () => {
  const { id } = (await startFactfind(adviser, mia.id)).body;
  await expect.poll(() => mails('has questions for you'), SOON).toHaveLength(1);
  const { version } = (await mia.own.call('POST /api/requests/{id}/submit', { params: { id } })).body;
  setNow(at('2026-12-21', '10:00'));
  Object.assign(adviser, await signIn(adviser.email, PASSWORD));
  const asks = [{ section: 'family', key: 'status', text: 'Since when?' }];
  await mia.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks } });
  await expect.poll(isPlanned, SOON).toBe(true);
  for (const time of ['10:00', '10:30', '11:30']) await tick('2026-12-21', time);
  const [mail, ...others] = await mails('has a question about your answers');
  expect(mail?.text).toContain('Sam Okafor has read your answers, and has a question about them.');
  expect([others, mail?.text.includes('Since when?')]).toEqual([[], false]);
});

test.each([
  ['with a due date', '2026-12-04', ['2026-12-29', '2026-12-31', '2027-01-06', '2027-01-13']],
  ['without a due date', undefined, ['2026-12-29', '2027-01-04', '2027-01-11']],
])('a reopened request %s is reminded of on the days of its new life', async (_, due, days) => {
  await reopened(due);
  await tick('2026-12-21', '10:30');
  await runDays(adviser, '2026-12-21', '2027-01-15');
  expect(await mails('A reminder')).toHaveLength(days.length);
  const sent = (await mia.auditLog()).filter(({ action }) => action === 'reminder-sent');
  expect(sent.map(({ at: when }) => when.slice(0, 10)).reverse()).toEqual(days);
});
