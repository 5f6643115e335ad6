import { beforeEach, expect, test } from 'vitest';
import type { Waiting } from '#shared/contract/loas.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';

const ON = inDays(-16);
const SENT = { sent: { on: ON, how: 'email', ref: 'REF-77' } };
const SECRETS = /Sam Okoro|Ring after lunch|REF-77|Ink, please|transfer value|signature|phone"|promised/;

const adviser = await newAdviser('Ruth Amari');
let client: ClientDesk;
let letters: ReturnType<typeof lettersOf>;
beforeEach(async () => {
  client = await clientOf(adviser);
  letters = lettersOf(adviser, client.id);
});

const portal = async () => (await openPortal(client.token, client.own)).body;
const waits = async (): Promise<Waiting[]> => (await portal()).waiting;

test('the portal has of a letter what the client may know, and nothing that staff noted', async () => {
  const { made, step } = letters;
  const loa = await made('Aviva', SENT);
  const promisedOn = inDays(3);
  const chased = { how: 'phone', whom: 'Sam Okoro', note: 'Ring after lunch', ref: 'REF-77', promisedOn };
  await step(loa, 'acknowledged', { on: inDays(-9), ref: 'REF-77' });
  await step(loa, 'chased', chased);
  const shown = {
    provider: 'Aviva',
    plans: [{ type: 'pension', tail: '4821' }],
    state: 'acknowledged',
    askedOn: ON,
    workingDays: expect.any(Number),
    confirmedOn: inDays(-9),
    arrivedOn: null,
    typical: null,
  };
  expect(await waits()).toEqual([shown]);
  const secrets = async () => JSON.stringify(await waits()).match(SECRETS);
  expect(await secrets()).toBeNull();
  await step(loa, 'part', { gaps: ['transfer value'] });
  expect(await secrets()).toBeNull();
  await step(loa, 'rejected', { why: 'signature', note: 'Ink, please' });
  expect(await waits()).toEqual([{ ...shown, state: 'rejected' }]);
  expect(await secrets()).toBeNull();
});

test('the preview of staff has the same letters', async () => {
  await letters.made('Aviva', SENT);
  expect((await client.read('GET /api/clients/{id}/portal')).waiting).toEqual(await waits());
});

test('a letter is shown once it was sent, until it is not needed, and not after completion', async () => {
  const { made, step } = letters;
  const loa = await made('Aviva');
  expect(await waits()).toEqual([]);
  await step(loa, 'sent', { how: 'post' });
  expect(await waits()).toMatchObject([{ state: 'sent', workingDays: 0 }]);
  await client.change({ completed: true });
  expect(await waits()).toEqual([]);
  await client.change({ completed: false });
  expect(await waits()).toHaveLength(1);
  await step(loa, 'closed');
  expect(await waits()).toEqual([]);
});

test('a plan number of fewer than eight characters has no tail', async () => {
  const { addPlan, note } = letters;
  await note([await addPlan('Aviva', 'AV 12345'), await addPlan('Aviva', 'AV 123456')], SENT);
  expect((await waits())[0]?.plans.map(({ tail }) => tail)).toEqual([null, '3456']);
});

test('open portals refresh after each step but a chase', async () => {
  const { made, step } = letters;
  const loa = await made('Aviva', SENT);
  const latest = async () => (await portal()).latest;
  for (const [name, more, isNews] of [
    ['chased', { how: 'phone' }, false],
    ['undo', {}, false],
    ['received', {}, true],
    ['undo', {}, true],
  ] as const) {
    const before = await latest();
    await step(loa, name, more);
    expect((await latest()) !== before, name).toBe(isNews);
  }
});
