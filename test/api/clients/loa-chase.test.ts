import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { demoAdmin, newAdviser, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
import { expectCounted, partitionOf } from '../../support/recount.ts';

// Letters are chased by the clock: five working days after they were sent, at the firm's daily time.

let adviser: Person;
let mia: ClientDesk;
let letters: ReturnType<typeof lettersOf>;
let loa: Loa;
beforeAll(async () => {
  adviser = await newAdviser();
});
const SENT = { sent: { on: '2026-11-25', how: 'email' } };
async function newLetter() {
  mia = await clientOf(adviser);
  letters = lettersOf(adviser, mia.id);
  loa = await letters.made('Aviva', SENT);
}
beforeEach(newLetter);

const DAILY_AT = '08:00';
/** Wednesday 2 December 2026: five working days after the letter was sent. */
const DUE = londonInstant('2026-12-02', DAILY_AT);
const DAY = 24 * 60;
const tick = (minutes: number) => tickFor(clientPartition(mia.id), new Date(DUE.getTime() + minutes * 60_000));
const dues = async () =>
  (await dueItemsOf(clientPartition(mia.id))).filter(({ dsk }) => dsk.includes('#loa-chase#')).map(({ dsk }) => dsk);
const chases = async () => {
  const log = await mia.auditLog();
  return log.filter(({ action }) => action === 'loa-due').map(({ summary, actorType }) => [summary, actorType]);
};
const CHASED = (days: number) => [`Aviva: no answer for ${days} working days, chase today`, 'system'];
const notices = async () => (await inboxOf(adviser)).filter(({ clientId }) => clientId === mia.id);

test('a chase is due on its day at the firm’s daily time, and the adviser gets one notice', async () => {
  expect(loa.nextChase).toBe('2026-12-02');
  for (const minutes of [-DAY, -1]) await tick(minutes);
  expect(await chases()).toEqual([]);
  for (const minutes of [0, 1, 15, DAY]) await tick(minutes);
  expect(await chases()).toEqual([CHASED(5)]);
  expect(await dues()).toEqual([]);
  await expect
    .poll(async () => (await notices()).map(({ kind, text, ref }) => [kind, text, ref]), SOON)
    .toEqual([['loa-due', 'Aviva: no answer for 5 working days, chase today', loa.id]]);
});

test('a letter is chased again after its next chase, and not twice for the same day', async () => {
  await tick(0);
  await letters.change(loa, { scope: 'servicing' });
  await tick(15);
  expect(await chases()).toEqual([CHASED(5)]);
  await letters.step(loa, 'chased', { how: 'phone' });
  await letters.step(loa, 'undo');
  await tick(30);
  expect(await chases()).toEqual([CHASED(5)]);
  await letters.step(loa, 'chased', { how: 'phone', promisedOn: '2026-12-03' });
  await tick(DAY);
  expect(await chases()).toEqual([CHASED(5)]);
  await tick(2 * DAY);
  expect(await chases()).toEqual([CHASED(7), CHASED(5)]);
});

test.each<[string, () => Promise<unknown>]>([
  ['was answered', () => letters.step(loa, 'received')],
  ['came back', () => letters.step(loa, 'rejected', { why: 'age' })],
  ['is not needed', () => letters.step(loa, 'closed')],
  ['was not sent after all', () => letters.step(loa, 'undo')],
  ['has lost its plan', () => letters.deletePlan(loa.planIds[0] ?? '')],
  ['is of a completed client', () => mia.change({ completed: true })],
])('a letter that %s is not chased', async (_, happens) => {
  await happens();
  for (const minutes of [0, DAY]) await tick(minutes);
  expect([await chases(), await dues()]).toEqual([[], []]);
});

test('a chase that is due during the client’s deletion leaves nothing behind', async () => {
  await mia.remove();
  await tick(0);
  expect(await partitionOf(mia.id)).toEqual([]);
});

test('the firm’s settings decide when letters are chased', async () => {
  const admin = await demoAdmin();
  const save = async (providers: object, dailyAt: string) => {
    await saveSettings(admin, { providers });
    await saveSettings(admin, { mail: { dailyAt } });
  };
  await save({ firstChase: 2, chaseEvery: 3 }, '09:30');
  await newLetter();
  const acknowledged = (await letters.step(loa, 'acknowledged')).body;
  await save({ firstChase: 5, chaseEvery: 5 }, DAILY_AT);
  expect([loa.nextChase, acknowledged.nextChase]).toEqual(['2026-11-27', '2026-11-30']);
  expect(await dues()).toEqual([expect.stringMatching(/^2026-11-30T09:30/)]);
});

describe('a letter of 18 December 2026, to be chased after Christmas on Tuesday 29 December', () => {
  let sam: Person;
  const at = (date: string, time = '08:00') => londonInstant(date, time);
  const tickOn = (date: string, time?: string) => tickFor(clientPartition(mia.id), at(date, time));
  /** Moves the clock to a day, on which the adviser signs in again. */
  async function goTo(date: string) {
    setNow(at(date, '09:00'));
    Object.assign(sam, await signIn(sam.email, PASSWORD));
  }
  beforeEach(async () => {
    setNow(at('2026-12-18', '10:00'));
    sam = await newAdviser();
    mia = await clientOf(sam);
    letters = lettersOf(sam, mia.id);
    loa = await letters.made('Aviva', { sent: { on: '2026-12-18', how: 'email' } });
  });
  afterEach(() => setNow(START));

  const DAYS = ['2026-12-24', '2026-12-25', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'];
  async function ticks(from: string, to: string) {
    for (const date of DAYS) if (from <= date && date <= to) await tickOn(date);
  }
  const told = async () =>
    (await mia.auditLog()).filter(({ action }) => action === 'loa-due').map(({ at: when }) => when);

  test('is announced on that day', async () => {
    await ticks('2026-12-24', '2026-12-31');
    await goTo('2026-12-31');
    expect(await told()).toEqual([at('2026-12-29').toISOString()]);
  });

  test('is announced when the client is reopened, if the journey was completed on that day', async () => {
    await mia.change({ completed: true });
    await ticks('2026-12-24', '2026-12-30');
    await goTo('2026-12-30');
    expect([await told(), await dues()]).toEqual([[], []]);
    await mia.change({ completed: false });
    await expect.poll(dues, SOON).toHaveLength(1);
    for (const time of ['09:15', '09:30']) await tickOn('2026-12-30', time);
    await tickOn('2026-12-31');
    expect(await chases()).toEqual([CHASED(6)]);
    expect(await dues()).toEqual([]);
  });

  test('is not announced twice when the client is completed and reopened after it', async () => {
    await ticks('2026-12-24', '2026-12-29');
    await goTo('2026-12-30');
    for (const completed of [true, false]) await mia.change({ completed });
    await expect.poll(async () => (await mia.actions())[0], SOON).toBe('client-reopened');
    await tickOn('2026-12-31');
    expect(await chases()).toEqual([CHASED(5)]);
  });

  test('is put off to the next working day by a closed day that is added later, in every list', async () => {
    const admin = await demoAdmin();
    await saveSettings(admin, { firm: { closedDays: ['2026-12-29'] } });
    try {
      const inLists = async () => {
        const { clients } = (await sam.call('GET /api/today')).body;
        return [(await letters.now(loa))?.nextChase, (await letters.onBoard())[0]?.nextChase, clients.length];
      };
      await ticks('2026-12-24', '2026-12-29');
      await goTo('2026-12-29');
      expect([await told(), await inLists()]).toEqual([[], ['2026-12-30', '2026-12-30', 0]]);
      await ticks('2026-12-30', '2026-12-31');
      await goTo('2026-12-30');
      expect([await chases(), await inLists()]).toEqual([[CHASED(5)], ['2026-12-30', '2026-12-30', 1]]);
    } finally {
      await saveSettings(await demoAdmin(), { firm: { closedDays: [] } });
    }
  });
});

test('a chase that is killed at any call is recorded once by the next run', async () => {
  await killAtEveryCall(
    newLetter,
    () => job(() => tick(0)),
    async () => {
      await tick(15);
      expect([await chases(), await dues()]).toEqual([[CHASED(5)], []]);
      await expectCounted(mia.id);
    },
    [200],
  );
});
