import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { lastingProblem } from '#infra/deploy/smoke.ts';
import { API_HEADERS, PAGE_HEADERS } from '#infra/edge/security-headers.ts';

interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string;
}
const PAGE: Sent = {
  status: 200,
  headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
  body: '<script type="module" src="/assets/main-1.js"></script>',
};
const SCRIPT: Sent = { status: 200, headers: { 'content-type': 'text/javascript' }, body: '' };
const ME: Sent = {
  status: 401,
  headers: { ...API_HEADERS, 'content-type': 'application/json', 'x-request-id': '1' },
  body: JSON.stringify({ message: 'Please sign in' }),
};

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
});

/** Returns the problem found on a site with these responses. */
async function problemOf(page: Partial<Sent> = {}, script: Partial<Sent> = {}, me: Partial<Sent> = {}) {
  const answers: Record<string, Sent> = {
    '/': { ...PAGE, ...page },
    '/assets/main-1.js': { ...SCRIPT, ...script },
    '/api/auth/me': { ...ME, ...me },
  };
  server = createServer(({ url = '' }, response) => {
    const { status, headers, body } = answers[url] ?? { status: 404, headers: {}, body: '' };
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return lastingProblem(`http://127.0.0.1:${port}`, 0);
}
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

test('finds no problem on a working site', async () => {
  expect(await problemOf()).toBeUndefined();
});

test.each<[string, Parameters<typeof problemOf>, string]>([
  ['a page with an outdated script', [{}, { status: 404 }], 'main-1.js answers 404'],
  [
    'a page without its content security policy',
    [{ headers: without(PAGE.headers, 'content-security-policy') }],
    'content-security-policy',
  ],
  [
    'a page with another content security policy',
    [{ headers: { ...PAGE.headers, 'content-security-policy': "default-src 'self'" } }],
    'content-security-policy',
  ],
  ['a response that may be stored', [{}, {}, { headers: without(ME.headers, 'cache-control') }], 'cache-control'],
  ['a response without a request id', [{}, {}, { headers: without(ME.headers, 'x-request-id') }], 'x-request-id'],
])('the smoke test reports %s', async (_, answers, sentence) => {
  expect(await problemOf(...answers)).toContain(sentence);
});

test('ignores case and spaces of headers, which CloudFront changes', async () => {
  const headers = { ...PAGE.headers, 'strict-transport-security': 'max-age=63072000;includesubdomains' };
  expect(await problemOf({ headers })).toBeUndefined();
});
