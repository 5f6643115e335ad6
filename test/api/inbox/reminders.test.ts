import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hmacText } from '#functions/aws/derived-keys.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { REMINDER_RUN, remindForAdviser } from '#functions/domain/reminders/run.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, itemKey } from '#functions/services/keys/keys.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { type ClientDesk, clientOf, openPortal, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { killedAt, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
import { mailsTo } from '../../support/mail.ts';
import { worksWith } from '../../support/people/colleagues.ts';
import { beginRuns, keyOf, runDay, runDays, runKey } from '../../support/reminder-runs.ts';
import { ask, handedIn, sendFor } from '../../support/requests.ts';

// Time starts on Wednesday 25 November 2026. Reminders leave at 09:00 on working days.

let adviser: Person;
let mia: ClientDesk;
beforeEach(async () => {
  setNow(START);
  adviser = await newAdviser('Sam Okafor');
  mia = await clientOf(adviser, { name: 'Mia Wood' });
});
afterEach(() => setNow(START));

const rowOf = (date: string) => runKey(adviser.id, date);
const at = (date: string, time = '09:00') => londonInstant(date, time);
const tick = (date: string, time?: string) => runDay(adviser, date, time);

async function visit(date: string, time: string) {
  setNow(at(date, time));
  await openPortal(mia.token);
  setNow(START);
}

const ticks = (from: string, to: string) => runDays(adviser, from, to);

const remindersTo = async (client = mia) =>
  (await mailsTo(client.email)).filter(({ subject }) => subject.startsWith('A reminder')).reverse();
const log = async () =>
  (await mia.auditLog())
    .filter(({ action }) => action.startsWith('reminder'))
    .map(({ summary, at: when }) => `${when.slice(0, 10)} ${summary}`)
    .reverse();
const shown = () => mia.read('GET /api/clients/{id}/reminders');
const sentNow = () => mia.by('POST /api/clients/{id}/reminders/send');
const key = () => keyOf(mia.id);
const press = async (act: 'stop' | 'pause' | 'resume', sent = {}) =>
  new Caller().call(`POST /api/reminders/{key}/${act}`, { params: { key: await key() }, ...sent });

describe('reminders of a request', () => {
  test('leave on its days, once a day, and name nothing', async () => {
    await ask(mia, 'Passport', {}, '2026-12-04');
    await ask(mia, 'P60', {}, '2026-12-07');
    expect(await shown()).toMatchObject({ state: 'on', next: '2026-12-01', why: 'recent' });
    await tick('2026-12-01', '08:45');
    expect(await remindersTo()).toEqual([]);
    await ticks('2026-11-30', '2026-12-03');
    for (const time of ['09:00', '09:15', '17:00']) await tick('2026-12-04', time);
    await ticks('2026-12-05', '2026-12-07');
    const mails = await remindersTo();
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(3).fill(expect.stringMatching(/^A reminder from Sam Okafor at .*: 2 things are still open$/)),
    );
    const text = mails[1]?.text ?? '';
    expect(text).toContain(
      'Two things that Sam Okafor asked you for are still open. The first is due on Friday 4 December.',
    );
    expect(text).not.toMatch(/Passport|P60/);
    expect(text).toMatch(new RegExp(`/reminders/${mia.id}[\\w-]{51}\\b`));
    expect(await log()).toEqual(
      ['2026-12-01', '2026-12-04', '2026-12-07'].map(
        (day, i) =>
          `${day} Reminded ${mia.email} of 2 open things${i > 0 ? `, reminder ${i + 1} since the last visit` : ''}`,
      ),
    );
    expect(await mia.now()).toMatchObject({ reminders: 3, lastVisit: null });
  });

  test('end with what they are about', async () => {
    const request = await ask(mia, 'Passport', {}, '2026-12-04');
    await tick('2026-12-01');
    await sendFor(request, mia, 'passport.txt');
    await mia.own.call('POST /api/requests/{id}/submit', { params: { id: request.id } });
    await ticks('2026-12-02', '2026-12-18');
    expect(await remindersTo()).toHaveLength(1);
    expect(await shown()).toMatchObject({ why: 'nothing', next: null, about: [] });
  });

  test('end with a file that staff have put there, and no list counts it as the client’s any more', async () => {
    const { id } = await ask(mia, 'Passport', {}, '2026-12-04');
    await tick('2026-12-01');
    const form = fileForm('a scan', 'passport.txt');
    form.append('requestId', id);
    await mia.by('POST /api/clients/{id}/documents', { form });
    await ticks('2026-12-02', '2026-12-31');
    expect(await remindersTo()).toHaveLength(1);
    expect(await shown()).toMatchObject({ why: 'nothing', about: [] });
    expect(await mia.now()).toMatchObject({ openRequests: 0, requestsToReview: 1 });
    expect((await openPortal(mia.token)).body.requests).toMatchObject([{ state: 'submitted', files: 1 }]);
    expect((await adviser.call('GET /api/today')).body.clients[0].items).toMatchObject([
      { text: '1 document to review' },
    ]);
  });

  test('wait for two days after a visit, which the adviser sees', async () => {
    await ask(mia, 'Passport', {}, '2026-12-04');
    await visit('2026-12-03', '20:00');
    await ticks('2026-12-04', '2026-12-07');
    expect((await log()).map((line) => line.slice(0, 10))).toEqual(['2026-12-07']);
    expect(await mia.now()).toMatchObject({ lastVisit: expect.stringMatching(/^2026-12-03/), reminders: 1 });
    await openPortal(mia.token);
    expect(await mia.now()).toMatchObject({ reminders: 0 });
  });

  test('stop after four without a visit, of which the adviser is notified once, until the page is opened', async () => {
    await ask(mia, 'Passport', {}, '2026-12-04');
    await ticks('2026-11-30', '2026-12-31');
    expect(await remindersTo()).toHaveLength(4);
    await expect
      .poll(async () => (await inboxOf(adviser)).map(({ kind, text }) => [kind, text]), SOON)
      .toEqual([['no-answer', 'Has not answered 4 reminders. A phone call may help']]);
    expect((await log()).at(-1)).toBe('2026-12-29 Has not answered 4 reminders. A phone call may help');
    expect(await shown()).toMatchObject({ state: 'silent', why: 'silent', sinceVisit: 4, sent: 4 });
    await ask(mia, 'P60', {}, '2027-01-08');
    await visit('2027-01-04', '12:00');
    await ticks('2027-01-05', '2027-01-08');
    // One made up for Christmas, and one two days before the new one is due.
    expect(await remindersTo()).toHaveLength(6);
  });

  test('are not sent to completed, suspended or bouncing clients, nor within 20 hours of another email', async () => {
    await ask(mia, 'Passport', {}, '2026-12-04');
    await mia.change({ portalSuspended: true });
    await tick('2026-12-01');
    await mia.change({ portalSuspended: false });
    await changeStored(clientKey(mia.id), { 'summary/mailProblem': 'bounced' });
    await tick('2026-12-02');
    await changeStored(clientKey(mia.id), { 'summary/mailProblem': undefined });
    await changeStored(itemKey(KEYS.clientMail, mia.id), { mailedAt: at('2026-12-02', '15:00').toISOString() });
    await tick('2026-12-03');
    await mia.change({ completed: true });
    await tick('2026-12-04');
    expect(await remindersTo()).toEqual([]);
    await mia.change({ completed: false });
    await tick('2026-12-07');
    expect(await remindersTo()).toHaveLength(1);
  });

  test('can be off for one client, and pause until a day that staff set', async () => {
    await ask(mia, 'Passport', {}, '2026-12-04');
    const set = (body: object) => mia.by('PATCH /api/clients/{id}/reminders', { body });
    expect((await set({ disabled: true })).body).toMatchObject({
      disabled: true,
      state: 'off',
      why: 'off',
      next: null,
    });
    await tick('2026-12-01');
    expect((await set({ disabled: false, pausedUntil: '2026-12-06' })).body).toMatchObject({
      state: 'paused',
      until: '2026-12-06',
      next: '2026-12-07',
    });
    await ticks('2026-12-02', '2026-12-07');
    expect((await log()).map((line) => line.slice(0, 10))).toEqual(['2026-11-25', '2026-11-25', '2026-12-07']);
    for (const pausedUntil of ['2026-11-25', '2027-02-24', 'soon'])
      expect(await set({ pausedUntil })).toMatchObject({
        status: 400,
        body: { fields: { pausedUntil: expect.any(String) } },
      });
    expect((await set({ pausedUntil: null, disabled: false })).body).toMatchObject({ disabled: false, state: 'on' });
  });
});

test('tasks with a due date are reminded of once the firm wants it, but not of their days before', async () => {
  const admin = await demoAdmin();
  await mia.addTask({ dueDate: '2026-11-27', responsibility: 'client' });
  await mia.addTask({ title: 'No date', responsibility: 'client' });
  await mia.addTask({ title: 'Mine', dueDate: '2026-11-27', responsibility: 'adviser' });
  try {
    await saveSettings(admin, { reminders: { tasks: true } });
    await ticks('2026-11-26', '2026-12-04');
  } finally {
    await saveSettings(admin, { reminders: { tasks: false } });
  }
  expect((await log()).map((line) => line.slice(0, 10))).toEqual(['2026-11-27', '2026-12-04']);
  await tick('2026-12-11');
  expect(await remindersTo()).toHaveLength(2);
});

test('a reminder run at a time within quiet hours runs when they end', async () => {
  const admin = await demoAdmin();
  await ask(mia, 'Passport', {}, '2026-12-04');
  try {
    await saveSettings(admin, { reminders: { at: '07:00' } });
    for (const time of ['07:00', '07:45']) await tick('2026-12-01', time);
    expect(await remindersTo()).toEqual([]);
    await tick('2026-12-01', '08:00');
    expect(await remindersTo()).toHaveLength(1);
  } finally {
    await saveSettings(admin, { reminders: { at: '09:00' } });
  }
});

test('emails that SES defers use up neither the client’s emails of the day nor those of staff', async () => {
  await ask(mia, 'Passport', {}, '2026-12-04');
  const deferring = refusing('SendRawEmail', sesError('Throttling'));
  for (let hour = 9; hour < 19; hour += 1) {
    const run = () => tick('2026-12-01', `${hour}:00`.padStart(5, '0'));
    await expect(withFault(deferring, run)).rejects.toThrow('Throttling');
  }
  await tick('2026-12-01', '19:00');
  expect(await remindersTo()).toHaveLength(1);
  expect((await mia.by('POST /api/clients/{id}/send-portal-link')).status).toBe(200);
});

test('a reminder that SES refuses is not counted as sent, even if its run is repeated that day', async () => {
  const date = '2026-12-01';
  await ask(mia, 'Passport', {}, '2026-12-04');
  await withFault(refusing('SendRawEmail', sesError('MessageRejected')), () => tick(date));
  const due = { ...rowOf(date), kind: REMINDER_RUN, id: `${adviser.id}.${date}` };
  await asFunction('tick', () => remindForAdviser(due, at(date, '09:15'), () => true));
  expect([await remindersTo(), await log(), await mia.now()]).toMatchObject([[], [], { reminders: 0 }]);
  await tick('2026-12-02');
  expect([await remindersTo(), await log()]).toMatchObject([[{ to: mia.email }], [expect.any(String)]]);
});

test('a reminder run can be killed at any call and repeated, and sends at most one email', async () => {
  const date = '2026-12-01';
  const prepare = async () => {
    adviser = await newAdviser();
    mia = await clientOf(adviser);
    await ask(mia, 'Passport', {}, '2026-12-04');
    await beginRuns(at(date), date);
    return mia;
  };
  const check = async () => {
    const mails = await remindersTo();
    expect(mails.length).toBeLessThanOrEqual(1);
    expect(await mia.now()).toMatchObject({ reminders: 1 });
    expect(await dueItemsOf(rowOf(date).pk)).toEqual([]);
  };
  const calls = await killAtEveryCall(prepare, () => job(() => tickFor(rowOf(date).pk, at(date))), check, [200]);
  expect(calls).toBe(17);
});

test('a reminder run without time for all clients goes on in the next tick, and one that is killed can be repeated', async () => {
  const date = '2026-12-01';
  const clients = [mia, ...(await Promise.all(Array.from({ length: 7 }, () => clientOf(adviser))))];
  for (const client of clients) await ask(client, 'Passport', {}, '2026-12-04');
  await beginRuns(at(date), date);
  const due = { ...rowOf(date), kind: REMINDER_RUN, id: `${adviser.id}.${date}` };
  const run = (now: Date, hasTime: () => boolean) => asFunction('tick', () => remindForAdviser(due, now, hasTime));
  const sent = async () => (await Promise.all(clients.map(remindersTo))).map(({ length }) => length);
  const total = async () => (await sent()).reduce((sum, count) => sum + count);
  let looks = 0;
  await run(at(date), () => {
    looks += 1;
    return looks <= 3;
  });
  expect([await total(), looks]).toEqual([3, clients.length]);
  expect((await dueItemsOf(due.pk)).map(({ dsk }) => dsk.slice(0, 17))).toEqual(['2026-12-01T09:00Z']);
  const killed = withFault(killedAt(20), () => run(at(date, '09:15'), () => true));
  await expect(killed).rejects.toThrow('killed');
  await tickFor(due.pk, at(date, '09:30'));
  for (const client of clients) expect(await client.now()).toMatchObject({ reminders: 1 });
  // A killed run loses an email between its marker and SES. Nobody gets two.
  for (const count of await sent()) expect(count).toBeLessThanOrEqual(1);
  expect(await dueItemsOf(due.pk)).toEqual([]);
});

describe('the client', () => {
  beforeEach(() => ask(mia, 'Passport', {}, '2026-12-04'));

  test('stops reminders by a POST, whatever form comes with it, and only by a POST', async () => {
    const { status } = await new Caller().call('GET /api/reminders/{key}', { params: { key: await key() } });
    expect(status).toBe(200);
    const oneClick = {
      raw: Buffer.from('List-Unsubscribe=One-Click'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    for (const _ of [1, 2]) expect((await press('stop', oneClick)).status).toBe(204);
    expect((await log()).map((line) => line.slice(11))).toEqual(['Stopped reminder emails, by the link in a reminder']);
    expect(await shown()).toMatchObject({
      state: 'stopped',
      why: 'stopped',
      stoppedAt: expect.any(String),
      next: null,
    });
    for (const answer of [
      await sentNow(),
      await mia.by('PATCH /api/clients/{id}/reminders', { body: { disabled: false } }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { message: 'The client has stopped reminder emails' } });
    await ticks('2026-11-30', '2026-12-11');
    expect(await remindersTo()).toEqual([]);
    await expect
      .poll(async () => (await inboxOf(adviser)).map(({ kind, text }) => [kind, text]), SOON)
      .toEqual([['reminders-stopped', 'Stopped reminder emails']]);
    await press('resume');
    await tick('2026-12-14');
    expect(await remindersTo()).toHaveLength(1);
  });

  test('stops reminders from the page of a webmail, and reaches their page by opening the same address', async () => {
    for (const method of ['GET', 'HEAD']) {
      const opened = await new Caller().call(`${method} /api/reminders/{key}/stop`, { params: { key: await key() } });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, `/reminders/${await key()}`]);
    }
    expect(await shown()).toMatchObject({ state: 'on' });
    const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expect((await press('stop', { headers })).status).toBe(204);
    expect(await shown()).toMatchObject({ state: 'stopped' });
  });

  test('pauses reminders for two weeks and starts them again', async () => {
    for (const _ of [1, 2]) await press('pause');
    const read = async () =>
      (await new Caller().call('GET /api/reminders/{key}', { params: { key: await key() } })).body;
    expect(await read()).toMatchObject({ state: 'paused', until: '2026-12-09', firm: { name: expect.any(String) } });
    for (const _ of [1, 2]) await press('resume');
    expect(await read()).toMatchObject({ state: 'on', until: null });
    expect(await log()).toHaveLength(2);
  });

  test('has the key in the portal, and staff who look on have not', async () => {
    const own = (await openPortal(mia.token)).body;
    expect(own.reminders).toEqual({ state: 'on', until: null, key: await key() });
    expect((await mia.read('GET /api/clients/{id}/portal')).reminders).toEqual({ state: 'on', until: null, key: null });
  });

  test('loses the page with the link, the address and a suspension, not with the renewal of an expired link', async () => {
    const open = async (of: string) =>
      (await new Caller().call('GET /api/reminders/{key}', { params: { key: of } })).status;
    const first = await key();
    await changeStored(clientKey(mia.id), { tokenVersion: 2, renewedFrom: 1 });
    expect(await open(first)).toBe(200);
    await mia.change({ portalSuspended: true });
    expect(await open(first)).toBe(404);
    await mia.change({ portalSuspended: false });
    expect(await open(first)).toBe(200);
    await mia.by('POST /api/clients/{id}/send-portal-link');
    await mia.change({ email: 'mia.wood@example.com' });
    expect(await open(first)).toBe(404);
    const second = await key();
    expect(await open(second)).toBe(200);
    await mia.newLink();
    expect(await open(second)).toBe(404);
  });

  test('only stops by a link of more than 60 days, and by one without a day', async () => {
    const mailed = await key();
    const undated = mia.id + (await hmacText('reminders', 1, mia.id));
    setNow(at('2027-01-25'));
    const use = async (of: string, act: 'stop' | 'pause' | 'resume') =>
      (await new Caller().call(`POST /api/reminders/{key}/${act}`, { params: { key: of } })).status;
    const state = async (of: string) =>
      (await new Caller().call('GET /api/reminders/{key}', { params: { key: of } })).body;
    for (const old of [mailed, undated]) {
      expect(await state(old)).toMatchObject({ state: 'on', onlyStop: true });
      expect([await use(old, 'pause'), await use(old, 'stop'), await use(old, 'resume')]).toEqual([403, 204, 403]);
      expect(await state(old)).toMatchObject({ state: 'stopped' });
      expect(await use(await key(), 'resume')).toBe(204);
    }
    setNow(at('2027-01-24'));
    expect(await state(mailed)).toMatchObject({ onlyStop: false });
  });

  test('changes reminders ten times an hour, and is never refused a stop', async () => {
    for (let i = 0; i < 10; i++)
      for (const act of ['stop', 'resume'] as const) expect((await press(act)).status).toBe(204);
    expect((await press('stop')).status).toBe(204);
    const refused = await press('resume');
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Reminder emails were changed/) },
    });
    setNow(START.valueOf() + 60 * 60_000);
    expect((await press('resume')).status).toBe(204);
  });

  test('finds no page under another key, nor after deletion', async () => {
    const genuine = await key();
    const changed = genuine.slice(0, -1) + (genuine.endsWith('A') ? 'B' : 'A');
    const other = `${(await clientOf(adviser)).id}${genuine.slice(22)}`;
    const open = (of: string) => new Caller().call('GET /api/reminders/{key}', { params: { key: of } });
    for (const wrong of [changed, other, 'x', genuine.slice(0, 22)])
      expect(await open(wrong)).toMatchObject({ status: 404, body: { message: 'This link no longer works' } });
    await mia.remove();
    expect((await open(genuine)).status).toBe(404);
    expect((await new Caller().call('POST /api/reminders/{key}/stop', { params: { key: genuine } })).status).toBe(404);
  });
});

describe('a reminder by hand', () => {
  test('leaves at once, once a day, and counts', async () => {
    expect(await sentNow()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing is open') },
    });
    await ask(mia, 'Passport');
    expect(await sentNow()).toMatchObject({ status: 202, body: { message: 'It is on its way.' } });
    await expect.poll(async () => (await remindersTo()).length, SOON).toBe(1);
    await expect.poll(async () => (await shown()).lastOn, SOON).toBe('2026-11-25');
    expect(await sentNow()).toMatchObject({ status: 409, body: { message: 'A reminder was sent today already' } });
    expect(await mia.now()).toMatchObject({ reminders: 1 });
  });

  test('is refused during a pause, which staff see also while reminders are off, and sent once it ends', async () => {
    await ask(mia, 'Passport');
    const set = (body: object) => mia.by('PATCH /api/clients/{id}/reminders', { body });
    const paused = { disabled: true, state: 'off', why: 'off', until: '2026-12-18' };
    expect((await set({ disabled: true, pausedUntil: '2026-12-18' })).body).toMatchObject(paused);
    expect(await shown()).toMatchObject(paused);
    expect((await openPortal(mia.token)).body.reminders).toMatchObject({ state: 'off', until: null });
    expect(await sentNow()).toMatchObject({
      status: 409,
      body: { message: 'Reminder emails to this client are paused' },
    });
    expect((await set({ pausedUntil: null })).body).toMatchObject({ state: 'off', until: null });
    expect((await sentNow()).status).toBe(202);
  });

  test('waits for the end of quiet hours, and says so', async () => {
    await ask(mia, 'Passport');
    setNow(at('2026-11-25', '21:00'));
    expect(await sentNow()).toMatchObject({
      status: 202,
      body: { message: 'It leaves at 08:00, after your firm’s quiet hours.' },
    });
    expect(await sentNow()).toMatchObject({ status: 409, body: { message: 'A reminder is planned already' } });
    expect(await shown()).toMatchObject({ plannedAt: '2026-11-26T08:00:00.000Z' });
    const due = async () => (await dueItemsOf(clientPartition(mia.id))).filter(({ dsk }) => dsk.includes('#reminder#'));
    await expect
      .poll(async () => (await due()).map(({ dsk }) => dsk.slice(0, 17)), SOON)
      .toEqual(['2026-11-26T08:00Z']);
    for (const time of ['08:00', '08:15']) await tickFor(clientPartition(mia.id), at('2026-11-26', time));
    expect(await remindersTo()).toHaveLength(1);
    expect(await due()).toEqual([]);
  });
});

describe('the weekly list', () => {
  const listOf = async (reader = adviser) =>
    (await mailsTo(reader.email))
      .filter(({ subject }) => subject.startsWith('Your week'))
      .map(({ subject, text }) => [subject, text.split('\n\n').filter((part) => part.startsWith('For '))]);

  test('has a line for everything that is open, on the first working day of the week', async () => {
    await handedIn(mia, 'Passport', ['a.txt']);
    await ask(mia, 'P60', {}, '2026-11-26');
    await mia.addTask({ title: 'Sign', responsibility: 'client' });
    await mia.addTask({ title: 'Submit the transfer', responsibility: 'adviser', dueDate: '2026-11-25' });
    await mia.addTask({ title: 'Later', responsibility: 'adviser', dueDate: '2026-12-07' });
    await mia.write('Hello', mia.own);
    await lettersOf(adviser, mia.id).made('Aviva', { sent: { on: '2026-11-25', how: 'email' } });
    await ticks('2026-11-27', '2026-12-01');
    expect(await listOf()).toEqual([
      [
        'Your week: 3 things wait for you, 2 for clients, 1 for providers',
        [
          'For you\n- Mia Wood: “Submit the transfer”, 5 days late\n- Mia Wood: 1 unread message since Wednesday\n- Mia Wood: 1 document to review since Wednesday',
          'For clients\n- Mia Wood: 1 document, 1 task, 4 days late, 1 reminder',
          'For providers\n- Aviva: 1 letter, the oldest 3 working days, 1 to chase this week',
        ],
      ],
    ]);
  });

  test('has the clients of advisers whom its reader works with, by the name of the adviser', async () => {
    const priya = await newAdviser('Priya Nair');
    await worksWith(await demoAdmin(), priya, adviser, { until: '2026-12-01' });
    await mia.addTask({ title: 'Submit the transfer', responsibility: 'adviser', dueDate: '2026-11-30' });
    await runDay(priya, '2026-11-30');
    expect(await listOf(priya)).toEqual([
      ['Your week: 1 thing waits for you', [`For you\n- Mia Wood (${adviser.name}): “Submit the transfer”, due today`]],
    ]);
    await runDay(priya, '2026-12-07');
    expect(await listOf(priya)).toHaveLength(1);
  });

  test('keeps no client waiting if SES defers it, and is sent once SES takes it', async () => {
    await ask(mia, 'Passport', {}, '2026-11-30');
    const deferring = refusing('SendRawEmail', sesError('Throttling'), 3);
    await expect(withFault(deferring, () => tick('2026-11-30'))).rejects.toThrow('Throttling');
    expect([await listOf(), await remindersTo()]).toMatchObject([[], [{ to: mia.email }]]);
    await tick('2026-11-30', '09:15');
    expect([await listOf(), await remindersTo()]).toMatchObject([
      [['Your week: 1 for clients', expect.anything()]],
      [{ to: mia.email }],
    ]);
  });

  test('is not sent if nothing is open, or if it is switched off', async () => {
    await tick('2026-11-30');
    await ask(mia, 'P60');
    await adviser.call('PATCH /api/account/notifications', { body: { digest: 'off' } });
    await tick('2026-12-07');
    expect(await listOf()).toEqual([]);
  });
});
