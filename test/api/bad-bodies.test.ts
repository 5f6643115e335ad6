import { beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Sent } from '../support/api.ts';
import { newClient } from '../support/builders.ts';
import { CALLS, callerOf, EXAMPLES, makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.client = await newClient(world.owner);
});

const REQUIRED: Partial<Record<CallName, string[]>> = {
  'POST /api/auth/register': ['name', 'email', 'password'],
  'POST /api/auth/login': ['email', 'password'],
  'POST /api/auth/forgot-password': ['email'],
  'POST /api/auth/reset-password': ['token', 'newPassword'],
  'PATCH /api/advisers/{id}': [],
  'POST /api/clients': ['name', 'email', 'adviserId'],
  'PATCH /api/clients/{id}': [],
  'PATCH /api/stages/{stageId}': ['status'],
  'POST /api/stages/{stageId}/plans': ['provider', 'planType', 'planNumber'],
  'POST /api/clients/{id}/tasks': ['title'],
  // Its stage must be there, and may be null.
  'PATCH /api/documents/{id}': [],
  'PATCH /api/tasks/{id}': [],
  'POST /api/clients/{id}/messages': ['content'],
};

const withBody = CALLS.filter(([, call]) => call.body && call.body !== 'multipart').map(([name]) => name);

test('every call with a body says which of its fields are required', () => {
  expect(Object.keys(REQUIRED).sort()).toEqual([...withBody].sort());
});

describe.each(withBody)('%s', (name) => {
  const send = async (change: (sent: Sent) => Sent) =>
    callerOf('admin', world).call(name, change(await EXAMPLES[name](world)));
  const sendBody = (change: (body: Record<string, unknown>) => unknown) =>
    send((sent) => ({ ...sent, body: change(sent.body as Record<string, unknown>) }));
  const example = async () => Object.keys((await EXAMPLES[name](world)).body as object);

  test('an unknown key is refused by name', async () => {
    const { status, body } = await sendBody((known) => ({ ...known, isAdmin: true }));
    expect([status, body.fields.isAdmin]).toEqual([400, 'Unknown field']);
  });

  test('each field refuses another type, and far too much text, by name', async () => {
    for (const field of await example())
      for (const wrong of [{ $ne: 1 }, ['x'], 'x'.repeat(20_000), 'x\ud800']) {
        const { status, body } = await sendBody((known) => ({ ...known, [field]: wrong }));
        expect([status, Object.keys(body.fields ?? {})], `${field}: ${JSON.stringify(wrong).slice(0, 40)}`).toEqual([
          400,
          [field],
        ]);
      }
  });

  test('each required field is missed by name, absent, null or blank', async () => {
    for (const field of REQUIRED[name] ?? [])
      for (const missing of [undefined, null, '', ...(field.toLowerCase().includes('password') ? [] : ['  '])]) {
        const { status, body } = await sendBody((known) => ({ ...known, [field]: missing }));
        const named = Object.keys(body.fields ?? {});
        expect([status, named.length], `${field}: ${JSON.stringify(missing)}`).toEqual([400, 1]);
        if (name !== 'PATCH /api/stages/{stageId}' || missing !== undefined) expect(named).toEqual([field]);
      }
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '5',
    '\ufeff{}',
    '{"__proto__":{"x":1}}',
    '{"constructor":1}',
    `${'['.repeat(50_000)}`,
  ])('a body such as %.20j is 400', async (raw) => {
    const answer = await send((sent) => ({
      ...(sent.params && { params: sent.params }),
      raw,
      headers: { 'content-type': 'application/json' },
    }));
    expect([answer.status, typeof answer.body?.message]).toEqual([400, 'string']);
  });

  test('a body of another type is 415, one of 10 MB is 413', async () => {
    const raw = (bytes: string, type: string) =>
      send((sent) => ({ ...(sent.params && { params: sent.params }), raw: bytes, headers: { 'content-type': type } }));
    expect((await raw('{}', 'text/plain')).status).toBe(415);
    expect((await raw(`{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`, 'application/json')).status).toBe(413);
  });
});

test.each([
  ['approxValuation', -1],
  ['approxValuation', 1.5],
  ['approxValuation', '1'],
  ['approxValuation', 2 ** 53],
  ['planType', 'Pension'],
])('a plan with %s %j is refused', async (field, value) => {
  const name = 'POST /api/stages/{stageId}/plans';
  const sent = await EXAMPLES[name](world);
  const { status, body } = await callerOf('admin', world).call(name, {
    ...sent,
    body: { ...(sent.body as object), [field]: value },
  });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test.each([
  ['GET /api/clients', { filter: 'Urgent' }, 'filter'],
  ['GET /api/clients', { limit: '0' }, 'limit'],
  ['GET /api/clients', { limit: '1001' }, 'limit'],
  ['GET /api/clients', { cursor: 'x' }, 'cursor'],
  ['GET /api/clients', { page: '2' }, 'page'],
] as const)('%s with %j is refused', async (name, query, field) => {
  const { status, body } = await callerOf('admin', world).call(name, { query });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test.each([
  ['GET /api/clients?filter=urgent&filter=urgent', 'filter'],
  ['GET /api/clients?limit=1&limit=2', 'limit'],
  ['GET /api/clients?filter=', 'filter'],
  ['GET /api/clients?limit=1e2', 'limit'],
  ['GET /api/clients?limit=', 'limit'],
] as const)('%s is refused', async (name, field) => {
  const { status, body } = await callerOf('admin', world).call(name);
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test.each<Record<string, string>>([
  { limit: '0' },
  { limit: '1001' },
  { limit: 'ten' },
  { cursor: 'x' },
  { filter: 'all' },
])('a client’s record asked for with %j is refused', async (query) => {
  const sent = { params: { id: world.client.id }, query };
  const { status, body } = await callerOf('admin', world).call('GET /api/clients/{id}/activity', sent);
  expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(query)]);
});

test.each([
  ['GET /api/nothing', 404],
  ['PUT /api/clients', 404],
  ['POST /api/clients/x/unknown', 404],
  ['GET /api', 404],
])('%s is %i in the same form', async (name, status) => {
  const answer = await callerOf('anonymous', world).call(name as `${string} /${string}`);
  expect([answer.status, answer.body]).toEqual([status, { message: expect.any(String) }]);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
});

test.each(['x'.repeat(3000), '..', 'a/b', '\u0000', "' OR 1=1 --"])('an id such as %.12j is 404', async (id) => {
  const answer = await callerOf('admin', world).call('GET /api/clients/{id}', { params: { id } });
  expect([answer.status, typeof answer.body.message]).toEqual([404, 'string']);
});
