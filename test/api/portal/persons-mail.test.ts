import type { SNSEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remove } from '#functions/aws/table.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { personKey } from '#functions/domain/clients/person.ts';
import { addDays } from '#shared/rules/london.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { type Fault, sesError, withFault } from '../../support/faults/faults.ts';
import { SOON } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { bounced } from '../../support/mail-events.ts';
import { newPerson } from '../../support/people/persons.ts';
import { keyOf, runDay } from '../../support/reminder-runs.ts';
import { ask } from '../../support/requests.ts';

// Time starts on Wednesday 25 November 2026.

let adviser: Person;
let sarah: ClientDesk;
let rob: Awaited<ReturnType<typeof newPerson>>;
beforeEach(async () => {
  setNow(START);
  adviser = await newAdviser('Sam Okafor');
  sarah = await clientOf(adviser, { name: 'Sarah Smith' });
  rob = await newPerson(adviser, sarah);
});
afterEach(() => setNow(START));

const people = () => sarah.read('GET /api/clients/{id}/people');
const remindersTo = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('A reminder'));
const press = async (act: 'stop' | 'pause' | 'resume', number: number) =>
  (await new Caller().call(`POST /api/reminders/{key}/${act}`, { params: { key: await keyOf(sarah.id, number) } }))
    .status;
const stateOf = async (token: string) => (await openPortal(token)).body.reminders.state;
const shown = () => sarah.read('GET /api/clients/{id}/reminders');

/** Requests a document. Returns the first day on which a reminder of it leaves. */
async function askFor(title: string, due: string) {
  await ask(sarah, title, {}, due);
  return addDays(due, -3);
}

test('a reminder goes to each person with their own links, and counts once', async () => {
  await runDay(adviser, await askFor('Passport', '2026-12-07'));
  await runDay(adviser, '2026-12-07');
  for (const [number, { email, token }] of [[1, sarah] as const, [2, rob] as const]) {
    const [mail, ...others] = await remindersTo(email);
    expect(mail?.text).toContain(token);
    expect(mail?.text).toContain((await keyOf(sarah.id, number)).slice(0, 22));
    expect(others).toHaveLength(1);
  }
  const [entry] = (await sarah.auditLog()).filter(({ action }) => action === 'reminder-sent');
  expect(entry?.summary).toBe(
    `Reminded ${sarah.email} and ${rob.email} of 1 open thing, reminder 2 since the last visit`,
  );
  expect(await shown()).toMatchObject({ sent: 2, sinceVisit: 2 });
});

test('a stop is one person’s own, and the client gets none once nobody is left', async () => {
  const day = await askFor('Passport', '2026-12-07');
  expect(await press('stop', 2)).toBe(204);
  expect([await stateOf(rob.token), await stateOf(sarah.token), (await shown()).state]).toEqual([
    'stopped',
    'on',
    'on',
  ]);
  expect((await people()).map((person: { remindersStoppedAt: string | null }) => person.remindersStoppedAt)).toEqual([
    null,
    expect.stringMatching(/^2026-/),
  ]);
  await runDay(adviser, day);
  expect([await remindersTo(rob.email), (await remindersTo(sarah.email)).length]).toEqual([[], 1]);
  await press('stop', 1);
  expect(await shown()).toMatchObject({ state: 'stopped', next: null });
  const refused = await sarah.by('POST /api/clients/{id}/reminders/send');
  expect([refused.status, refused.body.message]).toEqual([409, 'The client has stopped reminder emails']);
  await press('resume', 2);
  expect([await stateOf(rob.token), await stateOf(sarah.token)]).toEqual(['on', 'stopped']);
  await runDay(adviser, '2026-12-07');
  expect([(await remindersTo(rob.email)).length, (await remindersTo(sarah.email)).length]).toEqual([1, 1]);
});

test('a reminder that fails for one person waits for nobody else, and is sent by the repeated run', async () => {
  const day = await askFor('Passport', '2026-12-07');
  let sent = 0;
  const secondFails: Fault = (operation) => {
    if (operation !== 'SendRawEmail') return undefined;
    sent += 1;
    // The SDK tries an email three times.
    return sent <= 3 ? sesError('Throttling') : undefined;
  };
  await withFault(secondFails, () => runDay(adviser, day).catch(() => undefined));
  expect([(await remindersTo(sarah.email)).length, (await remindersTo(rob.email)).length]).toEqual([0, 1]);
  expect(await shown()).toMatchObject({ sent: 1, lastOn: day });
  await runDay(adviser, day, '09:15');
  expect([(await remindersTo(sarah.email)).length, (await remindersTo(rob.email)).length]).toEqual([1, 1]);
  expect(await shown()).toMatchObject({ sent: 1, sinceVisit: 1 });
});

test('anybody pauses the reminders of all', async () => {
  await press('pause', 2);
  expect([await stateOf(rob.token), await stateOf(sarah.token)]).toEqual(['paused', 'paused']);
  await press('resume', 1);
  expect([await stateOf(rob.token), await stateOf(sarah.token)]).toEqual(['on', 'on']);
});

test('a reminder’s link ends with its person, and a number that is given again opens nothing', async () => {
  const key = await keyOf(sarah.id, 2);
  const read = async () => (await new Caller().call('GET /api/reminders/{key}', { params: { key } })).status;
  expect(await read()).toBe(200);
  await adviser.call('DELETE /api/people/{id}', { params: { id: rob.id } });
  expect(await read()).toBe(404);
  const ann = await newPerson(adviser, sarah, { name: 'Ann Smith' });
  // A restore of a client who was lost does this.
  await remove(personKey(sarah.id, 3));
  await changeStored(clientKey(sarah.id), { peopleMade: undefined, 'summary/people': undefined });
  setNow(START + 1000);
  const next = await newPerson(adviser, sarah, { name: 'Eve Smith' });
  expect(next.id).toBe(rob.id);
  expect([await read(), (await openPortal(rob.token)).status, (await openPortal(ann.token)).status]).toEqual([
    404, 401, 401,
  ]);
});

test('a mailbox that bounces is its person’s own, until their address changes', async () => {
  const { handler } = await import('#functions/jobs/mail-events.ts');
  const Message = JSON.stringify(bounced(rob.email, { client: `${sarah.id}--2` }));
  const hear = () => asFunction('mail-events', () => handler({ Records: [{ Sns: { Message } }] } as SNSEvent));
  await hear();
  await hear();
  const problems = async () => (await people()).map(({ mailProblem }: { mailProblem: string | null }) => mailProblem);
  expect(await problems()).toEqual([null, 'bounced']);
  const entries = (await sarah.auditLog()).filter(({ action }) => action === 'mail-bounced');
  expect(entries.map(({ summary }) => summary)).toEqual([
    `Mail to ${rob.email} was not delivered: the mailbox refused it`,
  ]);
  await sarah.by('POST /api/clients/{id}/messages', { body: { content: 'Good morning' } });
  const body = { name: 'Rob Smith', kind: 'second', version: 1, email: 'rob.moved@clients.example' };
  expect((await adviser.call('PATCH /api/people/{id}', { params: { id: rob.id }, body })).status).toBe(200);
  expect(await problems()).toEqual([null, null]);
  await expect
    .poll(async () => (await mailsTo(rob.email)).map(({ subject }) => subject), SOON)
    .toContainEqual(expect.stringContaining('Your email address'));
});

test('emails of news to a new person begin with what comes after', async () => {
  for (const title of ['P60', 'Payslip']) await ask(sarah, title);
  setNow(START + 2 * HOUR_MS);
  const ann = await newPerson(adviser, sarah, { name: 'Ann Smith' });
  await sarah.write('Good morning');
  const texts = async () => (await mailsTo(ann.email)).map(({ text }) => text);
  await expect.poll(texts, SOON).toHaveLength(1);
  expect((await texts())[0]).not.toContain('document');
});

test('the emails of a link are limited for each person', async () => {
  const mailTo = async (id: string) =>
    (await adviser.call('POST /api/people/{id}/send-link', { params: { id } })).status;
  for (const status of [200, 200, 200, 429]) expect(await mailTo(rob.id)).toBe(status);
  expect((await sarah.by('POST /api/clients/{id}/send-portal-link')).status).toBe(200);
});

test('a notice names the person, and their page shows their own address', async () => {
  await press('stop', 2);
  const names = async () =>
    (await adviser.call('GET /api/notifications')).body.map(({ clientName }: { clientName: string }) => clientName);
  await expect.poll(names, SOON).toContain('Rob Smith (Sarah Smith)');
  const addressOf = async (token: string) => (await openPortal(token)).body.client.email;
  expect([await addressOf(rob.token), await addressOf(sarah.token)]).toEqual([rob.email, sarah.email]);
});

test('a phrase that is read out to one person confirms no device of another', async () => {
  await sarah.change({ stepUp: 'on' });
  const { body } = await adviser.call('POST /api/people/{id}/phrase', { params: { id: rob.id } });
  const confirm = async (token: string) =>
    (await new Caller(token).call('POST /api/portal/device', { body: { code: body.phrase, remember: true } })).status;
  expect([await confirm(sarah.token), await confirm(rob.token)]).toEqual([401, 204]);
  expect((await sarah.auditLog()).map(({ summary }) => summary)).toContain(
    'Created a phrase to confirm a device of Rob Smith by phone',
  );
});
