import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { forbidden, HttpError, unauthorised } from '#functions/services/errors.ts';
import { API_HEADERS } from '#infra/edge/security-headers.ts';
import { staticFiles } from '#infra/local/static-files.ts';
import { SITE } from '#infra/tools/web.ts';
import { partsOf } from '#shared/contract/address.ts';
import { type AnswerOf, api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { findCall, patternOf } from '../../../infra/local/memory/calls.ts';
import { type Asked, answers, Reply } from './answers.ts';
import { Firm, refuse } from './firm.ts';

export interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

class ConnectionLost extends Error {}

type Answer = (firm: Firm, asked: Asked<CallName>) => unknown;

const files = staticFiles(SITE);
/** Changes of how somebody signs in: they need a re-authentication. */
const WANT_PROOF: readonly CallName[] = [
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'DELETE /api/account/passkeys/{id}',
  'POST /api/account/totp',
  'DELETE /api/account/totp',
  'POST /api/account/recovery-codes',
  'PATCH /api/advisers/{id}',
];
const FORMS: Readonly<Record<string, string>> = { 'multipart/form-data': 'multipart', 'application/json': 'json' };
const callOf = (name: CallName): Call => api[name];

/**
 * The API without AWS, on one origin with the built app: answers from a firm's lists, or as a test says. A call, a query, a body
 * or an answer that does not fit the contract is a fault of the test.
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
      if (!(error instanceof ConnectionLost))
        this.faults.push(`The stub failed at ${request.method} ${request.url}: ${error}`);
      response.destroy();
    });
  });

  /** Listens on a free port. Returns the origin. */
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

  /** Overrides the response of a call from now on. */
  answers<C extends CallName>(
    name: C,
    answer: AnswerOf<C> | ((asked: Asked<C>) => AnswerOf<C> | Promise<AnswerOf<C>>),
  ): void {
    this.given.set(name, (_, asked) =>
      typeof answer === 'function' ? (answer as (asked: unknown) => unknown)(asked) : answer,
    );
  }

  /** Makes a call fail from now on; `more` is what the answer says besides, `retryAfter` in it becomes a header. */
  fails(name: CallName, status = 500, message = 'Out of order', more?: Record<string, unknown>): void {
    const { method, path } = partsOf(name);
    this.expected.push(
      new RegExp(`^${status} ${method} .*${patternOf(path)}(\\?.*)?$`),
      new RegExp(`^console: Failed to load resource: .* status of ${status} `),
    );
    this.given.set(name, () => refuse(status, message, more));
  }

  /** Breaks the connection at each request of a call from now on. */
  cuts(name: CallName): void {
    this.expected.push(/ERR_EMPTY_RESPONSE/);
    this.given.set(name, () => {
      throw new ConnectionLost();
    });
  }

  recovers(): void {
    this.given.clear();
  }

  /** Delays each request of a call until the returned function is called. */
  holds(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(name, promise);
    return resolve;
  }

  sent(name: CallName): Sent[] {
    return this.requests
      .filter((request) => request.name === name)
      .map(({ params, query, body }) => ({ params, query, body }));
  }

  countsFromNow(name: CallName): () => number {
    const before = this.sent(name).length;
    return () => this.sent(name).length - before;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (!pathname.startsWith('/api/')) return files(request, response, pathname);
    const call = findCall(method, pathname);
    if (!call) this.faults.push(`The contract has no call ${method} ${pathname}`);
    try {
      if (!call) return refuse(404, 'Not found');
      const asked = await this.parsed(request, call.name, call.params, Object.fromEntries(searchParams));
      await this.held.get(call.name);
      this.reply(response, callOf(call.name).status, await this.answerTo(asked));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { retryAfter, ...more } = { retryAfter: undefined, ...error.more };
      const body = { message: error.message, fields: error.fields, ...more };
      this.reply(response, error.status, new Reply(body, retryAfter && { 'retry-after': retryAfter }));
    }
  }

  /** Parses a request by the contract, and records it. */
  private async parsed(
    request: IncomingMessage,
    name: CallName,
    params: Record<string, string>,
    search: Record<string, string>,
  ): Promise<Asked<CallName>> {
    const call = callOf(name);
    const { accept = '', 'content-type': type = '', 'x-client-token': token } = request.headers;
    const bytes = await buffer(request);
    const sent = FORMS[type.split(';')[0] ?? ''] ?? (bytes.length > 0 ? 'unknown' : 'nothing');
    const wanted = call.body === 'multipart' ? 'multipart' : call.body ? 'json' : 'nothing';
    const content = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    const body: unknown = sent === 'json' ? await content.json() : undefined;
    this.requests.push({ name, params, query: search, body });
    if (sent !== wanted) this.faults.push(`${name}: the body sent is ${sent}, not ${wanted}`);
    const schema = (token !== undefined && call.bodyFromClient) || call.body;
    return {
      name,
      params,
      search,
      query: this.fitting(`${name}: the query sent`, call.query ?? z.strictObject({}), search),
      body: schema && schema !== 'multipart' ? this.fitting(`${name}: the body sent`, schema, body) : undefined,
      form: sent === 'multipart' ? await content.formData() : new FormData(),
      token,
      accept,
    } as Asked<CallName>;
  }

  private fitting(what: string, schema: z.core.$ZodType, value: unknown): unknown {
    const { success, data, error } = z.safeParse(schema, value);
    if (success) return data;
    this.faults.push(`${what} does not fit the contract: ${z.prettifyError(error)} in ${JSON.stringify(value)}`);
    return refuse(400, 'This does not fit the contract');
  }

  /** Refuses who may not make a call, as far as screens show it. */
  private checkCaller({ name, params, token, body, accept }: Asked<CallName>): void {
    const { firm } = this;
    const { allow, reauthentication } = callOf(name);
    if (token !== undefined) allow.includes('client-unconfirmed') ? firm.clientOfToken(token) : firm.opened(token);
    if (token !== undefined || (firm.halfSignedIn && allow.includes('half-session'))) return;
    const role = firm.signedIn?.role;
    const isOpen = allow.includes('client') || allow.includes('anonymous');
    if (!isOpen && !role) throw unauthorised();
    if (!isOpen && role && !allow.includes(role)) throw forbidden();
    const client = firm.clients.find(({ id }) => id === params.id);
    const asked = { body, accept, actorId: firm.signedIn?.id ?? '', adviserId: client?.adviserId };
    const wantsProof = WANT_PROOF.includes(name) || (role === 'admin' && reauthentication?.isNeeded(asked));
    if (!firm.isFresh && wantsProof) refuse(403, 'Please confirm that it is you', { confirm: true });
    if (!isOpen && firm.mustEnrol && !allow.includes('must-enrol'))
      refuse(403, 'Please set up a second factor first', { mustEnrol: true });
  }

  private async answerTo(asked: Asked<CallName>): Promise<Reply> {
    const { returns } = callOf(asked.name);
    const given = this.given.get(asked.name);
    if (!given) this.checkCaller(asked);
    const answer = await (given ?? (answers[asked.name] as Answer))(this.firm, asked);
    const { body, headers } = answer instanceof Reply ? answer : new Reply(answer);
    if (returns === 'bytes' || returns === undefined || Buffer.isBuffer(body)) return new Reply(body, headers);
    return new Reply(this.fitting(`${asked.name}: the answer given`, returns, body), headers);
  }

  private reply(response: ServerResponse, status: number, { body, headers }: Reply): void {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    response.writeHead(status, { ...API_HEADERS, ...(isJson && { 'content-type': 'application/json' }), ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  }
}
