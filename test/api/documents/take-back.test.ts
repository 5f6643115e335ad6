import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { fileForm, newAdviser, type Person, upload } from '../../support/builders.ts';
import { dueItemsOf } from '../../support/due.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf } from '../../support/inbox.ts';
import { expectCounted, objectsOf } from '../../support/recount.ts';
import { ask, decide, sendFor } from '../../support/requests.ts';

// A client removes a file of a request again, until it is handed in.

let adviser: Person;
let mia: ClientDesk;
let request: DocumentRequest;
let file: Document;

async function sendOne(): Promise<Document> {
  request = await ask(mia, 'Passport');
  file = await sendFor(request, mia, 'holiday.txt');
  return file;
}
beforeAll(async () => {
  adviser = await newAdviser();
});
beforeEach(async () => {
  mia = await clientOf(adviser);
  await sendOne();
});

const of = ({ id }: { id: string }) => ({ params: { id } });
const removing = ({ id }: { id: string }, by: Caller = mia.own) =>
  calling(by, 'DELETE /api/documents/{id}', of({ id }));
const remove = (...removed: Parameters<typeof removing>) => removing(...removed)();
const submitting = () => calling(mia.own, 'POST /api/requests/{id}/submit', of(request));
const current = async ({ id } = request): Promise<DocumentRequest | undefined> =>
  (await mia.read('GET /api/clients/{id}/requests')).find((one: DocumentRequest) => one.id === id);
const handInsDue = async () =>
  (await dueItemsOf(clientPartition(mia.id))).filter(({ dsk }) => dsk.includes('#request-hand-in#')).length;

test('a client removes the only file of a request: object and hand-in time go, and the audit log says who', async () => {
  expect([(await remove(file)).status, (await remove(file)).status]).toEqual([204, 404]);
  expect(await current()).toMatchObject({ state: 'open', files: 0, round: 1 });
  expect([await handInsDue(), await objectsOf(mia.id)]).toEqual([0, []]);
  expect((await mia.auditLog())[0]).toMatchObject({ actorType: 'client', summary: 'Deleted holiday.txt' });
  expect((await inboxOf(adviser)).filter(({ clientId }) => clientId === mia.id)).toEqual([]);
  await expectCounted(mia.id);
});

test('the other files keep their hand-in time', async () => {
  await sendFor(request, mia, 'passport.txt');
  await remove(file);
  expect([(await current())?.files, await handInsDue()]).toEqual([1, 1]);
});

const HANDED_IN = 'This has been handed in already. Tell your adviser if a file is wrong.';
test.each<[string, () => Promise<unknown>]>([
  ['handed in', () => submitting()()],
  ['sent back', () => decide(mia, request, 'return', 'Blurred')],
  ['seen by staff, who asked for more', () => decide(mia, request, 'more', 'Page 2')],
  ['accepted', () => decide(mia, request, 'approve')],
  [
    'there before the request was reopened',
    async () => [await decide(mia, request, 'waive'), await decide(mia, request, 'reopen')],
  ],
])('a file that was %s stays', async (_, happens) => {
  await happens();
  const before = await current();
  const { status, body } = await remove(file);
  expect([status, body.message]).toEqual([409, HANDED_IN]);
  expect(await current()).toEqual(before);
});

test('a client cannot remove a file of staff, one for no request, or one of another client', async () => {
  const byStaff = await upload(adviser, mia.id, 'x');
  const ofOwn = await upload(mia.own, mia.id, 'x');
  const { own: stranger } = await clientOf(adviser);
  const answers = [
    await remove(byStaff),
    await remove(ofOwn),
    await remove(file, stranger),
    await remove(file, new Caller()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 401]);
  expect((await mia.read('GET /api/clients/{id}/documents')).length).toBe(3);
});

test.each<[string, (given: Document) => ReturnType<typeof removing>, number[][]]>([
  [
    'handing it in',
    submitting,
    [
      [204, 409],
      [409, 200],
    ],
  ],
  [
    'staff deleting it',
    (given) => removing(given, adviser),
    [
      [204, 204],
      [204, 404],
      [404, 204],
    ],
  ],
])('removing a file and %s concurrently leaves the counters right', async (_, other, statuses) => {
  await atOnce(sendOne, removing, other, async (given, answers) => {
    expect(statuses).toContainEqual(answers.map(({ status }) => status));
    const { state, files } = (await current()) ?? {};
    expect([
      { state: 'submitted', files: 1 },
      { state: 'open', files: 0 },
    ]).toContainEqual({ state, files });
    expect((await mia.read('GET /api/clients/{id}/documents')).some(({ id }: Document) => id === given.id)).toBe(
      files === 1,
    );
    await expectCounted(mia.id);
  });
});

test('a file that is sent while another is removed keeps its hand-in time', async () => {
  const sending = () => {
    const form = fileForm('a photo', 'new.txt');
    form.append('requestId', request.id);
    return calling(mia.own, 'POST /api/clients/{id}/documents', { params: mia.params, form });
  };
  await atOnce(sendOne, removing, sending, async () => {
    expect((await current())?.files).toBe(1);
    expect((await dueItemsOf(clientPartition(mia.id))).filter(({ dsk }) => dsk.endsWith(request.id)).length).toBe(1);
    await expectCounted(mia.id);
  });
});

test('removing a file is atomic and can be repeated after a crash', async () => {
  await killAtEveryCall(sendOne, removing, () => expectCounted(mia.id), [204, 404]);
});
