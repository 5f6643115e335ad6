import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { fileForm, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { expectCounted, partitionOf } from '../../support/recount.ts';
import { ask } from '../../support/requests.ts';

// Requests that are handed in by the clock, half an hour after the client's last file.

let adviser: Person;
let mia: ClientDesk;
let request: DocumentRequest;

const minutes = (count: number) => new Date(START + count * 60_000);

async function newRequest(): Promise<DocumentRequest> {
  setNow(minutes(-1));
  mia = await clientOf(adviser);
  return (await mia.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'Passport' }] } })).body[0];
}
beforeAll(async () => {
  adviser = await newAdviser();
});
beforeEach(async () => {
  request = await newRequest();
});

const tick = (minute: number) => tickFor(clientPartition(mia.id), minutes(minute));
async function send(by: Caller, minute = 0) {
  setNow(minutes(minute));
  const form = fileForm('a photo', 'photo.txt');
  form.append('requestId', request.id);
  return mia.by('POST /api/clients/{id}/documents', { form }, by);
}
const current = async (): Promise<DocumentRequest> => (await mia.read('GET /api/clients/{id}/requests'))[0];
const params = () => ({ id: request.id });
const decide = async (decision: string, more: object = {}) => {
  const { version } = await current();
  return mia.by('POST /api/requests/{id}/decision', { params: params(), body: { version, decision, ...more } });
};
const handInsDue = async () =>
  (await dueItemsOf(clientPartition(mia.id))).filter(({ dsk }) => dsk.includes('#request-hand-in#'));
const MORE = { reason: 'Page 2' };
const submissions = async () =>
  (await partitionOf(mia.id))
    .filter(({ action }) => action === 'request-submitted')
    .map(({ data }) => data as { by: string });

test('a request is handed in once, half an hour after the last file, at the next quarter of an hour', async () => {
  await send(mia.own);
  await send(mia.own, 20);
  for (const minute of [29, 45, 49]) await tick(minute);
  expect(await current()).toMatchObject({ state: 'open', files: 2 });
  for (const minute of [60, 61, 90]) await tick(minute);
  expect(await current()).toMatchObject({ state: 'submitted', submittedAt: minutes(60).toISOString() });
  expect(await submissions()).toEqual([{ title: 'Passport', files: 2, attempt: 1, by: 'clock' }]);
  expect(await handInsDue()).toEqual([]);
  await expectCounted(mia.id);
});

test('a file of staff hands an open request in at once, but leaves files of the client their half hour', async () => {
  await send(adviser);
  await send(adviser);
  expect(await submissions()).toEqual([{ title: 'Passport', files: 1, attempt: 1, by: 'staff' }]);
  await decide('more', MORE);
  await send(mia.own, 5);
  await send(adviser, 10);
  await tick(30);
  expect(await current()).toMatchObject({ state: 'open', files: 4 });
  await tick(45);
  expect((await submissions()).map(({ by }) => by).sort()).toEqual(['clock', 'staff']);
  await expectCounted(mia.id);
});

test('a request is open again once the only file that staff put there is deleted or moved', async () => {
  const params = async () => ({ id: (await mia.read('GET /api/clients/{id}/documents'))[0].id });
  const states = async () =>
    (await mia.read('GET /api/clients/{id}/requests')).map(({ state }: DocumentRequest) => state);
  await send(adviser);
  const other = await ask(mia, 'P60');
  const file = async (requestId: string | null) =>
    mia.by('PATCH /api/documents/{id}', { params: await params(), body: { requestId } });
  await file(other.id);
  expect(await states()).toEqual(['open', 'submitted']);
  await expectCounted(mia.id);
  await file(null);
  expect(await states()).toEqual(['open', 'open']);
  await file(request.id);
  expect(await states()).toEqual(['submitted', 'open']);
  await mia.by('DELETE /api/documents/{id}', { params: await params() });
  expect(await states()).toEqual(['open', 'open']);
  await expectCounted(mia.id);
});

test('a request that staff asked more for is handed in half an hour after the next file', async () => {
  await send(mia.own);
  await decide('more', MORE);
  await send(mia.own, 40);
  for (const minute of [60, 75]) await tick(minute);
  expect(await submissions()).toEqual([{ title: 'Passport', files: 2, attempt: 1, by: 'clock' }]);
});

test.each<[string, () => Promise<unknown>, string, number]>([
  ['staff handed it in by their file', () => send(adviser), 'submitted', 1],
  ['it was accepted', async () => [await send(mia.own), await decide('approve')], 'approved', 0],
  ['it was waived', async () => [await send(mia.own), await decide('waive')], 'waived', 0],
  ['it was sent back', async () => [await send(mia.own), await decide('return', MORE)], 'open', 0],
  ['staff asked for more', async () => [await send(mia.own), await decide('more', MORE)], 'open', 0],
  [
    'the client removed the only file since staff asked for more',
    async () => {
      await send(mia.own);
      await decide('more', MORE);
      const { body } = await send(mia.own, 5);
      expect((await mia.own.call('DELETE /api/documents/{id}', { params: { id: body.id } })).status).toBe(204);
    },
    'open',
    0,
  ],
  [
    'its file was deleted',
    async () => {
      const { body } = await send(mia.own);
      await mia.by('DELETE /api/documents/{id}', { params: { id: body.id } });
    },
    'open',
    0,
  ],
  [
    'the client handed it in first',
    async () => [await send(mia.own), await mia.by('POST /api/requests/{id}/submit', { params: params() }, mia.own)],
    'submitted',
    1,
  ],
])('a request is not handed in automatically if %s', async (_, happens, state, handedIn) => {
  await happens();
  await tick(60);
  expect([(await current()).state, (await submissions()).length]).toEqual([state, handedIn]);
  expect(await handInsDue()).toEqual([]);
});

test('a hand-in that is due during the client’s deletion leaves nothing behind', async () => {
  await send(mia.own);
  await mia.remove();
  await tick(60);
  expect(await partitionOf(mia.id)).toEqual([]);
});

test('a hand-in that is killed at any call is completed once by the next run', async () => {
  await killAtEveryCall(
    async () => {
      request = await newRequest();
      await send(mia.own);
    },
    () => job(() => tick(60)),
    async () => {
      await tick(75);
      expect([(await current()).state, (await submissions()).length]).toEqual(['submitted', 1]);
      await expectCounted(mia.id);
    },
    [200],
  );
});
