import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
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
