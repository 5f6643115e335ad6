import { beforeEach, expect, test } from 'vitest';
import { query, tryUpdate } from '#functions/aws/table.ts';
import { viewsOf } from '#functions/domain/views/view.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { itemKey } from '#functions/services/keys/keys.ts';
import type { View } from '#shared/contract/views.ts';
import { auditLog, deleteAccount } from '../support/acts.ts';
import { type Answered, Caller } from '../support/api.ts';
import { newAdmin, newAdviser, newClient, type Person } from '../support/builders.ts';
import { atOnce } from '../support/faults/interleaved.ts';
import { calling } from '../support/handlers.ts';
import { SOON } from '../support/inbox.ts';

const [admin, otherAdmin] = await Promise.all([newAdmin(), newAdmin()]);
let [adviser, other] = [admin, admin];

const read = async (by: Person): Promise<View[]> => (await by.call('GET /api/views')).body;
const names = async (by: Person) => (await read(by)).map(({ name }) => name);
const save = (by: Caller, name: string, more: object = {}) =>
  by.call('POST /api/views', { body: { name, query: 'filter=urgent', ...more } });
const saved = async (...of: Parameters<typeof save>): Promise<View> => (await save(...of)).body;
const change = (by: Caller, { id, version }: View, body: object) =>
  by.call('PATCH /api/views/{id}', { params: { id }, body: { version, ...body } });
/** Changes a view as it is now. */
const patch = async (by: Person, view: View, body: object) =>
  change(by, (await read(by)).find(({ id }) => id === view.id) ?? view, body);
const remove = (by: Caller, { id }: View) => by.call('DELETE /api/views/{id}', { params: { id } });
const entries = async () =>
  (await auditLog({ from: '2026-11-25' }))
    .filter(({ action }) => action.startsWith('view-'))
    .map(({ summary }) => summary);

beforeEach(async () => {
  [adviser, other] = await Promise.all([newAdviser(), newAdviser()]);
  for (const view of await read(admin)) await remove(admin, view);
});

test('a view is saved in canonical form and belongs to its adviser alone', async () => {
  const { status, body } = await save(adviser, ' Mine ', {
    query: 'columns=due.stage&q=+ann+&filter=urgent&view=table',
  });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Mine',
      query: 'filter=urgent&q=ann&view=table&columns=name.stage.due',
      shared: false,
      own: true,
      ownerName: adviser.name,
      version: 1,
    },
  ]);
  expect(await read(adviser)).toEqual([body]);
  const changed = { ...body, name: 'Renamed', query: 'sort=-days', version: 2 };
  expect(await patch(adviser, body, { name: 'Renamed', query: 'sort=-days' })).toMatchObject({
    status: 200,
    body: changed,
  });
  for (const stranger of [other, admin]) {
    expect(await read(stranger)).toEqual([]);
    expect((await patch(stranger, body, { name: 'Theirs' })).status).toBe(404);
    expect((await remove(stranger, body)).status).toBe(404);
  }
  expect(await read(adviser)).toEqual([changed]);
  expect((await remove(adviser, body)).status).toBe(204);
  expect((await remove(adviser, body)).status).toBe(404);
});

test('admins share views, everybody reads them, and only admins change them', async () => {
  const before = await entries();
  const view = await saved(admin, 'Of all', { shared: true });
  expect(await read(adviser)).toEqual([{ ...view, own: false }]);
  expect(await read(otherAdmin)).toEqual([view]);
  for (const refused of [
    await save(adviser, 'No', { shared: true }),
    await patch(adviser, await saved(adviser, 'Mine'), { shared: true }),
    await patch(adviser, view, { name: 'No' }),
    await patch(adviser, view, { shared: false }),
    await remove(adviser, view),
  ])
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Only admins can share views or change shared ones' },
    });
  expect((await patch(otherAdmin, view, { name: 'Of everyone' })).body).toMatchObject({
    ...view,
    name: 'Of everyone',
    version: 2,
  });
  expect((await patch(otherAdmin, view, { name: 'Of everyone', shared: true })).status).toBe(200);
  expect(await names(adviser)).toEqual(['Mine', 'Of everyone']);
  const taken = (await patch(otherAdmin, view, { shared: false, query: 'filter=overdue' })).body;
  expect(taken).toMatchObject({ id: view.id, shared: false, query: 'filter=overdue', ownerName: otherAdmin.name });
  expect([await names(admin), await names(otherAdmin)]).toEqual([[], ['Of everyone']]);
  await patch(otherAdmin, view, { shared: true });
  await remove(admin, view);
  expect((await entries()).slice(0, -before.length || undefined)).toEqual([
    'Deleted the shared view “Of everyone”',
    'Shared the view “Of everyone” with everyone',
    'Stopped sharing the view “Of everyone”',
    'Changed the shared view “Of everyone”',
    'Shared the view “Of all” with everyone',
  ]);
});

test('clients and strangers cannot reach views', async () => {
  const view = await saved(adviser, 'Mine');
  const client = new Caller((await newClient(adviser)).token);
  for (const caller of [client, new Caller()]) {
    const answers = [await caller.call('GET /api/views'), await save(caller, 'No'), await remove(caller, view)];
    for (const { status } of answers) expect([401, 403]).toContain(status);
  }
});

test.each([
  ['an unknown parameter', 'page=2'],
  ['an unknown filter', 'filter=late'],
  ['an unknown sort', 'sort=income'],
  ['an unknown view', 'view=map'],
  ['an unknown column', 'columns=name.income'],
  ['a repeated parameter', 'q=a&q=b'],
  ['a character that is no text', 'q=%00'],
  ['only the default', 'filter=all'],
  ['a text that is too long once encoded', `q=${'é'.repeat(400)}`],
])('refuses a query with %s by the name of its field', async (_, list) => {
  const { status, body } = await save(adviser, 'Bad', { query: list });
  expect([status, Object.keys(body.fields)]).toEqual([400, ['query']]);
});

test('refuses the 51st view of an adviser and of the firm, also by sharing', async () => {
  const mine = await saved(admin, 'First');
  const shared = Array.from({ length: 50 }, (_, i) => save(admin, `Shared ${i}`, { shared: true }));
  expect(new Set((await Promise.all(shared)).map(({ status }) => status))).toEqual(new Set([201]));
  const isFull = { status: 409, body: { message: 'The firm has 50 shared views already. Delete one first.' } };
  expect(await save(admin, 'More', { shared: true })).toMatchObject(isFull);
  expect(await patch(admin, mine, { shared: true })).toMatchObject(isFull);
  for (let i = 0; i < 49; i += 1) await save(admin, `Own ${i}`);
  const [last] = (await read(admin)).filter((view) => view.shared);
  for (const refused of [await save(admin, 'More'), last && (await patch(admin, last, { shared: false }))])
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'You have 50 views already. Delete one first.' },
    });
});

test('refuses the 51st view even if two are saved or shared concurrently', async () => {
  const [mine] = await Promise.all([
    saved(otherAdmin, 'Mine'),
    ...Array.from({ length: 49 }, (_, i) => saved(admin, `Shared ${i}`, { shared: true })),
  ]);
  const share = calling(otherAdmin, 'PATCH /api/views/{id}', {
    params: { id: mine.id },
    body: { version: mine.version, shared: true },
  });
  const add = calling(admin, 'POST /api/views', { body: { name: 'New', query: 'filter=urgent', shared: true } });
  const prepare = async () => {
    if ((await read(otherAdmin)).some(({ id, shared }) => id === mine.id && shared))
      await patch(otherAdmin, mine, { shared: false });
    for (const view of (await read(admin)).slice(49)) await remove(admin, view);
  };
  const check = async (_: unknown, answers: [Answered, Answered]) => {
    expect(answers.map(({ status }) => status === 409)).toContain(true);
    expect(await read(admin)).toHaveLength(50);
  };
  for (const other of [add, share])
    await atOnce(
      prepare,
      () => add,
      () => other,
      check,
    );
});

test('a change of an older version is refused, a repeat of the last one is not', async () => {
  const view = await saved(admin, 'Before', { shared: true });
  const bodies = [{ query: 'filter=overdue' }, { query: 'q=ann' }, { shared: false }];
  const answers = await Promise.all(bodies.map((body) => change(admin, view, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [kept] = await read(admin);
  expect(answers.filter(({ status }) => status === 200)).toMatchObject([{ body: kept }]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'Someone else changed the view “Before”. Open it to see the change, or save yours again to replace it.',
  );
  const first = await patch(admin, view, { shared: true, query: 'sort=-days' });
  expect(await change(otherAdmin, view, { query: 'sort=-days' })).toEqual({ ...first, headers: expect.anything() });
  expect((await change(otherAdmin, view, { query: 'sort=days' })).status).toBe(409);
});

test('a view that was saved without a version can be changed', async () => {
  const { id } = await saved(admin, 'Old', { shared: true });
  await tryUpdate(itemKey(KEYS.view, 'FIRM', id), { set: { version: undefined } });
  const old = (await read(otherAdmin)).find((view) => view.id === id);
  expect(old && [old.version, (await change(otherAdmin, old, { name: 'New' })).body.version]).toEqual([0, 1]);
});

test('a view that is changed and deleted concurrently is not left twice', async () => {
  const view = await saved(admin, 'Before');
  const ends = await Promise.all([remove(admin, view), patch(admin, view, { shared: true })]);
  expect([
    [204, 404],
    [204, 200],
    [404, 200],
  ]).toContainEqual(ends.map(({ status }) => status));
  expect((await read(admin)).length).toBeLessThanOrEqual(1);
});

test('a deleted account takes its own views along and leaves shared ones', async () => {
  const leaving = await newAdmin();
  await saved(leaving, 'Mine');
  await saved(leaving, 'For all', { shared: true });
  expect((await deleteAccount(admin, leaving.id)).status).toBe(204);
  await expect.poll(() => query(viewsOf(leaving.id), ''), SOON).toEqual([]);
  expect(await read(adviser)).toMatchObject([{ name: 'For all', ownerName: leaving.name }]);
});
