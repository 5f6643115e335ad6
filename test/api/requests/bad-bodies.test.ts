import { beforeAll, expect, test } from 'vitest';
import { api } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import type { Sent } from '../../support/api.ts';
import { BODIES, type WithBody } from '../../support/bodies.ts';
import { newClient } from '../../support/builders.ts';
import { callerOf, changesOwnAccess, usualActor } from './actors.ts';
import { EXAMPLES, makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.client = await newClient(world.owner);
});

const BAD = [
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
];

const asJson = { 'content-type': 'application/json' };
// The firm's one admin goes on signing in by its password.
const mayAdmin = (name: WithBody, call: Call) => call.allow.includes('admin') && !changesOwnAccess(name, call);
const send = async (name: WithBody, change: (sent: Sent) => Sent) => {
  const caller = await callerOf(mayAdmin(name, api[name]) ? 'admin' : usualActor(api[name]), world);
  return caller.call(name, change(await EXAMPLES[name](world, caller)));
};
const sendRaw = (name: WithBody, raw: string, headers: Record<string, string> = asJson) =>
  send(name, ({ params }) => ({ ...(params && { params }), raw, headers }));

// What each field refuses is a table of its own, in test/functions/bodies.test.ts: here is that each call asks it.
test.each(Object.keys(BODIES) as WithBody[])('%s refuses an unknown key by name, and what is no JSON', async (name) => {
  const answer = await send(name, (sent) => ({ ...sent, body: { ...(sent.body as object), isAdmin: true } }));
  expect([answer.status, answer.body.fields.isAdmin]).toEqual([400, 'Unknown field']);
  expect((await sendRaw(name, '{')).status).toBe(400);
  expect((await sendRaw(name, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
});

test.each([undefined, null, '', '  '])(
  'a client that an admin adds to the adviser %j is refused',
  async (adviserId) => {
    const { status, body } = await send('POST /api/clients', (sent) => ({
      ...sent,
      body: { ...(sent.body as object), adviserId },
    }));
    expect([status, Object.keys(body.fields)]).toEqual([400, ['adviserId']]);
  },
);

test.each(BAD)('a body such as %.20j is 400', async (raw) => {
  const answer = await sendRaw('POST /api/clients/{id}/messages', raw);
  expect([answer.status, typeof answer.body?.message]).toEqual([400, 'string']);
});

test('a body of 10 MB is 413', async () => {
  const { status } = await sendRaw('POST /api/clients/{id}/messages', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`);
  expect(status).toBe(413);
});

test.each([
  ['GET /api/clients', { filter: 'Urgent' }, 'filter'],
  ['GET /api/clients', { limit: '0' }, 'limit'],
  ['GET /api/clients', { limit: '1001' }, 'limit'],
  ['GET /api/clients', { cursor: 'x' }, 'cursor'],
  ['GET /api/clients', { page: '2' }, 'page'],
] as const)('%s with %j is refused', async (name, query, field) => {
  const { status, body } = await (await callerOf('admin', world)).call(name, { query });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test.each([
  ['GET /api/clients?filter=urgent&filter=urgent', 'filter'],
  ['GET /api/clients?limit=1&limit=2', 'limit'],
  ['GET /api/clients?filter=', 'filter'],
  ['GET /api/clients?limit=1e2', 'limit'],
  ['GET /api/clients?limit=', 'limit'],
] as const)('%s is refused', async (name, field) => {
  const { status, body } = await (await callerOf('admin', world)).call(name);
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
  const { status, body } = await (await callerOf('admin', world)).call('GET /api/clients/{id}/activity', sent);
  expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(query)]);
});

test.each([
  ['GET /api/nothing', 404],
  ['PUT /api/clients', 404],
  ['POST /api/clients/x/unknown', 404],
  ['GET /api', 404],
])('%s is %i in the same form', async (name, status) => {
  const answer = await (await callerOf('anonymous', world)).call(name as `${string} /${string}`);
  expect([answer.status, answer.body]).toEqual([status, { message: expect.any(String) }]);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
});

test.each(['x'.repeat(3000), '..', 'a/b', '\u0000', "' OR 1=1 --"])('an id such as %.12j is 404', async (id) => {
  const answer = await (await callerOf('admin', world)).call('GET /api/clients/{id}', { params: { id } });
  expect([answer.status, typeof answer.body.message]).toEqual([404, 'string']);
});
