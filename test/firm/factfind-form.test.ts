import { beforeEach, expect, test } from 'vitest';
import type { FactfindForm } from '#shared/contract/factfind-form.ts';
import { SECTION_IDS } from '#shared/rules/factfind-shape.ts';
import { auditLog, clientOf } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { newAdmin, newAdviser } from '../support/builders.ts';
import { killAtEveryCall } from '../support/faults/killed.ts';
import { calling } from '../support/handlers.ts';

const [admin, adviser] = await Promise.all([newAdmin(), newAdviser()]);
const SMOKE = { id: 'own-k3x9a0bc', text: 'Do you smoke?', type: 'yes' };
const RENT = { id: 'own-k3x9a0bd', text: 'What rent do you get?', type: 'money' };
let now: FactfindForm;

const read = async (caller: Caller = adviser): Promise<FactfindForm> =>
  (await caller.call('GET /api/factfind-form')).body;
const patch = (change: object, version = now.version, caller: Caller = admin) =>
  caller.call('PATCH /api/factfind-form', { body: { version, off: [], own: [], ...change } });

beforeEach(async () => {
  now = await read();
});

test('the form begins with all sections; an admin changes it, which is logged once', async () => {
  expect(now).toEqual({ version: 0, off: [], own: [] });
  const { status, body } = await patch({ off: ['wills'], own: [SMOKE] });
  const saved = { version: 1, off: ['wills'], own: [SMOKE] };
  expect([status, body, await read()]).toEqual([200, saved, saved]);
  expect((await patch({ off: ['wills'], own: [SMOKE] }, 1)).body).toEqual(saved);
  const entries = await auditLog({ action: 'factfind-form-changed' });
  expect(entries.map(({ changes }) => changes)).toEqual([
    [
      { field: 'section', was: 'Wills and powers', is: null },
      { field: 'question', was: null, is: 'Do you smoke? (Yes or no)' },
    ],
  ]);
});

test('only staff read the form, only admins change it, and an old version is refused', async () => {
  const client = (await clientOf(adviser)).own;
  for (const caller of [client, new Caller()])
    expect([401, 403]).toContain((await caller.call('GET /api/factfind-form')).status);
  for (const caller of [adviser, client, new Caller()])
    expect([401, 403]).toContain((await patch({ own: [RENT] }, now.version, caller)).status);
  expect(await read()).toEqual(now);
  const { status, body } = await patch({ own: [RENT] }, now.version + 1);
  expect([status, body.message]).toEqual([
    409,
    'Someone else changed this form. Save yours again to replace it, or discard yours to see it.',
  ]);
});

const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...SMOKE, id: `own-abcdef${10 + i}` }));
test.each<[string, object, object]>([
  ['no section', { off: SECTION_IDS }, { off: 'Keep at least one section' }],
  ['an unknown section', { off: ['x'] }, { 'off.0': 'Unknown section' }],
  [
    'own questions without their section',
    { off: ['more'], own: [SMOKE] },
    { off: 'Your own questions are in this section. Keep it, or remove them.' },
  ],
  ['11 questions', { own: many(11) }, { own: 'At most 10 questions' }],
  ['two equal ids', { own: [SMOKE, SMOKE] }, { own: 'Every id must be different' }],
  ['a blank question', { own: [{ ...SMOKE, text: ' ' }] }, { 'own.0.text': 'Write the question' }],
  ['an unknown kind', { own: [{ ...SMOKE, type: 'list' }] }, { 'own.0.type': 'Choose the kind of answer' }],
  ['an id of the product', { own: [{ ...SMOKE, id: 'else' }] }, { 'own.0.id': 'Unknown question' }],
])('rejects %s and changes nothing', async (_, change, fields) => {
  const { status, body } = await patch(change);
  expect([status, body.fields]).toEqual([400, fields]);
  expect(await read()).toEqual(now);
});

test('a change is atomic and can be repeated after a crash at any call', async () => {
  let count = 0;
  await killAtEveryCall(
    async () => {
      count += 1;
      return { ...(await read()), own: [{ ...SMOKE, text: `Question ${count}` }] };
    },
    (body) => calling(admin, 'PATCH /api/factfind-form', { body }),
    async ({ version, own }) => expect(await read()).toMatchObject({ version: version + 1, own }),
    [200],
  );
});

test('a fact-find asks the questions of the day on which it was started, and checks their answers', async () => {
  await patch({ own: [SMOKE, RENT] });
  const desk = await clientOf(adviser);
  const start = (sections: string[], at = desk) => at.by('POST /api/clients/{id}/factfind', { body: { sections } });
  const { body } = await start(['more']);
  expect(body.facts.own).toEqual([SMOKE, RENT]);
  await patch({ own: [{ ...SMOKE, text: 'Have you ever smoked?' }] }, now.version + 1);
  const save = (key: string, v: unknown) =>
    desk.by('PATCH /api/clients/{id}/factfind', { body: { section: 'more', answers: [{ key, n: 0, v }] } }, desk.own);
  expect((await save(RENT.id, 'a lot')).body.fields).toEqual({
    [RENT.id]: 'Must be a whole number of pounds, 0 or more',
  });
  await save('helper', 'No');
  await save('else', 'No');
  await save(RENT.id, 800);
  const done = await save(SMOKE.id, false);
  expect(done.body.request.facts).toMatchObject({ own: [SMOKE, RENT], done: 1, of: 1 });
  const other = await clientOf(adviser);
  expect((await start(['goals'], other)).body.facts.own).toEqual([]);
});
