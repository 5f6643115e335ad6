import { beforeEach, describe, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { clientOf, saveSettings } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, fileForm, newAdviser, newClient } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import type { Act } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { numbers } from '../../support/numbers.ts';
import { expectCounted, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

const adviser = await newAdviser();
const { own, params } = await clientOf(adviser);
let request: DocumentRequest;

const asking = (items: object[], dueDate?: string) =>
  calling(adviser, 'POST /api/clients/{id}/requests', { params, body: { items, ...(dueDate && { dueDate }) } });
const ask = async (item: object = {}): Promise<DocumentRequest> => {
  const { body } = await asking([{ title: 'Passport', stageId: `${params.id}.6.1`, ...item }], inDays(1))();
  return body[0];
};
const sending = (caller: Caller, requestId = request.id, fields: Record<string, string> = {}) => {
  const form = fileForm('a photo', 'photo.txt');
  for (const [name, value] of Object.entries({ requestId, ...fields })) form.append(name, value);
  return calling(caller, 'POST /api/clients/{id}/documents', { params, form });
};
const send = (...sent: Parameters<typeof sending>) => sending(...sent)();
const of = (id = request.id) => ({ params: { id } });
const listed = async (id = request.id): Promise<DocumentRequest> =>
  (await adviser.call('GET /api/clients/{id}/requests', { params })).body.find((one: DocumentRequest) => one.id === id);
const deciding = (decision: string, more: object = {}, { id, version } = request) =>
  calling(adviser, 'POST /api/requests/{id}/decision', { ...of(id), body: { version, decision, ...more } });
const decide = async (decision: string, more: object = {}) => deciding(decision, more, await listed())();
/** Decision on a request with one file. */
const WAIVE = { version: 2, decision: 'waive' };
const submit = () => own.call('POST /api/requests/{id}/submit', of());
const cannot = (reason = 'My employer never sent one.') =>
  own.call('POST /api/requests/{id}/cannot', { ...of(), body: { reason } });
const portal = async () => (await own.call('GET /api/portal/{token}', { params: { token: own.token ?? '' } })).body;

beforeEach(async () => {
  request = await ask();
});

describe('asking for documents', () => {
  test('stores several requests in the order of asking, and counts them', async () => {
    const { body } = await asking([{ title: 'P60' }, { title: 'Payslips', help: 'All three.' }])();
    expect(body).toMatchObject([
      { title: 'P60', help: null, stageId: null, state: 'open', round: 1, files: 0, version: 1, dueDate: null },
      { title: 'Payslips', help: 'All three.' },
    ]);
    const all = (await adviser.call('GET /api/clients/{id}/requests', { params })).body as DocumentRequest[];
    expect(all.slice(-2)).toEqual(body);
    await expectCounted(params.id);
  });

  test.each<[string, () => ReturnType<typeof asking>, string]>([
    ['no item', () => asking([]), 'items'],
    ['21 items', () => asking(Array.from({ length: 21 }, () => ({ title: 'x' }))), 'items'],
    ['a day in the past', () => asking([{ title: 'x' }], inDays(-1)), 'dueDate'],
    ['a stage of another client', () => asking([{ title: 'x', stageId: `${'x'.repeat(22)}.1` }]), 'stageId'],
  ])('rejects %s', async (_, sent, field) => {
    const { status, body } = await sent()();
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  test('refuses the 201st request of a client', async () => {
    const other = await clientOf(adviser);
    const twenty = { items: Array.from({ length: 20 }, () => ({ title: 'x' })) };
    const sent = { params: other.params, body: twenty };
    for (let i = 0; i < 10; i += 1) await adviser.call('POST /api/clients/{id}/requests', sent);
    const { status, body } = await adviser.call('POST /api/clients/{id}/requests', sent);
    expect([status, body.message]).toEqual([409, expect.stringContaining('has 200 requests already')]);
    await expectCounted(other.params.id);
  });
});

test('a file, handing in, sending back, another file and accepting', async () => {
  const { body: document } = await send(own);
  expect(document).toMatchObject({ requestId: request.id, round: 1, stageId: `${params.id}.6.1` });
  const { body: submitted } = await submit();
  expect(submitted).toMatchObject({ state: 'submitted', files: 1, submittedAt: expect.any(String) });
  expect(submitted).not.toHaveProperty('waivedReason');
  const { body: back } = await decide('return', { reason: 'The date is cut off.' });
  expect(back).toMatchObject({ state: 'open', round: 2, files: 0, reason: 'The date is cut off.', submittedAt: null });
  expect(back.dueDate > inDays(1)).toBe(true);
  await send(own);
  await submit();
  const { body: accepted } = await decide('approve');
  expect(accepted).toMatchObject({ state: 'approved', round: 2, files: 1, reason: null });
  expect(await listed()).toEqual(accepted);
  expect((await send(own)).body.message).toBe('This is settled. Reopen it first.');
  await expectCounted(params.id);
});

test('asking for more keeps the attempt and its files', async () => {
  await send(own);
  await submit();
  expect((await decide('more', { reason: 'Page 2' })).body).toMatchObject({ state: 'open', round: 1, files: 1 });
});

test('a decision to send back needs a reason', async () => {
  await send(own);
  const { status, body } = await decide('return', { reason: ' ' });
  expect([status, body.fields]).toEqual([400, { reason: 'Tell the client what to change' }]);
});

test('an answer hands the request in without a file, and stays beside later files of its attempt', async () => {
  const answer = 'My employer never sent one.';
  expect((await cannot()).body).toMatchObject({ state: 'submitted', answer, files: 0 });
  expect((await decide('approve')).body.message).toBe('There is nothing to accept yet');
  await send(own);
  expect(await listed()).toMatchObject({ state: 'submitted', answer, files: 1 });
  expect((await decide('more', { reason: 'Page 2' })).body).toMatchObject({ state: 'open', answer, files: 1 });
});

test.each<[string, () => Promise<unknown>]>([
  ['sending back', () => decide('return', { reason: 'Ask them' })],
  ['reopening', async () => [await decide('waive'), await decide('reopen')]],
])('%s removes the answer from the request, and the audit log keeps it', async (_, again) => {
  await cannot('Lost in the move');
  await again();
  expect(await listed()).toMatchObject({ state: 'open', answer: null });
  const { body } = await adviser.call('GET /api/clients/{id}/activity', { params });
  expect(body.map(({ summary }: ClientAuditEntry) => summary)).toContain(
    'Does not have “Passport”: “Lost in the move”',
  );
});

test('a waived request can be reopened, and the client never sees why it was waived', async () => {
  const { body } = await decide('waive', { reason: 'Seen at the branch' });
  expect(body).toMatchObject({ state: 'waived', waivedReason: 'Seen at the branch' });
  expect(JSON.stringify(await portal())).not.toContain('Seen at the branch');
  expect((await decide('reopen')).body).toMatchObject({ state: 'open', waivedReason: null });
});

test('waiving again repeats the first reason or none, and is refused with another one', async () => {
  const waive = (reason?: string) => deciding('waive', { reason })();
  const waived = await waive('Seen at the branch');
  for (const reason of ['Seen at the branch', undefined])
    expect(await waive(reason)).toMatchObject({ status: 200, body: waived.body });
  const { status, body } = await waive('It is out of date');
  expect([status, body.message]).toEqual([409, 'This is settled. Reopen it first.']);
});

test('undoing an acceptance brings the request back to its place in the review queue', async () => {
  await send(own);
  const { body: submitted } = await submit();
  const { body: accepted } = await decide('approve');
  const { body: undone } = await deciding('undo', {}, accepted)();
  expect(undone).toEqual({ ...submitted, waivedReason: null, version: accepted.version + 1 });
  expect(await listed()).toEqual(undone);
  expect((await deciding('undo', {}, accepted)()).body).toEqual(undone);
  await expectCounted(params.id);
  const { body } = await adviser.call('GET /api/clients/{id}/activity', { params });
  const about = body.filter(({ summary }: ClientAuditEntry) => summary.includes('“Passport”')).slice(0, 2);
  expect(about.map(({ summary }: ClientAuditEntry) => summary)).toEqual([
    'Brought back to review “Passport”',
    'Accepted “Passport”',
  ]);
});

test('a request that was accepted before it was handed in is handed in when that is undone', async () => {
  await send(own);
  const { body: accepted } = await decide('approve');
  expect(accepted.submittedAt).toBeNull();
  expect((await deciding('undo', {}, accepted)()).body).toMatchObject({
    state: 'submitted',
    submittedAt: expect.any(String),
    decidedAt: null,
  });
  await expectCounted(params.id);
});

test('undoing an acceptance that is no longer the last decision is refused', async () => {
  await send(own);
  const { body: accepted } = await decide('approve');
  await decide('more', { reason: 'Page 2' });
  const { status, body } = await deciding('undo', {}, accepted)();
  expect([status, body.message]).toEqual([409, expect.stringContaining('changed while you looked at it')]);
  expect((await decide('undo')).status).toBe(409);
  expect(await listed()).toMatchObject({ state: 'open', reason: 'Page 2' });
});

test('a client’s page leaves open requests out once the journey is completed', async () => {
  const { own: client, params: other } = await clientOf(adviser);
  await adviser.call('POST /api/clients/{id}/requests', { params: other, body: { items: [{ title: 'P60' }] } });
  const titles = async () => {
    const { body } = await client.call('GET /api/portal/{token}', { params: { token: client.token ?? '' } });
    return body.requests.map(({ title }: DocumentRequest) => title);
  };
  expect(await titles()).toEqual(['P60']);
  await adviser.call('PATCH /api/clients/{id}', { params: other, body: { completed: true } });
  expect(await titles()).toEqual([]);
});

test('a request refuses one of two concurrent decisions with 409', async () => {
  await send(own);
  request = await listed();
  const results = await Promise.all([
    deciding('return', { reason: 'Blurred' })(),
    deciding('more', { reason: 'Page 2' })(),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(results.find(({ status }) => status === 409)?.body.message).toContain('changed while you looked at it');
  await expectCounted(params.id);
});

test('twenty files at once are counted, and the 21st is refused', async () => {
  const sent = await Promise.all(Array.from({ length: 22 }, () => send(adviser)));
  const accepted = sent.filter(({ status }) => status === 201).length;
  expect(accepted).toBeLessThanOrEqual(20);
  for (let left = 20 - accepted; left > 0; left -= 1) expect((await send(adviser)).status).toBe(201);
  expect((await send(adviser)).body.message).toBe('Up to 20 files for one thing');
  expect((await listed()).files).toBe(20);
  await expectCounted(params.id);
});

test.each<[string, (id: string) => Act, number]>([
  ['a file for a request', (id) => sending(own, id), 201],
  ['handing in', (id) => calling(own, 'POST /api/requests/{id}/submit', of(id)), 200],
  ['a decision', (id) => calling(adviser, 'POST /api/requests/{id}/decision', { ...of(id), body: WAIVE }), 200],
])('%s is atomic and can be repeated after a crash', async (_, act, repeated) => {
  const withFile = async () => {
    const { id } = await ask();
    await send(own, id);
    return id;
  };
  await killAtEveryCall(withFile, act, () => expectCounted(params.id), [repeated]);
});

test('deleting a file takes it off its request', async () => {
  const { body } = await send(own);
  await adviser.call('DELETE /api/documents/{id}', of(body.id));
  expect(await listed()).toMatchObject({ files: 0 });
  expect((await adviser.call('DELETE /api/requests/{id}', of())).body.message).toContain('Waive it instead');
});

test('a document can be filed under a request, moved to another and taken out', async () => {
  const { body } = await send(own);
  const other = await ask({ title: 'P60', stageId: `${params.id}.2.3` });
  const file = (requestId: string | null) =>
    adviser.call('PATCH /api/documents/{id}', { ...of(body.id), body: { requestId } });
  expect((await file(other.id)).body).toMatchObject({ requestId: other.id, round: 1, stageId: `${params.id}.2.3` });
  expect([(await listed()).files, (await listed(other.id)).files]).toEqual([0, 1]);
  expect((await file(null)).body).toMatchObject({ requestId: null, round: null, stageId: `${params.id}.2.3` });
  await expectCounted(params.id);
});

test.each<[string, () => Promise<[string, Record<string, string>?]>]>([
  ['a request of another client', async () => [request.id.replace(params.id, (await newClient(adviser)).id)]],
  ['a malformed id', async () => ['x']],
  ['a request and a stage', async () => [request.id, { stageId: `${params.id}.2.1` }]],
])('rejects a file for %s', async (_, sent) => {
  const { status, body } = await send(adviser, ...(await sent()));
  expect([status, Object.keys(body.fields)]).toEqual([400, [expect.stringMatching(/^(requestId|stageId)$/)]]);
});

test('the review queue has what was handed in, the longest waiting first', async () => {
  const [first, second] = [await ask({ title: 'First' }), await ask({ title: 'Second' })];
  for (const { id } of [first, second]) {
    await send(own, id);
    await own.call('POST /api/requests/{id}/submit', of(id));
  }
  const queue = async (caller: Caller) =>
    ((await caller.call('GET /api/requests/review')).body as { title: string; clientId: string }[])
      .filter(({ clientId }) => clientId === params.id)
      .map(({ title }) => title);
  await expect.poll(() => queue(adviser), SOON).toEqual(expect.arrayContaining(['First', 'Second']));
  const titles = await queue(adviser);
  expect(titles.indexOf('First')).toBeLessThan(titles.indexOf('Second'));
  expect((await own.call('GET /api/requests/review')).status).toBe(403);
});

test('a reassignment moves 120 requests to the new adviser’s list and review queue', async () => {
  const [other, admin, desk] = [await newAdviser(), await demoAdmin(), await clientOf(adviser)];
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const body = { items: Array.from({ length: 20 }, (_, place) => ({ title: `${20 * i + place}` })) };
    ids.push(...(await desk.by('POST /api/clients/{id}/requests', { body })).body.map(({ id }: { id: string }) => id));
  }
  for (const id of [ids[0], ids[119]])
    await desk.own.call('POST /api/requests/{id}/cannot', { ...of(id), body: { reason: 'Lost' } });
  await desk.change({ adviserId: other.id }, admin);
  const rowsOf = async ({ id }: { id: string }) =>
    (await listOf(id)).filter(({ pk }) => pk === clientPartition(desk.id)).length;
  expect([await rowsOf(adviser), await rowsOf(other)]).toEqual([0, 121]);
  const queueOf = async (caller: Caller) =>
    (await caller.call('GET /api/requests/review')).body.filter((one: DocumentRequest) => one.clientId === desk.id);
  expect(await queueOf(other)).toMatchObject([
    { title: '0', clientName: desk.name, adviserId: other.id, adviserName: other.name },
    { title: '119' },
  ]);
  expect([await queueOf(adviser), (await queueOf(admin)).length]).toEqual([[], 2]);
  await expectCounted(desk.id);
});

test('a client’s deletion leaves nothing of its requests, files and due items', async () => {
  const desk = await clientOf(adviser);
  const { body } = await desk.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'P60' }] } });
  const form = fileForm('a photo', 'photo.txt');
  form.append('requestId', body[0].id);
  await desk.by('POST /api/clients/{id}/documents', { form }, desk.own);
  expect((await desk.remove()).status).toBe(204);
  expect([await partitionOf(desk.id), await objectsOf(desk.id)]).toEqual([[], []]);
  expect((await listOf(adviser.id)).filter(({ pk }) => pk === clientPartition(desk.id))).toEqual([]);
});

test.each(['more', 'return'])(
  '%s moves a due date to five working days later, without closed days',
  async (decision) => {
    const admin = await demoAdmin();
    const dues = async () => {
      const after: string[] = [];
      for (const due of ['2026-11-27', '2026-12-04', '2026-12-24']) {
        request = await ask();
        await send(own);
        const { version } = await listed();
        await adviser.call('PATCH /api/requests/{id}', { ...of(), body: { version, dueDate: due } });
        after.push((await decide(decision, { reason: 'Page 2' })).body.dueDate);
      }
      return after;
    };
    // From Wednesday 25 November 2026.
    expect(await dues()).toEqual(['2026-12-02', '2026-12-04', '2026-12-24']);
    await saveSettings(admin, { firm: { closedDays: ['2026-11-30', '2026-12-01', '2026-12-02'] } });
    expect(await dues()).toEqual(['2026-12-07', '2026-12-07', '2026-12-24']);
    await saveSettings(admin, { firm: { closedDays: [] } });
  },
);

test('the adviser gets one notice for what was handed in, and one for a file that came later', async () => {
  await send(own);
  await send(own);
  await submit();
  await send(own);
  const texts = async () =>
    (await inboxOf(adviser)).filter(({ ref }) => ref === request.id).map(({ kind, text }) => `${kind}: ${text}`);
  await expect
    .poll(texts, SOON)
    .toEqual(['request: Added a file to “Passport”', 'request: Handed in “Passport” with 2 files']);
});

test('counters, files and the review queue equal a recount after 150 acts at random', async () => {
  const roll = numbers(47);
  const player = await clientOf(adviser);
  const { params: of2, own: client } = player;
  const ids: string[] = [];
  const files: string[] = [];
  const pick = (from: readonly string[]) => from[roll(from.length)] ?? '';
  const all = async (): Promise<DocumentRequest[]> =>
    (await adviser.call('GET /api/clients/{id}/requests', { params: of2 })).body;
  const versionOf = async (id: string) => (await all()).find((one) => one.id === id)?.version ?? 1;
  const decideOn = async (id: string, decision: string) => {
    const body = { version: await versionOf(id), decision, reason: 'Page 2' };
    return adviser.call('POST /api/requests/{id}/decision', { ...of(id), body });
  };
  const sendFor = async (caller: Caller) => {
    const form = fileForm('a photo', 'photo.txt');
    form.append('requestId', pick(ids));
    const { status, body } = await caller.call('POST /api/clients/{id}/documents', { params: of2, form });
    if (status === 201) files.push(body.id);
  };
  const ACTS: readonly (() => Promise<unknown>)[] = [
    async () => {
      const body = { items: [{ title: 'One' }, { title: 'Two', stageId: `${of2.id}.2.3` }] };
      const { body: made } = await adviser.call('POST /api/clients/{id}/requests', { params: of2, body });
      ids.push(...made.map(({ id }: DocumentRequest) => id));
    },
    () => sendFor(client),
    () => sendFor(client),
    () => sendFor(adviser),
    () => client.call('POST /api/requests/{id}/submit', of(pick(ids))),
    () => client.call('POST /api/requests/{id}/cannot', { ...of(pick(ids)), body: { reason: 'Lost' } }),
    () => decideOn(pick(ids), pick(['approve', 'more', 'return', 'waive', 'reopen', 'undo'])),
    () => adviser.call('DELETE /api/requests/{id}', of(pick(ids))),
    () => adviser.call('DELETE /api/documents/{id}', of(pick(files))),
    () =>
      adviser.call('PATCH /api/documents/{id}', {
        ...of(pick(files)),
        body: { requestId: pick([...ids, '']) || null },
      }),
  ];
  await ACTS[0]?.();
  for (let i = 0; i < 150; i += 1) await ACTS[roll(ACTS.length)]?.();
  await expectCounted(of2.id);
  const waiting = (await all()).filter(({ state }) => state === 'submitted').map(({ id }) => id);
  const queue = async () =>
    ((await adviser.call('GET /api/requests/review')).body as DocumentRequest[])
      .filter(({ clientId }) => clientId === of2.id)
      .map(({ id }) => id)
      .sort();
  await expect.poll(queue, SOON).toEqual(waiting.sort());
  expect(waiting.length).toBeGreaterThan(0);
});
