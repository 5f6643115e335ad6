import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import { JOBS } from '#functions/jobs/tick.ts';
import { adviserPartition, clientPartition } from '#functions/services/keys/keys.ts';
import type { Loa } from '#shared/contract/loas.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { addDays, londonInstant } from '#shared/rules/london.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { SOON } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
import { keyOf, runDays } from '../../support/reminder-runs.ts';
import { ask, decide, sendFor } from '../../support/requests.ts';

// A due item that was ended starts over when its reason returns. The table has a row for each kind.
// Things return on Monday 21 December 2026; Friday 25 and Monday 28 are bank holidays.

let adviser: Person;
let mia: ClientDesk;
let task: Task;
let loa: Loa;
let email: string;
beforeEach(async () => {
  setNow(START);
  adviser = await newAdviser('Sam Okafor');
  mia = await clientOf(adviser);
  email = mia.email;
});
afterEach(() => setNow(START));

const RETURN = '2026-12-21';
const at = (date: string, time = '10:00') => londonInstant(date, time);
async function laterOn() {
  setNow(at(RETURN));
  Object.assign(adviser, await signIn(adviser.email, PASSWORD));
}
const entries = async (action: string) =>
  (await mia.auditLog()).filter((entry) => entry.action === action).map(({ at: when }) => when.slice(0, 10));
const tick = async (date: string, time: string) => {
  for (const pk of [clientPartition(mia.id), adviserPartition(adviser.id)]) await tickFor(pk, at(date, time));
};
const isPlanned = async (kind: string) =>
  (await dueItemsOf(clientPartition(mia.id))).some(({ dsk }) => dsk.includes(`#${kind}#`));

/** Days of the reminders up to the middle of January. */
async function remindersSince() {
  await expect.poll(() => isPlanned('client-mail'), SOON).toBe(false);
  await runDays(adviser, addDays(RETURN, 1), '2027-01-15');
  return (await entries('reminder-sent')).filter((day) => day > RETURN).reverse();
}
/** Four reminders were sent, and not answered. */
const unanswered = () =>
  changeStored(clientKey(mia.id), {
    'summary/reminded': { n: 4, total: 4, on: '2026-12-14' },
    unansweredAt: '2026-12-15T09:00:00.000Z',
  });

interface Row {
  begin(): Promise<unknown>;
  /** Waits for what restarts, and returns the days on which the job did something. */
  done(): Promise<string[]>;
  /** Each ends the job and brings it back later. */
  restarts: Readonly<Record<string, () => Promise<unknown>>>;
  days: readonly string[];
}

const change = async (body: object, back: object) => {
  await mia.change(body);
  await laterOn();
  await mia.change(back);
};

const TABLE: Readonly<Record<string, Row | 'ends for good'>> = {
  'request-hand-in': {
    begin: async () => undefined,
    restarts: {
      'a waived request is reopened': async () => {
        const request = await ask(mia, 'Passport');
        await sendFor(request, mia, 'a.txt');
        await decide(mia, request, 'waive');
        await laterOn();
        await decide(mia, request, 'reopen');
        await sendFor(request, mia, 'b.txt');
      },
    },
    done: async () => {
      await tick(RETURN, '10:45');
      return entries('request-submitted');
    },
    days: [RETURN],
  },
  'loa-chase': {
    begin: async () => {
      loa = await lettersOf(adviser, mia.id).made('Aviva', { sent: { on: '2026-11-25', how: 'email' } });
    },
    restarts: {
      'the journey is reopened': () => change({ completed: true }, { completed: false }),
      'the answer is taken back': async () => {
        await lettersOf(adviser, mia.id).step(loa, 'received');
        await laterOn();
        await lettersOf(adviser, mia.id).step(loa, 'undo');
      },
    },
    done: async () => {
      await expect.poll(() => isPlanned('loa-chase'), SOON).toBe(true);
      for (const day of ['2026-12-22', '2026-12-23']) await tick(day, '08:00');
      return entries('loa-due');
    },
    days: ['2026-12-22'],
  },
  reminder: 'ends for good',
  'reminder-run': {
    begin: async () => {
      await ask(mia, 'Passport', {}, '2026-12-04');
      await unanswered();
    },
    restarts: {
      'the journey is reopened': () => change({ completed: true }, { completed: false }),
      'the portal is allowed again': () => change({ portalSuspended: true }, { portalSuspended: false }),
      'the address is corrected': () => change({}, { email: `new-${email}` }),
      'the client starts them again': async () => {
        const press = async (act: 'stop' | 'resume') =>
          new Caller().call(`POST /api/reminders/{key}/${act}`, { params: { key: await keyOf(mia.id) } });
        await press('stop');
        await laterOn();
        await press('resume');
      },
    },
    done: remindersSince,
    days: ['2026-12-29', '2027-01-04', '2027-01-11'],
  },
  'client-mail': {
    begin: async () => {
      await mia.write('Hello');
      await expect.poll(async () => (await entries('client-notified')).length, SOON).toBe(1);
      task = (await mia.addTask({ responsibility: 'client' })).body;
      await expect.poll(() => isPlanned('client-mail'), SOON).toBe(true);
    },
    restarts: {
      'the journey is reopened': () => ended({ completed: true }, { completed: false }),
      'the portal is allowed again': () => ended({ portalSuspended: true }, { portalSuspended: false }),
      'a completed task is reopened': async () => {
        await mia.setTask(task.id, { status: 'completed' });
        await tick('2026-11-25', '11:15');
        await laterOn();
        await mia.setTask(task.id, { status: 'pending' });
      },
      'a task becomes the client’s again': async () => {
        await mia.setTask(task.id, { responsibility: 'adviser' });
        await tick('2026-11-25', '11:15');
        await laterOn();
        await mia.setTask(task.id, { responsibility: 'client' });
      },
    },
    done: async () => {
      const days = async () => (await entries('client-notified')).filter((day) => day >= RETURN);
      await expect.poll(async () => (await isPlanned('client-mail')) || (await days()).length > 0, SOON).toBe(true);
      for (const time of ['10:30', '11:30']) await tick(RETURN, time);
      return days();
    },
    days: [RETURN],
  },
  'adviser-mail': 'ends for good',
  'daily-mail': 'ends for good',
  upload: 'ends for good',
};

async function ended(body: object, back: object) {
  await mia.change(body);
  await tick('2026-11-25', '11:15');
  await laterOn();
  await mia.change(back);
}

test('the table has a row for each kind of due item', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(JOBS).sort());
});

const ROWS = Object.entries(TABLE).flatMap(([kind, row]) =>
  row === 'ends for good' ? [] : Object.entries(row.restarts).map(([what, act]) => ({ kind, what, act, ...row })),
);

describe.each(ROWS)('the job $kind', ({ what, act, begin, done, days }) => {
  test(`starts over if ${what}`, async () => {
    await begin();
    await act();
    expect(await done()).toEqual(days);
  });
});

test('reminds of a reopened task on the days of its new life, and not at once', async () => {
  await saveSettings(await demoAdmin(), { reminders: { tasks: true } });
  task = (await mia.addTask({ responsibility: 'client', dueDate: '2026-12-04T00:00:00.000Z' })).body;
  await mia.setTask(task.id, { status: 'completed' });
  await laterOn();
  await mia.setTask(task.id, { status: 'pending' });
  await tick(RETURN, '10:30');
  const sent = await remindersSince();
  setNow(START);
  await saveSettings(await demoAdmin(), { reminders: { tasks: false } });
  expect(sent).toEqual(['2026-12-29', '2027-01-04', '2027-01-11']);
});
