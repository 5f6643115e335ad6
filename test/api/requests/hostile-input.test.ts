import { beforeAll, describe, expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { siteOrigin } from '../../support/stack.ts';

let adviser: Person;
let client: Client;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
});
const patch = (body: object) => adviser.call('PATCH /api/clients/{id}', { params: { id: client.id }, body });
const sendRaw = (raw: BodyInit) =>
  adviser.call('PATCH /api/clients/{id}', {
    params: { id: client.id },
    raw,
    headers: { 'content-type': 'application/json' },
  });

describe('text that is code elsewhere is kept as written', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    "Robert'); DROP TABLE clients;--",
    '{{constructor.constructor("x")()}} #{7*7} <%= 7 %>',
    '=HYPERLINK("https://evil.example")',
    '../../etc/passwd',
    'שלום \u{1F469}\u200d\u{1F4BB} 李小龍 e\u0301',
    'line one\nline two\ttabbed',
  ])('%j', async (text) => {
    const { status, body } = await patch({ description: text });
    expect([status, body.description]).toEqual([200, text]);
    const read = await adviser.call('GET /api/clients/{id}', { params: { id: client.id } });
    expect(read.body.description).toBe(text);
    expect(read.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(read.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a link that is no web address is refused', () => {
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://user:pass@host.example',
    'ftp://host.example',
    'https://',
    'not a link',
    `https://x.example/${'x'.repeat(2000)}`,
  ])('%.40j', async (cashcalcLink) => {
    const { status, body } = await patch({ cashcalcLink });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['cashcalcLink']]);
  });

  test.each([
    [' https://cash.example/a?b=c#d ', 'https://cash.example/a?b=c#d'],
    ['', null],
    [null, null],
  ])('%j is %j', async (given, kept) => {
    expect((await patch({ cashcalcLink: given })).body.cashcalcLink).toBe(kept);
  });
});

test('blank notes and phone become null', async () => {
  expect((await patch({ description: '  ', phone: ' ' })).body).toMatchObject({ description: null, phone: null });
});

test.each([
  ['id', 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['adviserName', 'Someone'],
  ['createdAt', '2020-01-01T00:00:00.000Z'],
  ['completedAt', '2020-01-01T00:00:00.000Z'],
  ['progress', 100],
  ['currentStage', 'Courtesy Call'],
  ['lastUpdate', 'Recently added'],
  ['token', 'x'],
  ['tokenVersion', 1],
  ['gpk', 'ADVISER#x'],
])('the client’s %s is not for callers to set', async (field, value) => {
  const { status, body } = await patch({ [field]: value });
  expect([status, body.fields]).toEqual([400, { [field]: 'Unknown field' }]);
});

describe('a body that is no JSON object in UTF-8 is refused quickly', () => {
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1]));
  test.each<[string, () => BodyInit, number]>([
    ['invalid UTF-8', () => Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['UTF-16', () => new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le')), 400],
    ['ten thousand keys', () => JSON.stringify(keys), 400],
    ['a hundred thousand keys', () => JSON.stringify({ ...keys, x: 'y'.repeat(900_000) }), 413],
    ['depth 50 000 in a field', () => `{"description":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
    ['two documents', () => '{} {}', 400],
    ['a comment', () => '{/**/}', 400],
    ['a trailing comma', () => '{"name":"x",}', 400],
    ['NaN', () => '{"name":NaN}', 400],
  ])('%s', async (_, raw, status) => {
    const answer = await sendRaw(raw());
    expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
    expect(Object.keys(answer.body.fields ?? {}).length).toBeLessThanOrEqual(20);
  });
});

test.each(['1e400', '-1', '1.5', '"5"', '9007199254740993', 'true', '[]'])(
  'a valuation of %s is refused',
  async (given) => {
    const answer = await adviser.call('POST /api/stages/{stageId}/plans', {
      params: { stageId: `${client.id}.2.2` },
      raw: `{"provider":"Aviva","planType":"pension","planNumber":"1","approxValuation":${given}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['approxValuation']]);
  },
);

describe('ids of two clients mixed in one call', () => {
  test('a task does not link to another client’s stage', async () => {
    const other = await newClient(adviser);
    const params = { id: client.id };
    const add = (stageId: string) =>
      adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 't', stageId } });
    const made = await add(`${client.id}.1.1`);
    expect(made.body.stageId).toBe(`${client.id}.1.1`);
    for (const stageId of [`${other.id}.1.1`, `${client.id}.9`, `${client.id}.1.10`, '1.1', `${client.id}.`])
      expect((await add(stageId)).status, stageId).toBe(400);
    const body = { stageId: `${other.id}.1` };
    expect((await adviser.call('PATCH /api/tasks/{id}', { params: { id: made.body.id }, body })).status).toBe(400);
  });

  test.each(['1.5', '8', '0', '1.', '01', '1e0', 'cesd', '2.20', '-1'])('there is no stage %j', async (number) => {
    const sent = { params: { stageId: `${client.id}.${number}` }, body: { status: 'completed' } };
    expect((await adviser.call('PATCH /api/stages/{stageId}', sent)).status).toBe(404);
  });

  test('a key of the table is nobody’s id', async () => {
    const admin = await demoAdmin();
    for (const id of [clientPartition(client.id), 'CLIENT', '__proto__', 'constructor', `${client.id} `])
      expect((await admin.call('GET /api/clients/{id}', { params: { id } })).status, id).toBe(404);
  });
});

const WITH_IDS = Object.keys(api).filter((name) => name.replace('{token}', '').includes('{')) as CallName[];

test.each(WITH_IDS)('%s answers 404 for an id that is too long or holds other signs', async (name) => {
  const admin = await demoAdmin();
  for (const id of ['x'.repeat(2050), 'DEVICE#x']) {
    const params = Object.fromEntries([...name.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, id]));
    expect((await admin.call(name, { params })).status, id.slice(0, 10)).toBe(404);
  }
});

describe('paths', () => {
  test.each([
    '/api/clients/a%2Fb',
    '/api/clients/%00',
    '/api/clients/%',
    '/api/clients/%E0%A4%A',
    '/api/clients/..%2fadvisers',
    '/api/CLIENTS',
    '/api/portal/',
    '/api/documents/x/download/y',
  ])('%s is 404 or 400 in the contract’s form', async (path) => {
    const response = await fetch(siteOrigin() + path, { headers: { cookie: adviser.cookie ?? '' } });
    expect([400, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s on a path that knows no such method', async (method) => {
    const answer = await new Caller().call(`${method} /api/clients`);
    expect([403, 404, 405]).toContain(answer.status);
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
