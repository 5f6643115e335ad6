import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import { JOBS } from '#functions/jobs/tick.ts';
import { adviserPartition, clientPartition } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Loa } from '#shared/contract/loas.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { largeFile, uploaderOf } from '../../support/large-file.ts';
import { lettersOf } from '../../support/loas.ts';
import { mailsTo } from '../../support/mail.ts';
import { beginRuns, keyOf, runKey } from '../../support/reminder-runs.ts';
import { ask, decide, sendFor } from '../../support/requests.ts';

// A timer never outlives the decision that made it pointless. The table has a row for each kind of due item.

let adviser: Person;
let mia: ClientDesk;
let request: DocumentRequest;
let file: Document;
let task: Task;
let loa: Loa;
let uploadId: string;
beforeEach(async () => {
  setNow(START);
  adviser = await newAdviser();
  mia = await clientOf(adviser);
});
afterEach(() => setNow(START));

const RUN_DAY = '2026-12-01';
const partitions = () => [clientPartition(mia.id), adviserPartition(adviser.id), runKey(adviser.id, RUN_DAY).pk];
const TIMES: readonly (readonly [date: string, time: string])[] = [
  ['2026-11-25', '10:45'],
  ['2026-11-25', '11:15'],
  ['2026-11-26', '08:00'],
  [RUN_DAY, '09:00'],
  ['2026-12-02', '08:00'],
  ['2026-12-03', '08:00'],
  ['2026-12-09', '08:00'],
];
async function passTime() {
  for (const [date, time] of TIMES) for (const pk of partitions()) await tickFor(pk, londonInstant(date, time));
}
const isPlanned = async (kind: string) =>
  (await Promise.all(partitions().map(dueItemsOf))).flat().some(({ dsk }) => dsk.includes(`#${kind}#`));

const count = async (action: string) => (await mia.auditLog()).filter((entry) => entry.action === action).length;
const of = ({ id }: { id: string }) => ({ params: { id } });
const letters = () => lettersOf(adviser, mia.id);
const stop = async () => new Caller().call('POST /api/reminders/{key}/stop', { params: { key: await keyOf(mia.id) } });
const setReminders = (body: object) => mia.by('PATCH /api/clients/{id}/reminders', { body });
const choose = (body: object) => adviser.call('PATCH /api/account/notifications', { body });
const readInbox = async () =>
  adviser.call('POST /api/notifications/read', { body: { upTo: (await inboxOf(adviser))[0]?.id } });
/** Counts emails to the adviser. One about losing a client is no part of the job. */
const mailsToAdviser = async () =>
  (await mailsTo(adviser.email)).filter(({ text }) => !text.includes('one of your clients')).length;
const reassign = async () => mia.change({ adviserId: (await newAdviser()).id }, await demoAdmin());
async function fileByStaff() {
  const form = fileForm('a scan', 'scan.txt');
  form.append('requestId', request.id);
  return mia.by('POST /api/clients/{id}/documents', { form });
}
async function askAndSend() {
  request = await ask(mia, 'Passport', {}, '2026-12-04');
  file = await sendFor(request, mia, 'passport.txt');
}

interface Row {
  /** Makes something due. */
  begin(): Promise<unknown>;
  /** Counts what the job did. */
  done(): Promise<number>;
  pointless: Readonly<Record<string, () => Promise<unknown>>>;
}

const NO_REMINDERS: Row['pointless'] = {
  'the request is waived': () => decide(mia, request, 'waive'),
  'the client does not have the document': () =>
    mia.own.call('POST /api/requests/{id}/cannot', { ...of(request), body: { reason: 'Lost' } }),
  'staff put the document there': fileByStaff,
  'the request is deleted': () => mia.by('DELETE /api/requests/{id}', of(request)),
  'the client stops reminders': stop,
  'reminders are paused': () => setReminders({ pausedUntil: '2027-01-10' }),
  'the journey is completed': () => mia.change({ completed: true }),
  'the portal is suspended': () => mia.change({ portalSuspended: true }),
  'the address bounces': () => changeStored(clientKey(mia.id), { 'summary/mailProblem': 'bounced' }),
};

const TABLE: Readonly<Record<string, Row>> = {
  'request-hand-in': {
    begin: askAndSend,
    done: async () => (await mia.auditLog()).filter(({ summary }) => summary.includes('after half an hour')).length,
    pointless: {
      'staff ask for more': () => decide(mia, request, 'more', 'Page 2'),
      'staff send it back': () => decide(mia, request, 'return', 'Blurred'),
      'staff accept it': () => decide(mia, request, 'approve'),
      'staff waive it': () => decide(mia, request, 'waive'),
      'the client hands it in first': () => mia.own.call('POST /api/requests/{id}/submit', of(request)),
      'the client removes the file': () => mia.own.call('DELETE /api/documents/{id}', of(file)),
      'staff delete the file': () => mia.by('DELETE /api/documents/{id}', of(file)),
      'staff file it elsewhere': () => mia.by('PATCH /api/documents/{id}', { ...of(file), body: { requestId: null } }),
    },
  },
  'loa-chase': {
    begin: async () => {
      loa = await letters().made('Aviva', { sent: { on: '2026-11-25', how: 'email' } });
    },
    done: () => count('loa-due'),
    pointless: {
      'the answer comes': () => letters().step(loa, 'received'),
      'the letter comes back': () => letters().step(loa, 'rejected', { why: 'age' }),
      'the letter is not needed': () => letters().step(loa, 'closed'),
      'the letter was not sent': () => letters().step(loa, 'undo'),
      'its plan is deleted': () => letters().deletePlan(loa.planIds[0] ?? ''),
      'a day is promised': () => letters().step(loa, 'chased', { how: 'phone', promisedOn: '2026-12-21' }),
      'the journey is completed': () => mia.change({ completed: true }),
    },
  },
  reminder: {
    begin: async () => {
      setNow(londonInstant('2026-11-25', '21:00'));
      request = await ask(mia, 'Passport', {}, '2026-12-24');
      await mia.by('POST /api/clients/{id}/reminders/send');
    },
    done: () => count('reminder-sent'),
    pointless: NO_REMINDERS,
  },
  'reminder-run': {
    begin: async () => {
      request = await ask(mia, 'Passport', {}, '2026-12-04');
      await beginRuns(londonInstant(RUN_DAY, '09:00'), RUN_DAY);
    },
    done: () => count('reminder-sent'),
    pointless: {
      ...NO_REMINDERS,
      'reminders are switched off': () => setReminders({ disabled: true }),
      'the day is closed': async () => saveSettings(await demoAdmin(), { firm: { closedDays: [RUN_DAY] } }),
    },
  },
  'client-mail': {
    begin: async () => {
      await mia.write('Hello');
      await expect.poll(() => count('client-notified'), SOON).toBe(1);
      task = (await mia.addTask({ responsibility: 'client' })).body;
    },
    done: async () => (await count('client-notified')) - 1,
    pointless: {
      'the task is completed': () => mia.setTask(task.id, { status: 'completed' }, mia.own),
      'the task becomes the adviser’s': () => mia.setTask(task.id, { responsibility: 'adviser' }),
      'the task is deleted': () => mia.by('DELETE /api/tasks/{id}', of(task)),
      'the journey is completed': () => mia.change({ completed: true }),
      'the portal is suspended': () => mia.change({ portalSuspended: true }),
    },
  },
  'adviser-mail': {
    begin: async () => {
      await mia.write('Hello', mia.own);
      await expect.poll(mailsToAdviser, SOON).toBe(1);
      await mia.write('Are you there?', mia.own);
    },
    done: async () => (await mailsToAdviser()) - 1,
    pointless: {
      'the notice is read': readInbox,
      'the adviser wants no such mail': () => choose({ messages: 'off' }),
      'the client has another adviser': reassign,
      'the client is deleted': () => mia.remove(),
    },
  },
  'daily-mail': {
    begin: async () => {
      await choose({ messages: 'daily' });
      await mia.write('Hello', mia.own);
    },
    done: mailsToAdviser,
    pointless: {
      'the notice is read': readInbox,
      'the adviser wants no such mail': () => choose({ messages: 'off' }),
      'the client has another adviser': reassign,
      'the client is deleted': () => mia.remove(),
    },
  },
  upload: {
    begin: async () => {
      const sender = uploaderOf(adviser);
      uploadId = (await sender.begin(mia.id, 10)).body.id;
      await sender.part(uploadId, 0, largeFile(10));
    },
    // A finished upload is deleted, but its document stays.
    done: async () => 1 - (await mia.read('GET /api/clients/{id}/documents')).length,
    pointless: { 'the upload is finished': () => uploaderOf(adviser).finish(uploadId) },
  },
};

test('the table has a row for each kind of due item', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(JOBS).sort());
});

describe.each(Object.entries(TABLE))('the job %s', (kind, { begin, done, pointless }) => {
  beforeEach(async () => {
    await begin();
    await expect.poll(() => isPlanned(kind), SOON).toBe(true);
  });
  afterEach(async () => {
    if (kind === 'reminder-run') await saveSettings(await demoAdmin(), { firm: { closedDays: [] } });
  });

  test('is done once if nothing is decided meanwhile', async () => {
    await passTime();
    expect(await done()).toBe(1);
  });

  test.each(Object.entries(pointless))('does nothing if %s', async (_, decision) => {
    await decision();
    await passTime();
    expect(await done()).toBe(0);
  });
});
