import { afterAll, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
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
