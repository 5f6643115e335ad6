import { afterEach, beforeEach, expect, test } from 'vitest';
import { API_HEADERS, PAGE_HEADERS } from '#infra/edge/security-headers.ts';
import { StubApi } from '../support/stub/api.ts';
import { anActivity, aTask } from '../support/stub/builders.ts';

// The stubbed API enforces the contract: a call or response that violates it fails the test.

let api: StubApi;
let origin: string;
beforeEach(async () => {
  api = new StubApi();
  origin = await api.start();
});
afterEach(() => api.stop());

const send = (method: string, path: string, body?: unknown) =>
  fetch(
    origin + path,
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  );

test('the stubbed API returns and changes its data', async () => {
  const task = aTask();
  api.firm.tasks = [task];
  await send('PATCH', `/api/tasks/${task.id}`, { status: 'in_progress' });
  const answer = await send('GET', '/api/clients/mia-wood/tasks');
  expect(await answer.json()).toMatchObject([{ id: task.id, status: 'in_progress' }]);
  expect(api.sent('PATCH /api/tasks/{id}')).toEqual([
    { params: { id: task.id }, query: {}, body: { status: 'in_progress' } },
  ]);
  expect(api.faults).toEqual([]);
});

test('the stubbed API returns a long list in pages', async () => {
  api.firm.activity = [anActivity({ summary: 'first' }), anActivity({ summary: 'second' })];
  api.firm.pages.activity = 1;
  const newest = await send('GET', '/api/clients/mia-wood/activity');
  expect(await newest.json()).toMatchObject([{ summary: 'second' }]);
  const [, next = ''] = /<(.*)>; rel="next"/.exec(newest.headers.get('link') ?? '') ?? [];
  const last = await send('GET', next);
  expect(await last.json()).toMatchObject([{ summary: 'first' }]);
  expect(last.headers.get('link')).toBeNull();
});

test('the stubbed API reports a call that is not in the contract', async () => {
  await send('GET', '/api/weather');
  expect(api.faults).toEqual(['The contract has no call GET /api/weather']);
});

for (const [what, method, path, body] of [
  ['body', 'POST', '/api/clients/mia-wood/tasks', { title: '' }],
  ['body', 'POST', '/api/clients/mia-wood/messages', {}],
  ['query', 'GET', '/api/clients?filter=late', undefined],
  ['query', 'GET', '/api/auth/me?as=admin', undefined],
] as const)
  test(`the stubbed API reports a ${what} that violates the contract: ${method} ${path}`, async () => {
    await send(method, path, body);
    expect(api.faults).toEqual([
      expect.stringMatching(new RegExp(`^${method} .*: the ${what} sent does not fit the contract`)),
    ]);
  });

test('the stubbed API reports a body with the wrong content type', async () => {
  const form = new FormData();
  form.set('file', new File(['Dear Ruth'], 'Letter.txt'));
  const upload = await fetch(`${origin}/api/clients/mia-wood/documents`, { method: 'POST', body: form });
  expect(upload.status).toBe(201);
  expect(api.firm.documents).toMatchObject([{ name: 'Letter.txt', fileSize: 9 }]);
  expect(api.faults).toEqual([]);
  await send('POST', '/api/clients/mia-wood/documents');
  await send('POST', '/api/auth/logout', {});
  await fetch(`${origin}/api/clients/mia-wood/messages`, { method: 'POST', body: '{"content":"Dear Mia"}' });
  expect(api.faults.filter((fault) => fault.includes(': the body sent is '))).toEqual([
    'POST /api/clients/{id}/documents: the body sent is nothing, not multipart',
    'POST /api/auth/logout: the body sent is json, not nothing',
    'POST /api/clients/{id}/messages: the body sent is unknown, not json',
  ]);
});

test('the stubbed API reports a response that violates the contract', async () => {
  api.firm.clients = api.firm.clients.map((client) => Object.assign(client, { phone: undefined }));
  await send('GET', '/api/clients/mia-wood');
  expect(api.faults).toEqual([
    expect.stringContaining('GET /api/clients/{id}: the answer given does not fit the contract'),
  ]);
});

test('the stubbed API rejects anonymous callers, and admin calls of advisers', async () => {
  expect((await send('GET', '/api/advisers')).status).toBe(403);
  api.firm.signedIn = undefined;
  expect((await send('GET', '/api/clients')).status).toBe(401);
  expect((await send('GET', '/api/portal/unknown')).status).toBe(401);
});

test('the stubbed API sends the headers of the real origin', async () => {
  const [page, answer] = [await send('GET', '/dashboard'), await send('GET', '/api/clients')];
  for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(page.headers.get(name)).toBe(value);
  for (const [name, value] of Object.entries(API_HEADERS)) expect(answer.headers.get(name)).toBe(value);
});
