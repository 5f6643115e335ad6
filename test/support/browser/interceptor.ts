import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { API_HEADERS } from '#infra/edge/security-headers.ts';
import { findCall, patternOf } from '#infra/local/memory/calls.ts';
import { partsOf } from '#shared/contract/address.ts';
import type { AnswerOf, CallName } from '#shared/contract/api.ts';

/** A call that a page sent. */
interface SentCall {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON; `undefined` for a form. */
  body: unknown;
  /** Names of the files in a form. */
  files?: string[];
}

/** Answers a call, or returns false to forward it. */
type Intercept = (sent: SentCall, response: ServerResponse) => unknown;
type IsAffected = (sent: SentCall) => boolean;

/** Server between pages and the stack: counts, delays, fails and answers calls as a test says. Forwards all others. */
export class Interceptor {
  /** Faults of the page that a test provokes on purpose. */
  expected: RegExp[] = [];
  private readonly calls: (SentCall & { name: CallName })[] = [];
  private readonly intercepts = new Map<CallName, Intercept>();
  private readonly lost = new Set<CallName>();
  private readonly held = new Map<CallName, Promise<void>>();
  private target = 0;
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.destroy());
  });

  /** Listens on a free port, in front of the stack that will serve on `port`. Returns its origin. */
  async start(port: number): Promise<string> {
    this.target = port;
    this.server.listen(0, 'localhost');
    await once(this.server, 'listening');
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Forgets what the last test did. */
  reset(expected: RegExp[]): void {
    this.expected = expected;
    this.calls.length = 0;
    this.recovers();
    this.held.clear();
  }

  /** Answers a call from now on. */
  answers<C extends CallName>(name: C, answer: (sent: SentCall) => AnswerOf<C> | Promise<AnswerOf<C>>): void {
    this.intercepts.set(name, async (sent, response) => {
      const body = await answer(sent);
      reply(response, body === undefined ? 204 : 200, body);
    });
  }

  /**
   * Makes a call fail from now on. `more` is added to the answer; `retryAfter` in it becomes a header, and `only` selects the
   * requests that fail.
   */
  fails(
    name: CallName,
    status = 500,
    message = 'Out of order',
    more: Record<string, unknown> & { only?: IsAffected } = {},
  ): void {
    const { method, path } = partsOf(name);
    this.expected.push(
      new RegExp(`^${status} ${method} .*${patternOf(path)}(\\?.*)?$`),
      new RegExp(`^console: Failed to load resource: .* status of ${status} `),
    );
    const { retryAfter, only = () => true, ...rest } = more;
    const headers: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter) } : {};
    this.intercepts.set(name, (sent, response) => only(sent) && reply(response, status, { message, ...rest }, headers));
  }

  /** Breaks the connection at each request of a call from now on; `only` selects the requests. */
  cuts(name: CallName, only: IsAffected = () => true): void {
    this.expected.push(/ERR_EMPTY_RESPONSE/);
    this.intercepts.set(name, (sent, response) => only(sent) && response.destroy());
  }

  /** Breaks the connection of a call from now on once the stack has handled it, so that its answer is lost. */
  loses(name: CallName): void {
    this.expected.push(/ERR_EMPTY_RESPONSE/);
    this.lost.add(name);
  }

  recovers(): void {
    this.intercepts.clear();
    this.lost.clear();
  }

  /** Delays each request of a call until the returned function is called. */
  holds(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(name, promise);
    return resolve;
  }

  sent(name: CallName): SentCall[] {
    return this.calls.filter((call) => call.name === name).map(({ name: _, ...sent }) => sent);
  }

  countsFromNow(name: CallName): () => number {
    const before = this.sent(name).length;
    return () => this.sent(name).length - before;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    // Tests call the API too, without this header of browsers.
    const isFromPage = headers['sec-fetch-site'] !== undefined;
    const call = isFromPage && pathname.startsWith('/api/') ? findCall(method, pathname) : undefined;
    const body = await buffer(request);
    if (call) {
      const sent = {
        params: call.params,
        query: Object.fromEntries(searchParams),
        ...(await contentOf(body, headers['content-type'])),
      };
      this.calls.push({ name: call.name, ...sent });
      await this.held.get(call.name);
      const intercept = this.intercepts.get(call.name);
      if (intercept && (await intercept(sent, response)) !== false) return;
    }
    await this.forward(request, body, response, call !== undefined && this.lost.has(call.name));
  }

  private async forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    isLost: boolean,
  ) {
    const onward = send({ host: 'localhost', port: this.target, method, path: url, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (isLost) return void response.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  }
}

async function contentOf(bytes: Buffer, type = ''): Promise<Pick<SentCall, 'body' | 'files'>> {
  if (type.startsWith('application/json')) return { body: JSON.parse(bytes.toString()) };
  if (!type.startsWith('multipart/form-data')) return { body: undefined };
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  return { body: undefined, files: [...form.values()].flatMap((value) => (value instanceof File ? value.name : [])) };
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...API_HEADERS, 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
