import { afterAll, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { Caller } from '../support/api.ts';
import { newAdviser, newClient, PASSWORD, signIn } from '../support/builders.ts';
import { SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { partitionOf } from '../support/recount.ts';
import { runTick, setClock } from './clock.ts';

// Runs the deployed tick on a controlled clock. Due times are tested in memory (test/api/inbox).

const signedIn = () => signIn(ann.email, PASSWORD);
await setClock(null);
const ann = await newAdviser('Ann Smith');
afterAll(async () => {
  await setClock(null);
  // Clients dated 2027 would be the newest in every list.
  const caller = await signedIn();
  for (const { id } of (await caller.call('GET /api/clients')).body as Client[])
    expect((await caller.call('DELETE /api/clients/{id}', { params: { id } })).status).toBe(204);
});

test('sends client mail caused in quiet hours as one mail when they end, even by concurrent ticks', async () => {
  await setClock('2027-07-13T20:00:00Z');
  const writer = await signedIn();
  const mia = await newClient(writer);
  const by = (name: 'messages' | 'tasks', body: object) =>
    writer.call(`POST /api/clients/{id}/${name}`, { params: { id: mia.id }, body });
  await by('messages', { content: 'Hello' });
  await by('tasks', { title: 'Sign' });
  const isScheduled = async () => (await partitionOf(mia.id)).some(({ sk, dsk }) => sk === 'MAIL' && dsk !== undefined);
  await expect.poll(isScheduled, SOON).toBe(true);
  const counts: number[] = [];
  for (const at of ['2027-07-13T20:15:00Z', '2027-07-14T06:45:00Z', '2027-07-14T07:00:00Z', '2027-07-14T07:15:00Z']) {
    await setClock(at);
    await Promise.all([runTick(), runTick()]);
    counts.push((await mailsTo(mia.email)).length);
  }
  expect(counts).toEqual([0, 0, 1, 1]);
  const [mail] = await mailsTo(mia.email);
  expect(mail?.text).toContain('Ann Smith has sent you a message.');
  expect(mail?.text).toContain('Ann Smith has given you a new task.');
});

test('a run reminds a client once, even by concurrent ticks, and not a client who stopped reminders', async () => {
  await setClock('2027-07-14T09:00:00Z');
  const writer = await signedIn();
  const [mia, noah] = [await newClient(writer), await newClient(writer)];
  for (const { id } of [mia, noah]) {
    const body = { items: [{ title: 'Passport' }], dueDate: '2027-07-22' };
    expect((await writer.call('POST /api/clients/{id}/requests', { params: { id }, body })).status).toBe(201);
  }
  const { body: page } = await new Caller(noah.token).call('GET /api/portal/{token}', {
    params: { token: noah.token },
  });
  const stop = { params: { key: page.reminders.key } };
  expect((await new Caller().call('POST /api/reminders/{key}/stop', stop)).status).toBe(204);
  const reminders = async ({ email }: { email: string }) =>
    (await mailsTo(email)).filter(({ subject }) => /^A reminder from Ann Smith at .*: 1 thing/.test(subject)).length;
  // Monday is three days before the due date.
  for (const at of ['2027-07-16T08:00:00Z', '2027-07-19T07:45:00Z', '2027-07-19T08:00:00Z', '2027-07-20T08:00:00Z']) {
    await setClock(at);
    await Promise.all([runTick(), runTick()]);
    const isRun = at === '2027-07-19T08:00:00Z' || at === '2027-07-20T08:00:00Z';
    expect([await reminders(mia), await reminders(noah)], at).toEqual([isRun ? 1 : 0, 0]);
  }
});
