import { beforeEach, expect, test } from 'vitest';
import type { RequestTemplates } from '#shared/contract/requests.ts';
import { FIRST_TEMPLATES } from '#shared/rules/request-templates.ts';
import { auditLog } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { newAdmin, newAdviser, newClient } from '../support/builders.ts';
import { killAtEveryCall } from '../support/faults/killed.ts';
import { calling } from '../support/handlers.ts';

const [admin, adviser] = await Promise.all([newAdmin(), newAdviser()]);
const PASSPORT = { id: 'passport', title: 'Passport', help: null, stage: 6.1 };
let now: RequestTemplates;

const read = async (caller: Caller = adviser): Promise<RequestTemplates> =>
  (await caller.call('GET /api/request-templates')).body;
const patch = (templates: object[], version = now.version, caller: Caller = admin) =>
  caller.call('PATCH /api/request-templates', { body: { version, templates } });
const entries = () => auditLog({ action: 'templates-changed' });

beforeEach(async () => {
  now = await read();
});

test('the list begins with the product’s documents; an admin changes it, which is logged once', async () => {
  expect(now).toEqual({ version: 0, templates: FIRST_TEMPLATES });
  const { status, body } = await patch([{ ...PASSPORT, title: ' Passport ', help: ' All corners ' }]);
  const saved = { version: 1, templates: [{ ...PASSPORT, help: 'All corners' }] };
  expect([status, body, await read()]).toEqual([200, saved, saved]);
  expect((await patch(saved.templates, 1)).body).toEqual(saved);
  expect((await patch([{ ...PASSPORT, stage: 6.2 }], 1)).body.version).toBe(2);
  const [moved, replaced] = await entries();
  expect([moved?.actorName, moved?.changes]).toEqual([
    admin.name,
    [{ field: 'document', was: 'Passport (stage 6.1): All corners', is: 'Passport (stage 6.2)' }],
  ]);
  expect(replaced?.changes).toHaveLength(FIRST_TEMPLATES.length + 1);
  expect(replaced?.changes).toContainEqual({ field: 'document', was: null, is: 'Passport (stage 6.1): All corners' });
});

test('only staff read the list, and only admins change it', async () => {
  const client = new Caller((await newClient(adviser)).token);
  const readers = [await read(admin), await read(adviser)];
  expect(readers).toEqual([now, now]);
  for (const caller of [client, new Caller()])
    expect([401, 403]).toContain((await caller.call('GET /api/request-templates')).status);
  for (const [caller, status] of [
    [adviser, 403],
    [client, 403],
    [new Caller(), 401],
  ] as const)
    expect((await patch([PASSPORT], now.version, caller)).status).toBe(status);
  expect(await read()).toEqual(now);
});

test('the list refuses one of two concurrent changes, and a change of an old version, with 409', async () => {
  const both = await Promise.all([patch([PASSPORT]), patch([{ ...PASSPORT, title: 'P60' }])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { status, body } = await patch([]);
  expect([status, body.message]).toEqual([
    409,
    'Someone else changed this list. Save yours again to replace it, or discard yours to see it.',
  ]);
});

const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...PASSPORT, id: `document-${i}` }));
test.each<[string, object[], string]>([
  ['61 documents', many(61), 'At most 60 documents'],
  ['two equal ids', [PASSPORT, PASSPORT], 'Every id must be different'],
  ['a blank title', [{ ...PASSPORT, title: ' ' }], 'Title is required'],
  ['a title of two lines', [{ ...PASSPORT, title: 'Pass\nport' }], 'Must be on one line'],
  ['a help that is too long', [{ ...PASSPORT, help: 'x'.repeat(1001) }], 'Use at most 1,000 characters'],
  ['an unknown stage', [{ ...PASSPORT, stage: 8.1 }], 'Stage not found'],
])('rejects %s and changes nothing', async (_, templates, message) => {
  const { status, body } = await patch(templates);
  expect([status, Object.values(body.fields)]).toEqual([400, [message]]);
  expect(await read()).toEqual(now);
});

test('accepts 60 documents of the longest texts', async () => {
  const longest = many(60).map((one) => ({ ...one, title: '護'.repeat(200), help: '照'.repeat(1000) }));
  expect((await patch(longest)).status).toBe(200);
  expect((await read()).templates).toEqual(longest);
});

test('a change is atomic and can be repeated after a crash at any call', async () => {
  let count = 0;
  await killAtEveryCall(
    async () => {
      count += 1;
      return { ...(await read()), templates: [{ ...PASSPORT, title: `Passport ${count}` }] };
    },
    (body) => calling(admin, 'PATCH /api/request-templates', { body }),
    async ({ version, templates }) => expect(await read()).toEqual({ version: version + 1, templates }),
    [200],
  );
});
