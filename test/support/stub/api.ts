import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { API_HEADERS } from '#infra/edge/security-headers.ts';
import { staticFiles } from '#infra/local/static-files.ts';
import { SITE } from '#infra/local/web.ts';
import { partsOf } from '#shared/contract/address.ts';
import { type AnswerOf, api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { type Asked, answers, Reply } from './answers.ts';
import { Firm, Refusal, refuse } from './firm.ts';

/** A request of the app, as it was sent. */
export interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

class ConnectionLost extends Error {}

type Answer = (asked: Asked<CallName>) => unknown;

const files = staticFiles(SITE);
const NAMES = Object.keys(api) as CallName[];
/** Changes of what somebody signs in by, which want a proof of who it is. */
const WANT_PROOF: readonly CallName[] = [
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'DELETE /api/account/passkeys/{id}',
  'POST /api/account/totp',
  'DELETE /api/account/totp',
  'POST /api/account/recovery-codes',
  'PATCH /api/advisers/{id}',
];
const callOf = (name: CallName): Call => api[name];
const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)');
const ROUTES = NAMES.map((name) => {
  const { method, path } = partsOf(name);
  return { name, method, path: new RegExp(`^${patternOf(path)}$`) };
});

/** How a body is sent, by its content type. */
function formOf(bytes: Buffer, type = 'nothing'): 'multipart' | 'json' | 'nothing' | 'unknown' {
  if (type.startsWith('multipart/form-data')) return 'multipart';
  if (type === 'application/json') return 'json';
  return bytes.length === 0 ? 'nothing' : 'unknown';
}

/**
 * The API as the contract has it, without AWS, on one origin with the built app: it answers from a firm's lists, or as a
 * test says. Each query and body that the app sends and each answer it gets is parsed by the contract: what does not fit,
 * and a call that the contract does not have, is a fault of the test.
 */
export class StubApi {
  readonly firm = new Firm();
  readonly faults: string[] = [];
  /** Faults of the page that a test provokes on purpose. */
  expected: RegExp[] = [];
  private readonly requests: (Sent & { name: CallName })[] = [];
  private readonly given = new Map<CallName, Answer>();
  private readonly held = new Map<CallName, Promise<void>>();
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch((error: unknown) => {
      this.faults.push(`The stub failed at ${request.method} ${request.url}: ${error}`);
      response.destroy();
    });
  });

  /** Listens on a free port; gives the origin. */
  async start(): Promise<string> {
    this.server.listen(0, 'localhost');
    await once(this.server, 'listening');
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Answers a call so from now on, in place of what the firm's lists say. */
  answers<C extends CallName>(name: C, answer: AnswerOf<C> | ((asked: Asked<C>) => AnswerOf<C>)): void {
    this.given.set(name, typeof answer === 'function' ? (answer as Answer) : () => answer);
  }

  /** Makes a call fail from now on, with a sentence of the server and what else it says; `retryAfter` becomes a header. */
  fails(name: CallName, status = 500, message = 'Out of order', more?: object): void {
    const { method, path } = partsOf(name);
    this.expected.push(
      new RegExp(`^${status} ${method} .*${patternOf(path).replace(/\?<\w+>/g, '')}(\\?.*)?$`),
      new RegExp(`^console: Failed to load resource: .* status of ${status} `),
    );
    this.given.set(name, () => refuse(status, message, more));
  }

  /** Lets no request of a call be answered from now on, as where the connection is lost. */
  cuts(name: CallName): void {
    this.expected.push(/ERR_EMPTY_RESPONSE/);
    this.given.set(name, () => {
      throw new ConnectionLost();
    });
  }

  /** Lets all calls be answered by the firm's lists again. */
  recovers(): void {
    this.given.clear();
  }

  /** Holds back each request of a call until the function that it gives is called. */
  holds(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(name, promise);
    return resolve;
  }

  /** What the app has sent of a call so far, oldest first. */
  sent(name: CallName): Sent[] {
    return this.requests
      .filter((request) => request.name === name)
      .map(({ params, query, body }) => ({ params, query, body }));
  }

  /** Counts how often the app sends a call from now on. */
  countsFromNow(name: CallName): () => number {
    const before = this.sent(name).length;
    return () => this.sent(name).length - before;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/api/')) return files(request, response, pathname);
    const bytes = await buffer(request);
    const route = ROUTES.find(({ method, path }) => method === request.method && path.test(pathname));
    if (!route) {
      this.faults.push(`The contract has no call ${request.method} ${pathname}`);
      return this.reply(response, 404, { message: 'Not found' });
    }
    const { name } = route;
    const params = Object.fromEntries(
      Object.entries(route.path.exec(pathname)?.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
    try {
      const asked = await this.parsed(name, request, bytes, params, Object.fromEntries(searchParams));
      await this.held.get(name);
      await this.answer(name, asked, response);
    } catch (error) {
      if (error instanceof ConnectionLost) return void response.destroy();
      if (!(error instanceof Refusal)) throw error;
      const { retryAfter, ...more } = { retryAfter: '', ...error.more };
      const headers = retryAfter ? { 'retry-after': retryAfter } : undefined;
      this.reply(response, error.status, { message: error.message, ...more }, headers);
    }
  }

  /** Looks at what was sent by the contract's schemas, and remembers it. */
  private async parsed(
    name: CallName,
    { headers }: IncomingMessage,
    bytes: Buffer,
    params: Record<string, string>,
    query: Record<string, string>,
  ): Promise<Asked<CallName>> {
    const call = callOf(name);
    const token = typeof headers['x-client-token'] === 'string' ? headers['x-client-token'] : undefined;
    const type = headers['content-type'];
    const sent = formOf(bytes, type);
    const wanted = call.body === 'multipart' ? 'multipart' : call.body ? 'json' : 'nothing';
    const body: unknown = sent === 'json' ? JSON.parse(bytes.toString()) : undefined;
    this.requests.push({ name, params, query, body });
    if (sent !== wanted) this.faults.push(`${name}: the body sent is ${sent}, not ${wanted}`);
    const schema = (token !== undefined && call.bodyFromClient) || call.body;
    const form =
      sent === 'multipart'
        ? await new Response(new Uint8Array(bytes), { headers: { 'content-type': type ?? '' } }).formData()
        : new FormData();
    return {
      params,
      query: this.fitting(`${name}: the query sent`, call.query ?? z.strictObject({}), query),
      body: schema && schema !== 'multipart' ? this.fitting(`${name}: the body sent`, schema, body) : undefined,
      form,
      token,
      accept: headers.accept ?? '',
    } as Asked<CallName>;
  }

  private fitting(what: string, schema: z.core.$ZodType, value: unknown): unknown {
    const { success, data, error } = z.safeParse(schema, value);
    if (success) return data;
    this.faults.push(`${what} does not fit the contract: ${z.prettifyError(error)} in ${JSON.stringify(value)}`);
    return refuse(400, 'This does not fit the contract');
  }

  /** Refuses who may not make the call, as far as screens have to do with it. */
  private checkCaller(name: CallName, { token, body, accept }: Asked<CallName>): void {
    const { allow, reauthentication } = callOf(name);
    const isAdmin = token === undefined && this.firm.signedIn?.role === 'admin';
    if (isAdmin && !this.firm.isFresh && reauthentication?.isNeeded({ body, accept })) throw this.firm.unproved();
    if (token !== undefined && allow.includes('client-unconfirmed')) this.firm.clientOfToken(token);
    else if (token !== undefined) this.firm.opened(token);
    else if (this.firm.halfSignedIn && allow.includes('half-session')) return;
    else if (!allow.includes('client') && !allow.includes('anonymous')) {
      const role = this.firm.signedIn?.role ?? refuse(401, 'Please sign in');
      if (!allow.includes(role)) refuse(403, 'You are not allowed to do this');
      if (!this.firm.isFresh && WANT_PROOF.includes(name)) throw this.firm.unproved();
      if (this.firm.mustEnrol && !allow.includes('must-enrol'))
        refuse(403, 'Please set up a second factor first', { mustEnrol: true });
    }
  }

  private async answer(name: CallName, asked: Asked<CallName>, response: ServerResponse): Promise<void> {
    const { status, returns } = callOf(name);
    const given = this.given.get(name);
    if (!given) this.checkCaller(name, asked);
    const usual = answers[name] as (firm: Firm, asked: Asked<CallName>) => unknown;
    const answer = await (given ? given(asked) : usual(this.firm, asked));
    const { body, headers } = answer instanceof Reply ? answer : { body: answer, headers: {} };
    if (returns === 'bytes' || returns === undefined || Buffer.isBuffer(body))
      return this.reply(response, status, body, headers);
    this.reply(response, status, this.fitting(`${name}: the answer given`, returns, body), headers);
  }

  private reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
    const isBytes = Buffer.isBuffer(body);
    response.writeHead(status, {
      ...API_HEADERS,
      ...(!isBytes && body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
    response.end(isBytes || body === undefined ? body : JSON.stringify(body));
  }
}
