import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { checkSite, handler } from '#functions/jobs/canary.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: string;
  location?: string;
}

const ME = '/api/auth/me';
const SCRIPT = '/assets/main-1.js';
const PAGE = '<!doctype html><script type="module" crossorigin src="/assets/main-1.js"></script>';
const WHOLE: Record<string, Answer> = {
  '/': { type: 'text/html; charset=utf-8', body: PAGE },
  '/index.html': { type: 'text/html', body: PAGE },
  [SCRIPT]: { type: 'application/javascript', body: 'run()' },
  [ME]: { status: 401, type: 'application/json', body: '{"message":"Not signed in"}' },
};
/** Long enough for local answers; only the test of a silent server waits for it. */
const LIMIT = 20_000;

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const siteWith = (broken: Record<string, Answer> = {}) =>
  serve(({ url = '' }, response) => {
    const { status = 200, type = 'text/plain', body = '', location } = { ...WHOLE, ...broken }[url] ?? { status: 404 };
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
  });

test('the canary finds no fault in a working site', async () => {
  await expect(checkSite(await siteWith(), LIMIT)).resolves.toMatchObject({ page: {}, call: {} });
});

const FAULTS: Record<string, [path: string, answer: Answer, fault: string]> = {
  'the page fails': ['/', { status: 503, type: 'text/html' }, '/ answers 503 text/html, not 200 html'],
  'the page is not HTML': ['/', { type: 'application/xml' }, '/ answers 200 application/xml, not 200 html'],
  'the page redirects': ['/', { status: 302, location: '/index.html' }, '/ answers 302'],
  'the page is empty': ['/', { type: 'text/html', body: '<!doctype html>' }, '/ contains no script'],
  'its script is missing': [SCRIPT, { status: 403, type: 'application/xml' }, '/assets/main-1.js answers 403'],
  'its script is HTML': [SCRIPT, { type: 'text/html' }, 'main-1.js answers 200 text/html'],
  'the API fails': [ME, { status: 500, type: 'application/json' }, '/api/auth/me answers 500'],
  'the API accepts an unauthenticated request': [ME, { type: 'application/json' }, '/api/auth/me answers 200'],
  'the edge rejects the request': [ME, { status: 403, type: 'text/html' }, '/api/auth/me answers 403 text/html'],
  'the API error has no message': [ME, { status: 401, type: 'application/json', body: '{}' }, 'contract'],
};
test.each(Object.entries(FAULTS))('the canary reports a fault if %s', async (_, [path, answer, fault]) => {
  await expect(checkSite(await siteWith({ [path]: answer }), LIMIT)).rejects.toThrow(fault);
});

test('the canary reports a site that answers too late or not at all', async () => {
  const silent = await serve(() => undefined);
  await expect(checkSite(silent, 50)).rejects.toThrow('does not answer: TimeoutError');
  const gone = await serve(() => undefined);
  servers.pop()?.close();
  await expect(checkSite(gone, LIMIT)).rejects.toThrow('does not answer: ECONNREFUSED');
});

test('the canary checks every origin, and logs the fault with its origin', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const broken = await siteWith({ '/': { status: 500, type: 'text/html' } });
  vi.stubEnv('ORIGINS', `${await siteWith()} ${broken}`);
  const outcome = handler();
  await expect(outcome).rejects.toThrow('failed for 1 of 2 origins');
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
  written.mockRestore();
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'ERROR',
      message: 'fault',
      what: 'site',
      detail: expect.stringContaining(broken),
    }),
  ]);
});
