import { existsSync } from 'node:fs';
import path from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { put, remove } from '#functions/aws/table.ts';
import { summaryPaths } from '#functions/aws/table-index.ts';
import { adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { newHalfSession } from '#functions/domain/accounts/session.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { searchWords } from '#functions/domain/clients/search-words.ts';
import { countsKey } from '#functions/services/client-counts.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import {
  childItemKey,
  childKeyOf,
  clientPartition,
  FIRM_COUNTERS,
  itemKey,
  newId,
  PREFIX,
  parseChildId,
} from '#functions/services/keys/keys.ts';
import { counterKey, markNotices, unreadOf } from '#functions/services/notices.ts';
import { partitions } from '#infra/ops/tables.ts';
import { checkOrphans } from '#infra/ops/verify/documents.ts';
import { verify as verifyHere } from '#infra/ops/verify/verify.ts';
import type { Document } from '#shared/contract/documents.ts';
import { Caller } from '../support/api.ts';
import { bucket, changeStored, s3, stored } from '../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, newClient, upload } from '../support/builders.ts';
import { inDays } from '../support/days.ts';
import { functionEnvironment } from '../support/event.ts';
import { noFault, withFault } from '../support/faults/faults.ts';
import { lettersOf } from '../support/loas.ts';
import { operatorFolder, type Ran, runOps } from '../support/operator.ts';
import { worksWith } from '../support/people/colleagues.ts';
import { messagesFor, noticesFor } from '../support/people/crowd.ts';
import { appFor, passkeyFor } from '../support/people/factors.ts';
import { newPerson } from '../support/people/persons.ts';
import { adminCount, clientCountsOf, countersOf, listOf, noticesOf } from '../support/recount.ts';
import { askedToSign, signedBy } from '../support/signing.ts';

const folder = await operatorFolder();
const verify = (more = ''): Promise<Ran> => runOps(folder, `verify --client ${client.id} ${more}`);
const objectKey = ({ clientId, id }: Document) => `clients/${clientId}/${id}`;
const assignTask = async (body: object) =>
  (await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body })).body;

const adviser = await newAdviser();
const client = await newClient(adviser);
const document = await upload(adviser, client.id, 'a letter', 'letter.txt', `${client.id}.2.1`);
await assignTask({ title: 'Send passport' });
await assignTask({ title: 'Check passport', responsibility: 'adviser' });
afterAll(() => adviser.call('DELETE /api/clients/{id}', { params: { id: client.id } }));

const FORMER_NAME = 'shows another name or state of its client';

test('finds no problem in a sound client, and opens its documents', async () => {
  expect(await verify()).toEqual({ code: 0, output: 'clients: 1, documents opened: 1, problems: 0\n' });
  expect((await verify('--sample 0')).output).toContain('documents opened: 0, problems: 0');
});

test('reads the table once, and the parts again in which something looks wrong', async () => {
  const told = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const scansOf = async (work: () => Promise<unknown>) =>
    (await withFault(noFault, work)).asked.filter((operation) => operation === 'Scan').length;
  let found = 0;
  const once = await scansOf(async () => {
    for await (const { length } of partitions()) found += length;
  });
  const all = await scansOf(() => verifyHere({ sample: 0 }));
  told.mockRestore();
  // Other tests leave things that look wrong, so what belongs to no client is read once more. The table may grow by a page.
  expect(found).toBeGreaterThan(0);
  expect(all).toBeLessThanOrEqual(2 * once + 1);
});

test('finds an item of an unknown kind, and refuses to export its client', async () => {
  const unknown = { pk: clientPartition(client.id), sk: 'UNKNOWN#1' };
  await put(unknown);
  const problem = 'The kind of item CLIENT#… / UNKNOWN#… is not registered: add it to functions/domain/nouns.ts.';
  expect(await verify()).toEqual({ code: 1, output: expect.stringContaining(`client ${client.id}: ${problem}`) });
  const file = path.join(folder, 'unknown.zip');
  expect(await runOps(folder, `export --client ${client.id} --out ${file}`)).toMatchObject({
    code: 1,
    output: expect.stringContaining(problem),
  });
  expect(existsSync(file)).toBe(false);
  await remove(unknown);
});

test('finds wrong counters and repairs them on request', async () => {
  await messagesFor(client.id, ['One', 'Two', 'Three'], 'client');
  const drifted = { openAdviserTasks: 7, openClientTasks: 0, unread: 1, top: { 1: 'c' } };
  await changeStored(clientKey(client.id), { ...summaryPaths(drifted), documents: { 2.1: 3, 5: 1 } });
  await changeStored(countsKey(adviser.id), { totalClients: 9 });
  const found = await verify();
  expect(found.code).toBe(1);
  for (const name of [
    'openAdviserTasks',
    'openClientTasks',
    'unread',
    'unreadSince',
    'documents',
    'top',
    'totalClients',
  ])
    expect(found.output).toContain(name);
  expect(found.output).toContain('problems: 7');
  expect(found.output).toContain('unread is 1, recounted 3');
  expect((await verify('--repair')).code).toBe(0);
  const counters = await countersOf(client.id);
  expect(counters.stored).toEqual(counters.counted);
  const { stored: counts, counted } = await clientCountsOf(adviser.id);
  expect([counts, counted.totalClients]).toEqual([counted, 1]);
  expect(await verify()).toMatchObject({ code: 0 });
});

test('finds and repairs what a client’s item knows wrongly of further people', async () => {
  const client = await newClient(adviser);
  const { id: rob } = await newPerson(adviser, client);
  await changeStored(clientKey(client.id), { 'summary/people': undefined });
  const check = (more = '') => runOps(folder, `verify --client ${client.id} ${more}`);
  expect(await check()).toMatchObject({
    code: 1,
    output: expect.stringContaining('knows 0 further people, but has 1'),
  });
  await check('--repair');
  expect(await check()).toMatchObject({ code: 0 });
  const { body } = await adviser.call('GET /api/clients/{id}', { params: { id: client.id } });
  expect([rob, body.people]).toEqual([`${client.id}.p2`, [expect.objectContaining({ name: 'Rob Smith' })]]);
});

test('finds and repairs words by which an admin would miss a client, or find the wrong one', async () => {
  const { id, name } = await newClient(adviser, { name: 'Ada Lovelace' });
  const [, lovelace] = searchWords(id, { name });
  const [byron] = searchWords(id, { name: 'Byron' });
  await put({ ...byron, sk: lovelace?.sk ?? '', pk: lovelace?.pk ?? '' });
  const check = (more = '') => runOps(folder, `verify --client ${id} ${more}`);
  expect(await check()).toMatchObject({
    code: 1,
    output: expect.stringContaining('has 1 words missing from the search, and 1 too many'),
  });
  expect((await check('--repair')).code).toBe(0);
  const search = async (q: string) => (await (await demoAdmin()).call('GET /api/clients', { query: { q } })).body;
  expect(await search('lovelace')).toMatchObject([{ name }]);
  expect(await search('byron')).toEqual([]);
});

test('makes missing counts of an adviser’s clients, and removes those of accounts that are gone', async () => {
  const [own, gone] = [await stored(countsKey(adviser.id)), newId()];
  await remove(countsKey(adviser.id));
  await put({ ...own, ...countsKey(gone) });
  const { output } = await runOps(folder, 'verify --sample 0 --repair');
  expect(output).toContain(`adviser ${adviser.id}: has no counts of clients (repaired)`);
  expect(output).toContain(`adviser ${gone}: does not exist, but has counts of clients (repaired)`);
  expect([await stored(countsKey(adviser.id)), await stored(countsKey(gone))]).toEqual([own, undefined]);
});

test('finds and repairs a task that shows a former name of its client', async () => {
  const { id } = await newClient(adviser);
  const body = { title: 'Call' };
  const { body: task } = await adviser.call('POST /api/clients/{id}/tasks', { params: { id }, body });
  const key = childItemKey(PREFIX.task, id, parseChildId(task.id).key);
  await changeStored(key, summaryPaths({ clientName: 'Former' }));
  const check = (more = '') => runOps(folder, `verify --client ${id} ${more}`);
  expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining(FORMER_NAME) });
  expect((await check('--repair')).code).toBe(0);
  expect(await check()).toMatchObject({ code: 0 });
});

test('finds and repairs an adviser’s list of colleagues', async () => {
  const [admin, priya] = await Promise.all([demoAdmin(), newAdviser('Priya Nair')]);
  await worksWith(admin, priya, adviser);
  await changeStored(adviserKey(adviser.id), { colleagues: undefined });
  const { output } = await runOps(folder, 'verify --sample 0 --repair');
  expect(output).toContain(`adviser ${adviser.id}: its colleagues are not those who work with it`);
  expect(await stored(adviserKey(adviser.id))).toMatchObject({ colleagues: [{ id: priya.id, name: 'Priya Nair' }] });
  expect((await runOps(folder, 'verify --sample 0')).output).not.toContain('colleagues');
});

test('finds and repairs a wrong number of views', async () => {
  const save = () => adviser.call('POST /api/views', { body: { name: 'Late', query: 'filter=overdue' } });
  await save();
  await save();
  await changeStored(itemKey(KEYS.viewCount, adviser.id), { views: 50 });
  expect((await save()).status).toBe(409);
  const { output } = await runOps(folder, 'verify --sample 0 --repair');
  expect(output).toContain(`views of ${adviser.id}: are counted as 50, recounted 2`);
  expect((await save()).status).toBe(201);
});

test('finds and repairs wrong counts of providers and of their letters under way', async () => {
  await lettersOf(adviser, client.id).made('Verified Life');
  const before = await stored(KEYS.providerCount);
  await changeStored(KEYS.providerCount, { providers: 500 });
  await changeStored(itemKey(KEYS.providerLetters, '', 'verified-life'), { letters: 7 });
  const { output } = await runOps(folder, 'verify --sample 0 --repair');
  expect(output).toContain('LETTERS#verified-life counts 7 letters, recounted 1');
  expect(output).toContain('PROVIDERS counts 500 providers');
  expect(await stored(KEYS.providerCount)).toEqual(before);
});

test('finds reminders that count as unanswered after a visit, and reminder runs that are due for days', async () => {
  const reminded = { n: 2, total: 5, on: inDays(-3) };
  const visitedAt = `${inDays(-3)}T08:00:00.000Z`;
  await changeStored(clientKey(client.id), summaryPaths({ reminded, visitedAt }));
  expect(await verify()).toMatchObject({ code: 0 });
  await changeStored(clientKey(client.id), summaryPaths({ visitedAt: `${inDays(-1)}T08:00:00.000Z` }));
  expect((await verify('--repair')).output).toContain('counts 2 reminders since the last visit, which was after them');
  expect(await stored(clientKey(client.id))).toMatchObject({ summary: { reminded: { ...reminded, n: 0 } } });

  const row = (daysAgo: number, due = {}) => ({
    pk: `MAIL#reminder-run#${adviser.id}#${inDays(-daysAgo)}`,
    sk: 'MAIL',
    v: 1,
    ...due,
  });
  const due = { dpk: 'DUE#1', dsk: `9999#reminder-run#${adviser.id}` };
  const rows = [row(1, due), row(3, due), row(4)];
  for (const item of rows) await put(item);
  const { output } = await runOps(folder, 'verify --sample 0');
  const late = output.split('\n').filter((line) => line.includes('reminder run'));
  expect(late).toEqual([`adviser ${adviser.id}: its reminder run of ${inDays(-3)} is still due`]);
  for (const item of rows) await remove(item);
});

test('finds figures whose days do not add up, and advisers who have more than the firm', async () => {
  const sk = 'MONTH#2020-01#3';
  const own = { pk: `STATS#${adviser.id}`, sk, v: 1 };
  const firm = { ...own, pk: 'STATS#FIRM' };
  const verified = async () => {
    const { output } = await runOps(folder, 'verify --sample 0');
    return output.split('\n').filter((line) => line.startsWith('figures'));
  };
  await put({ ...own, n: 2, d3: 1, d9: 1 });
  await put({ ...firm, n: 2, d3: 2 });
  expect(await verified()).toEqual([]);
  await put({ ...own, n: 3, d3: 1, d9: 1 });
  expect(await verified()).toEqual([
    `figures ${own.pk} ${sk}: counts 3, but its days add up to another number`,
    `figures ${sk}: the firm has 2, and its advisers 3`,
  ]);
  for (const item of [own, firm]) await remove(item);
});

test('recounts the second factors of an account', async () => {
  await appFor(adviser.id);
  await passkeyFor(adviser.id);
  expect(await verify()).toMatchObject({ code: 0 });
  const noted = { totp: undefined, passkeys: 3, 'summary/secondFactor': undefined };
  await changeStored(adviserKey(adviser.id), noted);
  const found = await verify();
  expect([found.code, found.output]).toEqual([1, expect.stringContaining('found 1 passkeys and an app')]);
  expect((await verify('--repair')).code).toBe(0);
  expect(await stored(adviserKey(adviser.id))).toMatchObject({
    totp: true,
    passkeys: 1,
    summary: { secondFactor: true },
  });
  expect(await verify()).toMatchObject({ code: 0 });
});

describe('the notices of an adviser', () => {
  test('are recounted if their count is wrong', async () => {
    await noticesFor(adviser.id, client.id, 3);
    await changeStored(counterKey(adviser.id), { unread: 40 });
    const { code, output } = await verify();
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('unread is 40, recounted 3') });
    expect((await verify('--repair')).code).toBe(0);
    expect(await noticesOf(adviser.id)).toMatchObject({ stored: 3, counted: 3 });
  });

  test('are removed and uncounted if their client is deleted or has another adviser', async () => {
    const others = await newClient(await newAdviser());
    await changeStored(clientKey(others.id), summaryPaths({ lastUpdate: '2026-03-01T09:30:00.000Z' }));
    for (const id of [newId(), others.id]) await noticesFor(adviser.id, id, 2);
    const { output } = await verify('--repair');
    expect(output).toContain(`has notices of client ${others.id}, who is gone or has another adviser (repaired)`);
    expect(await noticesOf(adviser.id)).toMatchObject({ stored: 3, counted: 3 });
    expect(await verify()).toMatchObject({ code: 0 });
  });

  test('are left to the event handlers if their client was reassigned or deleted a moment ago', async () => {
    const [reassigned, removed] = [await newClient(await newAdviser()), await newClient(adviser)];
    await changeStored(clientKey(reassigned.id), summaryPaths({ lastUpdate: new Date().toISOString() }));
    await adviser.call('DELETE /api/clients/{id}', { params: { id: removed.id } });
    const ids: string[] = [];
    for (const { id } of [reassigned, removed]) ids.push(...(await noticesFor(adviser.id, id, 1)));
    expect(await verify()).toMatchObject({ code: 0 });
    const told = (await unreadOf(adviser.id)).filter((notice) => ids.includes(childKeyOf(notice)));
    await markNotices(adviser.id, told);
  });
});

test('a check of the whole firm removes remains of deleted accounts except sessions, and repairs its counts', async () => {
  const gone = newId();
  await noticesFor(gone, client.id, 2);
  const session = { ...sessionKey(gone, newId()), v: 1 };
  const { item: half } = newHalfSession(gone, { next: 'second-factor', version: 1, by: 'password' }, new Date());
  const reservation = { ...(await emailKey(`gone-${adviser.email}`)), v: 1, adviserId: 'gone' };
  for (const item of [session, { ...half }, reservation]) await put(item);
  const before = await stored(FIRM_COUNTERS);
  await changeStored(FIRM_COUNTERS, { admins: 40 });
  const { output } = await runOps(folder, 'verify --sample 0 --repair');
  expect(output).toContain(`adviser ${gone}: does not exist, but has left 3 items (repaired)`);
  expect(await noticesOf(gone)).toMatchObject({ notices: [], stored: 0 });
  for (const item of [session, half]) expect(await stored(item)).toBeDefined();
  expect(output).toContain('firm: 1 reserved addresses without an account (repaired)');
  expect(await stored(reservation)).toBeUndefined();
  expect(output).toContain('firm: admins is 40');
  expect((await adminCount()).stored).toBe(before?.admins);
});

describe('the repair of references', () => {
  test('restores a task that is missing from its adviser’s list', async () => {
    const { id } = await assignTask({ title: 'Sign letter', dueDate: inDays(7) });
    const key = childItemKey(PREFIX.task, client.id, parseChildId(id).key);
    await changeStored(key, { gpk: undefined, gsk: undefined });
    expect((await verify('--repair')).output).toContain('is missing from its adviser’s list (repaired)');
    expect((await listOf(adviser.id)).map(({ sk }) => sk)).toContain(key.sk);
  });

  test('unlinks a signature from a deleted document, and a document from a deleted task', async () => {
    const { clientId, key } = parseChildId(document.id);
    const signature = { documentId: `${document.id}x`, signedAt: '2026-03-01T09:30:00.000Z' };
    await changeStored(clientKey(client.id), { signature });
    await changeStored(childItemKey(PREFIX.document, clientId, key), { task: 'unknown' });
    const { output } = await verify('--repair');
    expect(output).toContain('its signature refers to a deleted document (repaired)');
    expect(output).toContain(`document ${document.id}: refers to a deleted task (repaired)`);
    expect((await stored(clientKey(client.id)))?.signature).toMatchObject({ documentId: null });
    expect(await verify()).toMatchObject({ code: 0 });
  });
});

test('finds signatures that lost a part, and repairs which documents are held for one', async () => {
  const mia = await newClient(adviser);
  const verifyMia = (more = '') => runOps(folder, `verify --client ${mia.id} ${more}`);
  const { document: original, request } = await askedToSign(adviser, mia.id);
  const keyOf = ({ id }: { id: string }) => childItemKey(PREFIX.document, mia.id, parseChildId(id).key);
  expect(await verifyMia()).toMatchObject({ code: 0 });
  await changeStored(keyOf(original), { signing: undefined });
  expect((await verifyMia()).output).toContain('is held for other signatures than are asked for');
  await verifyMia('--repair');
  expect((await stored(keyOf(original)))?.signing).toEqual([parseChildId(request.id).key]);

  const { document: copy } = await signedBy(new Caller(mia.token), request);
  expect(await verifyMia()).toMatchObject({ code: 0 });
  const evidence = itemKey(KEYS.evidence, mia.id, parseChildId(request.id).key);
  for (const key of [evidence, keyOf(original), keyOf(copy)]) {
    const item = (await stored(key)) ?? expect.fail('no item');
    await remove(key);
    const { code, output } = await verifyMia();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('has lost evidence, original or copy of its signature'),
    ]);
    await put(item);
  }
  expect(await verifyMia()).toMatchObject({ code: 0 });
});

test('finds and repairs wrong counts, lists and files of requests, and documents whose request is gone', async () => {
  const params = { id: client.id };
  const items = [{ title: 'Passport' }, { title: 'P60' }, { title: 'Will' }];
  const { body } = await adviser.call('POST /api/clients/{id}/requests', { params, body: { items } });
  const keyOf = ({ id }: { id: string }) => childItemKey(PREFIX.request, client.id, parseChildId(id).key);
  const [passport, p60, will] = body.map(keyOf);
  const form = fileForm('a photo', 'photo.txt');
  form.append('requestId', body[0].id);
  const { body: photo } = await adviser.call('POST /api/clients/{id}/documents', { params, form });
  const photoKey = childItemKey(PREFIX.document, client.id, parseChildId(photo.id).key);
  expect(await verify()).toMatchObject({ code: 0 });

  const faults: [string, () => Promise<unknown>, ...string[]][] = [
    [
      'counts',
      () =>
        changeStored(clientKey(client.id), {
          totalRequests: 7,
          ...summaryPaths({ openRequests: 0, submittedRequests: 2 }),
        }),
      'totalRequests is 7, recounted 3',
      'openRequests is 0, recounted 2',
      'submittedRequests is 2, recounted 1',
    ],
    [
      'files',
      () => changeStored(passport, summaryPaths({ files: 3, everFiles: 0 })),
      'has 3 files of 0 ever, recounted 1 of 1',
    ],
    ['a missing row', () => changeStored(p60, { gpk: undefined, gsk: undefined }), 'is in the wrong list'],
    ['a wrong place', () => changeStored(will, { gsk: 'REQUEST#1#2026#x' }), 'is in the wrong list'],
    ['a former name', () => changeStored(p60, summaryPaths({ clientName: 'Former' })), FORMER_NAME],
    [
      'an old version in the queue',
      () => changeStored(passport, summaryPaths({ version: 0 })),
      'differs from what the review queue shows',
    ],
    [
      'a deleted request',
      () => changeStored(photoKey, { request: 'gone' }),
      `document ${photo.id}: refers to a deleted request`,
    ],
    [
      'a fact-find that is gone',
      () => changeStored(clientKey(client.id), { factfind: { request: 'gone' } }),
      'names a fact-find that is gone',
    ],
  ];
  for (const [, spoil, ...problems] of faults) {
    await spoil();
    const { code, output } = await verify();
    expect(code).toBe(1);
    for (const problem of problems) expect(output).toContain(problem);
    await verify('--repair');
    // A repaired link changes the number of files.
    await verify('--repair');
    expect(await verify()).toMatchObject({ code: 0 });
    const { stored, counted } = await countersOf(client.id);
    expect(stored).toEqual(counted);
  }
  expect(await stored(photoKey)).not.toHaveProperty('attempt');
  expect((await listOf(adviser.id)).filter(({ gsk }) => String(gsk).startsWith('REQUEST#2#'))).toHaveLength(2);
});

describe('letters of authority', () => {
  const letters = lettersOf(adviser, client.id);
  const keyOf = (prefix: string, id = '') => childItemKey(prefix, client.id, parseChildId(id).key);
  const made = async () => {
    const loa = await letters.made('Aviva', { sent: { on: inDays(-3), how: 'email' } });
    return { loa: keyOf(PREFIX.loa, loa.id), plan: keyOf(PREFIX.plan, loa.planIds[0]), id: loa.id };
  };
  type Made = Awaited<ReturnType<typeof made>>;

  test.each<[string, (keys: Made) => Promise<unknown>, string]>([
    [
      'the summary of open ones',
      () => changeStored(clientKey(client.id), summaryPaths({ 'letters/x': '2026-01-01' })),
      'letters is {',
    ],
    ['a summary', ({ loa }) => changeStored(loa, summaryPaths({ chases: 4 })), 'differs from its steps'],
    ['a missing row', ({ loa }) => changeStored(loa, { gpk: undefined, gsk: undefined }), 'is in the wrong list'],
    ['a wrong place', ({ loa }) => changeStored(loa, { gsk: 'LOA#2026-01-01#x' }), 'is in the wrong list'],
    ['a former state', ({ loa }) => changeStored(loa, summaryPaths({ clientCompleted: true })), FORMER_NAME],
    ['a plan without its letter', ({ plan }) => changeStored(plan, { loa: undefined }), 'which does not refer to it'],
    ['a plan of an unknown letter', ({ plan }) => changeStored(plan, { loa: 'gone' }), 'that does not contain it'],
    ['a letter without its plan', ({ loa }) => changeStored(loa, { plans: [] }), 'that does not contain it'],
  ])('are repaired after a fault in %s', async (_, spoil, problem) => {
    const keys = await made();
    expect(await verify()).toMatchObject({ code: 0 });
    await spoil(keys);
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining(problem) });
    // A repaired link changes the plans of a letter.
    for (const _ of [1, 2]) await verify('--repair');
    expect(await verify()).toMatchObject({ code: 0 });
    const { stored, counted } = await countersOf(client.id);
    expect(stored).toEqual(counted);
  });

  test('leave a plan that is gone to a person', async () => {
    const { loa, plan, id } = await made();
    await remove(plan);
    const problem = `contains the plan ${parseChildId(`${client.id}.${plan.sk.split('#')[1]}`).key}, which does not`;
    expect(await verify('--repair')).toMatchObject({ code: 1, output: expect.stringContaining(problem) });
    await letters.step({ id }, 'closed');
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await stored(loa)).toMatchObject({ summary: { state: 'closed' } });
  });

  test('are more than the answers of their month if a count was lost', async () => {
    const { id } = await made();
    await letters.step({ id }, 'received');
    const month = inDays(0).slice(0, 7);
    await changeStored({ pk: 'PROVIDERS', sk: `ANSWERS#${month}#aviva` }, { n: 0 });
    const { output } = await runOps(folder, 'verify --sample 0');
    expect(output).toContain(`firm: ANSWERS#${month}#aviva counts 0 answers, but 1 letters are in it`);
  });
});

test('distinguishes missing objects from objects that cannot be opened', async () => {
  const lost = await upload(adviser, client.id, 'lost');
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: objectKey(lost) }));
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: objectKey(document), Body: 'altered!' }));
  const { code, output } = await verify('--repair');
  expect(code).toBe(1);
  expect(output).toContain(`document ${lost.id}: its object is missing`);
  expect(output).toContain(`document ${document.id}: cannot be opened`);
  for (const personal of [client.name, client.email, adviser.name, 'letter.txt'])
    expect(output).not.toContain(personal);
});

const NOTHING = { documents: [], uploads: [] };

test('reports an orphan object, and offers its removal only after a day', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 0, minutes));
  const orphans = (minutes: number) => checkOrphans([{ key: 'clients/a/a.b', modified: at(0) }], NOTHING, at(minutes));
  expect(orphans(0)).toMatchObject([{ where: 'object clients/a/a.b', problem: expect.stringContaining('a day old') }]);
  expect(orphans(0)[0]?.repair).toBeUndefined();
  expect(orphans(25 * 60)[0]?.repair).toBeTypeOf('function');
});

test('the repair of an orphan deletes its object, unless a document refers to it by then', async () => {
  Object.assign(process.env, functionEnvironment());
  const orphan = `clients/${client.id}/${document.id}x`;
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: orphan, Body: 'sealed' }));
  const kept = await upload(adviser, client.id, 'kept');
  const old = [orphan, objectKey(kept)].map((key) => ({ key, modified: new Date(0) }));
  const [first, second] = checkOrphans(old, NOTHING, new Date());
  expect(await first?.repair?.()).toBe(true);
  expect(await second?.repair?.()).toBe(false);
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket(), Prefix: `clients/${client.id}/` }),
  );
  const keys = Contents.map(({ Key }) => Key);
  expect(keys).not.toContain(orphan);
  expect(keys).toContain(objectKey(kept));
});

test('prints the usage for unknown commands and options', async () => {
  const asked = await runOps(folder, 'mend');
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('npm run ops -- verify') });
  expect((await verify('--sample many')).output).toContain('--sample must be a whole number');
});
