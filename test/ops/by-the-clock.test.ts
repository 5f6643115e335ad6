import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { Caller } from '../support/api.ts';
import { newAdviser, newClient, PASSWORD, type Person, signIn } from '../support/builders.ts';
import { inboxOf, SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { partitionOf } from '../support/recount.ts';
import { runTick, setClock } from './clock.ts';

// Runs the deployed tick on a controlled clock. Due times are tested in memory (test/api/inbox).

let ann: Person;

const signedIn = () => signIn(ann.email, PASSWORD);
async function setDailyAt(dailyAt: string): Promise<string> {
  const admin = await signIn('admin@example.com', 'demo-password');
  const { version, mail } = (await admin.call('GET /api/settings')).body as FirmSettings;
  const body = { version, mail: { ...mail, dailyAt } };
  expect((await admin.call('PATCH /api/settings', { body })).status).toBe(200);
  return mail.dailyAt;
}

let dailyBefore: string;
beforeAll(async () => {
  await setClock(null);
  dailyBefore = await setDailyAt('09:00');
  ann = await newAdviser('Ann Smith');
});
afterAll(async () => {
  await setClock(null);
  // Clients dated 2027 would be the newest in every list.
  const caller = await signedIn();
  for (const { id } of (await caller.call('GET /api/clients')).body as Client[])
    expect((await caller.call('DELETE /api/clients/{id}', { params: { id } })).status).toBe(204);
  await setDailyAt(dailyBefore);
});

const say = (caller: Caller, id: string) =>
  caller.call('POST /api/clients/{id}/messages', { params: { id }, body: { content: 'Hello' } });

/** Returns mails without sign-in notices, which each new day of the clock causes. */
const newsTo = async (address: string, count = 0) =>
  (await mailsTo(address, count)).filter(({ subject }) => !subject.startsWith('You signed in'));

/** Runs two concurrent ticks at each time and returns the number of mails sent after each. */
async function mailsAfterTicks(address: string, times: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const at of times) {
    await setClock(at);
    await Promise.all([runTick(), runTick()]);
    counts.push((await newsTo(address)).length);
  }
  return counts;
}

test('sends an adviser’s daily digest once, at the firm’s hour in London on the next working day', async () => {
  const mia = await newClient(ann, { name: 'Mia Wood' });
  const choices = { messages: 'daily', documents: 'daily', tasks: 'daily', clients: 'daily' };
  expect((await ann.call('PATCH /api/account/notifications', { body: choices })).status).toBe(200);
  // The day before Good Friday; summer time begins on Easter Sunday.
  await setClock('2027-03-25T15:00:00Z');
  await say(new Caller(mia.token), mia.id);
  const reader = await signedIn();
  await expect.poll(async () => (await inboxOf(reader)).length, SOON).toBe(1);
  const times = ['2027-03-26T09:00:00Z', '2027-03-30T07:45:00Z', '2027-03-30T08:00:00Z', '2027-03-30T08:15:00Z'];
  expect(await mailsAfterTicks(ann.email, times)).toEqual([0, 0, 1, 1]);
  expect((await newsTo(ann.email))[0]?.subject).toContain('Your summary: 1 update');
});

test('sends client mail caused in quiet hours as one mail when they end', async () => {
  await setClock('2027-07-13T20:00:00Z');
  const writer = await signedIn();
  const mia = await newClient(writer);
  await say(writer, mia.id);
  await writer.call('POST /api/clients/{id}/tasks', { params: { id: mia.id }, body: { title: 'Sign' } });
  const isScheduled = async () => (await partitionOf(mia.id)).some(({ sk, dsk }) => sk === 'MAIL' && dsk !== undefined);
  await expect.poll(isScheduled, SOON).toBe(true);
  const times = ['2027-07-13T20:15:00Z', '2027-07-14T06:45:00Z', '2027-07-14T07:00:00Z', '2027-07-14T07:15:00Z'];
  expect(await mailsAfterTicks(mia.email, times)).toEqual([0, 0, 1, 1]);
  const [mail] = await newsTo(mia.email);
  expect(mail?.text).toContain('Ann Smith has sent you a message.');
  expect(mail?.text).toContain('Ann Smith has given you a new task.');
});
