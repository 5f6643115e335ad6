import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Mailbox, mailPage } from './mail-page.ts';
import { proxy } from './proxy.ts';
import { staticFiles } from './static-files.ts';
import { control, isTestControl, type TestControls } from './test-controls.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const OWN_SITE = ['same-origin', 'none'];

const isLoopback = (url: string) => LOOPBACK.includes(URL.parse(url)?.hostname ?? '');

/** Returns false if another site's page may have sent the request, by DNS rebinding or a form. */
function isFromOwnPage({ headers, method }: IncomingMessage): boolean {
  if (!isLoopback(`http://${headers.host}`)) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  const site = headers['sec-fetch-site'] ?? 'none';
  return OWN_SITE.includes(String(site)) && (headers.origin === undefined || isLoopback(headers.origin));
}

interface Behind {
  site: string;
  apiUrl: string;
  mailbox: Mailbox;
  /** Controls of the clock and the jobs; absent without TEST_CLOCK. */
  testing?: TestControls | undefined;
}

/** Milliseconds that open requests have to finish when the origin closes. */
const CLOSING = 500;

function listener({ site, apiUrl, mailbox, testing }: Behind): RequestListener {
  const calls = proxy(apiUrl);
  const mail = mailPage(mailbox);
  const files = staticFiles(site);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [pathname = '/'] = (request.url ?? '/').split(/[?#]/);
    if (pathname === '/api' || pathname.startsWith('/api/')) return calls(request, response);
    if (pathname.startsWith('/__') && !isFromOwnPage(request)) return void response.writeHead(403).end();
    if (isTestControl(pathname)) return control(testing, request, response, pathname);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    return pathname === '/__mail' ? mail(request, response) : files(request, response, pathname);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  };
}

/** Listens on a loopback address. Returns `undefined` if that fails, as on a machine without IPv6. */
async function listen(handle: RequestListener, host: string, port: number): Promise<Server | undefined> {
  const server = createServer(handle);
  server.listen({ host, port, exclusive: true });
  const failed = await Promise.race([
    once(server, 'listening').then(() => false),
    once(server, 'error').then(() => true),
  ]).catch(() => true);
  return failed ? undefined : server;
}

/** Serves site and API on one origin, like CloudFront, on the loopback. Returns a function that closes it. */
export async function startOrigin(port: number, behind: Behind): Promise<() => Promise<void>> {
  const handle = listener(behind);
  const servers = (await Promise.all(['127.0.0.1', '::1'].map((host) => listen(handle, host, port)))).filter(
    (server) => server !== undefined,
  );
  return async () => {
    const closing = servers.map((server) => {
      const closed = once(server, 'close');
      server.close();
      setTimeout(() => server.closeAllConnections(), CLOSING).unref();
      return closed;
    });
    await Promise.all(closing);
  };
}
