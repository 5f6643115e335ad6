import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { Caller } from '../support/api.ts';
import { newAdviser, newClient, PASSWORD, type Person, signIn } from '../support/builders.ts';
import { inboxOf, SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { runTick, setClock } from './clock.ts';

// Mail that waits for its time leaves by the deployed tick, over days of a clock that is set.

const QUARTER_MS = 15 * 60_000;
/** Ticks at each quarter of an hour, at once. */
const RUNS = 2;

let ann: Person;
let mia: Client & { token: string };
let settings: FirmSettings;

/** Ann's session, by the clock as it is set. */
const signedIn = () => signIn(ann.email, PASSWORD);
async function setDailyAt(dailyAt: string): Promise<void> {
  const admin = await signIn('admin@example.com', 'demo-password');
  const { version } = (await admin.call('GET /api/settings')).body as FirmSettings;
  expect(
    (await admin.call('PATCH /api/settings', { body: { version, mail: { ...settings.mail, dailyAt } } })).status,
  ).toBe(200);
}

beforeAll(async () => {
  await setClock(null);
  settings = (await (await signIn('admin@example.com', 'demo-password')).call('GET /api/settings')).body;
  ann = await newAdviser('Ann Smith');
  mia = await newClient(ann, { name: 'Mia Wood' });
});
afterAll(async () => {
  await setClock(null);
  // Clients of a year to come would be the newest in every list.
  const caller = await signedIn();
  for (const { id } of (await caller.call('GET /api/clients')).body as Client[])
    expect((await caller.call('DELETE /api/clients/{id}', { params: { id } })).status).toBe(204);
  await setDailyAt(settings.mail.dailyAt);
});

const say = async (caller: Caller) =>
  expect(
    (await caller.call('POST /api/clients/{id}/messages', { params: { id: mia.id }, body: { content: 'Hello' } }))
      .status,
  ).toBe(201);

/** Mia writes; Ann has the notice when this is done. */
async function miaWrites(): Promise<void> {
  const reader = await signedIn();
  const before = (await inboxOf(reader)).length;
  await say(new Caller(mia.token));
  await expect.poll(async () => (await inboxOf(reader)).length, SOON).toBe(before + 1);
}

/** Mails to an address, but for those that tell somebody of signing in: whoever acts by a clock signs in by each new day's. */
const newsTo = async (address: string, count = 0) =>
  (await mailsTo(address, count)).filter(({ subject }) => !subject.startsWith('You signed in'));

/** Each quarter of an hour around the hours at which mail may leave in the morning, and every third hour besides. */
const isWorthATick = (at: string) => /T0[6-9]:/.test(at) || /T(00|03|12|15|18|21):00/.test(at);

/** The times, from one to another, at which mails to an address left, a quarter of an hour being the least. */
async function leaveTimes(address: string, from: string, to: string): Promise<string[]> {
  const times: string[] = [];
  let count = (await newsTo(address)).length;
  for (let time = Date.parse(from); time <= Date.parse(to); time += QUARTER_MS) {
    const at = new Date(time).toISOString();
    if (!isWorthATick(at)) continue;
    await setClock(at);
    await Promise.all(Array.from({ length: RUNS }, runTick));
    const now = (await newsTo(address)).length;
    for (; count < now; count += 1) times.push(at);
  }
  return times;
}

describe('an adviser’s summary', () => {
  test('leaves at the firm’s hour by London’s clock, on working days, once', async () => {
    await setDailyAt('09:00');
    const choices = { messages: 'daily', documents: 'daily', tasks: 'daily', clients: 'daily' };
    expect((await (await signedIn()).call('PATCH /api/account/notifications', { body: choices })).status).toBe(200);
    await setClock('2027-03-24T15:00:00Z');
    await miaWrites();
    expect(await leaveTimes(ann.email, '2027-03-25T05:00:00Z', '2027-03-25T12:00:00Z')).toEqual([
      '2027-03-25T09:00:00.000Z',
    ]);
    await miaWrites();
    expect(await leaveTimes(ann.email, '2027-03-25T12:15:00Z', '2027-03-26T12:00:00Z')).toEqual([]);
    // Good Friday; Easter Sunday, on which summer time begins; Easter Monday.
    await miaWrites();
    expect(await leaveTimes(ann.email, '2027-03-26T12:15:00Z', '2027-03-29T12:00:00Z')).toEqual([]);
    await miaWrites();
    expect(await leaveTimes(ann.email, '2027-03-29T12:15:00Z', '2027-03-30T12:00:00Z')).toEqual([
      '2027-03-30T08:00:00.000Z',
    ]);
    const subjects = (await newsTo(ann.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringContaining('Your summary: 3 updates'),
      expect.stringContaining('Your summary: 1 update'),
    ]);
  }, 600_000);
});

describe('a client’s mail', () => {
  test.each([
    ['winter', '2027-01-12T21:00:00Z', '2027-01-13T08:00:00.000Z'],
    ['summer', '2027-07-13T20:00:00Z', '2027-07-14T07:00:00.000Z'],
  ])(
    'that is asked for at nine in the evening leaves at eight in the morning: %s',
    async (_, evening, morning) => {
      await setClock(evening);
      const writer = await signedIn();
      mia = await newClient(writer);
      await say(writer);
      await writer.call('POST /api/clients/{id}/tasks', { params: { id: mia.id }, body: { title: 'Sign' } });
      const later = new Date(Date.parse(evening) + QUARTER_MS).toISOString();
      const end = new Date(Date.parse(morning) + 4 * QUARTER_MS).toISOString();
      expect(await leaveTimes(mia.email, later, end)).toEqual([morning]);
      const [mail, ...others] = await newsTo(mia.email);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('Ann Smith has sent you a message.');
      expect(mail?.text).toContain('Ann Smith has given you a new task.');
    },
    300_000,
  );

  test('leaves as staff write by day, and once an hour at most', async () => {
    await setClock('2027-02-03T12:00:00Z');
    const writer = await signedIn();
    mia = await newClient(writer);
    await say(writer);
    expect(await newsTo(mia.email, 1)).toHaveLength(1);
    await say(writer);
    await say(writer);
    expect(await leaveTimes(mia.email, '2027-02-03T12:15:00Z', '2027-02-03T15:00:00Z')).toHaveLength(1);
    expect(await newsTo(mia.email)).toHaveLength(2);
  }, 300_000);
});
