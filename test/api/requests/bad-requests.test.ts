import { expect, test } from 'vitest';
import { tryUpdate } from '#functions/aws/table.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { clientPartition } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { WITH_BODY } from '../../calls/calls.ts';
import { clientOf } from '../../support/acts.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { siteOrigin } from '../../support/stack.ts';
import { callerOf, changesOwnAccess, usualActor } from './actors.ts';
import { EXAMPLES, makeWorld } from './world.ts';

const world = await makeWorld();
const client = await clientOf(world.owner);
world.client = client;

const headers = { 'content-type': 'application/json' };
// The shared admin must keep its password.
const mayAdmin = (name: CallName, call: Call) => call.allow.includes('admin') && !changesOwnAccess(name, call);
const send = async (name: CallName, change: (sent: Sent) => Sent) => {
  const call: Call = api[name];
  // An unconfirmed device makes its client confirm devices.
  const here = call.allow.includes('client-unconfirmed') ? { ...world, client: await clientOf(world.owner) } : world;
  const caller = await callerOf(mayAdmin(name, call) ? 'admin' : usualActor(call), here);
  return caller.call(name, change(await EXAMPLES[name](here, caller)));
};
const sendRaw = (name: CallName, raw: BodyInit, type = headers) =>
  send(name, ({ params }) => ({ ...(params && { params }), raw, headers: type }));
const fieldsOf = ({ status, body }: { status: number; body: { fields?: object } }) => [
  status,
  ...Object.keys(body.fields ?? {}),
];

// test/functions/bodies.test.ts checks each field; this file checks that every call validates.
test.each(WITH_BODY)('%s rejects unknown keys by name and bodies that are not JSON', async (name) => {
  const answer = await send(name, (sent) => ({ ...sent, body: { ...(sent.body as object), isAdmin: true } }));
  expect([answer.status, answer.body.fields.isAdmin]).toEqual([400, 'Unknown field']);
  expect((await sendRaw(name, '{')).status).toBe(400);
  expect((await sendRaw(name, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
});

test.each([undefined, null, '', '  '])('rejects a client that an admin adds with the adviser %j', async (adviserId) => {
  const change = (sent: Sent) => ({ ...sent, body: { ...(sent.body as object), adviserId } });
  expect(fieldsOf(await send('POST /api/clients', change))).toEqual([400, 'adviserId']);
});

const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1]));
test.each<[string, () => BodyInit, number]>([
  ['no bytes', () => '', 400],
  ['null', () => 'null', 400],
  ['an array', () => '[]', 400],
  ['a string', () => '"x"', 400],
  ['a number', () => '5', 400],
  ['a byte-order mark', () => '\ufeff{}', 400],
  ['a __proto__ key', () => '{"__proto__":{"x":1}}', 400],
  ['a constructor key', () => '{"constructor":1}', 400],
  ['unclosed brackets', () => '['.repeat(50_000), 400],
  ['invalid UTF-8', () => Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['UTF-16', () => new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le')), 400],
  ['ten thousand keys', () => JSON.stringify(keys), 400],
  ['ten thousand keys in 1 MB', () => JSON.stringify({ ...keys, x: 'y'.repeat(900_000) }), 413],
  ['10 MB', () => `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`, 413],
  ['50,000 levels in a field', () => `{"description":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
  ['two JSON documents', () => '{} {}', 400],
  ['a comment', () => '{/**/}', 400],
  ['a trailing comma', () => '{"name":"x",}', 400],
  ['NaN', () => '{"name":NaN}', 400],
])('rejects a body of %s', async (_, raw, status) => {
  const answer = await sendRaw('POST /api/clients/{id}/messages', raw());
  expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
  expect(Object.keys(answer.body.fields ?? {}).length).toBeLessThanOrEqual(20);
});

test('stores markup, template and injection strings exactly as typed', async () => {
  for (const description of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    "Robert'); DROP TABLE clients;--",
    '{{constructor.constructor("x")()}} #{7*7} <%= 7 %>',
    '=HYPERLINK("https://evil.example")',
    '../../etc/passwd',
    'שלום \u{1F469}\u200d\u{1F4BB} 李小龍 e\u0301',
    'line one\nline two\ttabbed',
  ]) {
    expect((await client.change({ description })).body.description).toBe(description);
    const { body, headers: sent } = await client.by('GET /api/clients/{id}');
    expect(body.description).toBe(description);
    expect(sent.get('content-type')).toBe('application/json; charset=utf-8');
    expect(sent.get('x-content-type-options')).toBe('nosniff');
  }
});

// test/shared/fields.test.ts lists the forms of addresses, links and texts.
test('cleans addresses and tool links, stores blanks as null and rejects invalid ones', async () => {
  const link = 'https://cash.example/a?b=c#d';
  for (const invalid of [{ cashcalcLink: ' JaVaScRiPt:alert(1)' }, { email: 'jane..doe@clients.example' }])
    expect(fieldsOf(await client.change(invalid))).toEqual([400, ...Object.keys(invalid)]);
  const email = 'Jane Doe <mailto:jane@my\u2011clients.example>;';
  const kept = { cashcalcLink: link, email: 'jane@my-clients.example' };
  expect((await client.change({ cashcalcLink: ` ${link} `, email })).body).toMatchObject(kept);
  const blank = await client.change({ cashcalcLink: '', description: '  ', phone: ' ' });
  expect(blank.body).toMatchObject({ cashcalcLink: null, description: null, phone: null });
});

test('refuses a new phone number without a digit, and keeps a stored one', async () => {
  const body = { name: 'Mia Wood', email: 'mia@clients.example' };
  for (const phone of ['-', 'n/a'])
    for (const refused of [
      await world.owner.call('POST /api/clients', { body: { ...body, phone } }),
      await client.change({ phone }),
    ])
      expect(fieldsOf(refused)).toEqual([400, 'phone']);
  await tryUpdate(clientKey(client.id), { set: { 'summary/phone': '-' } });
  expect((await client.change({ email: 'other@clients.example', phone: '-' })).body).toMatchObject({ phone: '-' });
  expect((await client.change({ phone: '(020) 7946' })).body).toMatchObject({ phone: '(020) 7946' });
});

test.each([
  ['GET /api/clients?filter=Urgent', 'filter'],
  ['GET /api/clients?filter=', 'filter'],
  ['GET /api/clients?filter=urgent&filter=urgent', 'filter'],
  ['GET /api/clients?limit=0', 'limit'],
  ['GET /api/clients?limit=1001', 'limit'],
  ['GET /api/clients?limit=1e2', 'limit'],
  ['GET /api/clients?limit=1.5', 'limit'],
  ['GET /api/clients?limit=-1', 'limit'],
  ['GET /api/clients?limit=', 'limit'],
  ['GET /api/clients?limit=1&limit=2', 'limit'],
  ['GET /api/clients?cursor=x', 'cursor'],
  ['GET /api/clients?cursor=Q0xJRU5UI3g', 'cursor'],
  ['GET /api/clients?page=2', 'page'],
  ['GET /api/clients/ID/activity?limit=0', 'limit'],
  ['GET /api/clients/ID/activity?limit=1001', 'limit'],
  ['GET /api/clients/ID/activity?limit=ten', 'limit'],
  ['GET /api/clients/ID/activity?cursor=x', 'cursor'],
  ['GET /api/clients/ID/activity?filter=all', 'filter'],
])('rejects the query of %s', async (name, field) => {
  const answer = await world.admin.call(name.replace('ID', client.id) as `GET /${string}`);
  expect(fieldsOf(answer)).toEqual([400, field]);
});

test('rejects a task’s link to another client’s stage or to a stage that does not exist', async () => {
  const stageId = `${client.id}.1.1`;
  const { id, ...made } = (await client.addTask({ stageId })).body;
  expect(made.stageId).toBe(stageId);
  const other = `${world.otherClient.id}.1`;
  for (const wrong of [`${other}.1`, `${client.id}.9`, `${client.id}.1.10`, '1.1', `${client.id}.`])
    expect((await client.addTask({ stageId: wrong })).status, wrong).toBe(400);
  expect((await client.setTask(id, { stageId: other })).status).toBe(400);
});

test('returns 404 for malformed ids', async () => {
  for (const number of ['1.5', '8', '0', '1.', '01', '1e0', 'cesd', '2.20', '-1'])
    expect((await client.setStage(number, { status: 'completed' })).status, number).toBe(404);
  const keysOfTheTable = [clientPartition(client.id), 'CLIENT', '__proto__', 'constructor', `${client.id} `];
  for (const id of [...keysOfTheTable, 'x'.repeat(3000), '..', 'a/b', '\u0000', "' OR 1=1 --"]) {
    const answer = await world.admin.call('GET /api/clients/{id}', { params: { id } });
    expect([answer.status, typeof answer.body.message], id.slice(0, 20)).toEqual([404, 'string']);
  }
});

const WITH_IDS = Object.keys(api).filter((name) => name.replace('{token}', '').includes('{')) as CallName[];
test.each(WITH_IDS)('%s returns 404 for an id that is too long or has illegal characters', async (name) => {
  for (const id of ['x'.repeat(2050), 'DEVICE#x']) {
    const params = Object.fromEntries([...name.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, id]));
    expect((await world.admin.call(name, { params })).status, id.slice(0, 10)).toBe(404);
  }
});

test.each([
  '/api/clients/a%2Fb',
  '/api/clients/%00',
  '/api/clients/%',
  '/api/clients/%E0%A4%A',
  '/api/clients/..%2fadvisers',
  '/api/CLIENTS',
  '/api/portal/',
  '/api/documents/x/download/y',
])('%s returns a JSON message with 404 or 400', async (path) => {
  const response = await fetch(siteOrigin() + path, { headers: { cookie: world.owner.cookie ?? '' } });
  expect([400, 404]).toContain(response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ message: expect.any(String) });
});

test.each<[`${string} /${string}`, number[]]>([
  ['GET /api/nothing', [404]],
  ['GET /api', [404]],
  ['POST /api/clients/x/unknown', [404]],
  ['PUT /api/clients', [404]],
  ['DELETE /api/clients', [403, 404, 405]],
  ['OPTIONS /api/clients', [403, 404, 405]],
  ['PATCH /api/clients', [403, 404, 405]],
])('refuses the unknown call %s with a JSON message and without CORS', async (name, statuses) => {
  const answer = await new Caller().call(name);
  expect(statuses).toContain(answer.status);
  expect(answer.body).toEqual({ message: expect.any(String) });
  if (statuses.length === 1) expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});
