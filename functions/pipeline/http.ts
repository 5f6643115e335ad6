import { isIPv4, isIPv6 } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { type About, isId } from '#shared/contract/call.ts';
import { Conflict } from '../aws/retry.ts';
import { conflict, HttpError, invalid, notFound } from '../services/errors.ts';
import { isChildId, isRootId, parseChildId } from '../services/keys/keys.ts';

/** A request in terms of HTTP: all that is taken from API Gateway's event, and nothing but the pipeline sees even this. */
export interface Received {
  method: string;
  /** As the contract names it, where it does: 'GET /api/clients/{id}'. */
  name: string;
  requestId: string;
  headers: Readonly<Record<string, string | undefined>>;
  accept: string;
  /** The network that it comes from, to count what comes from there: {@link sourceOf}. */
  source: string;
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, readonly string[] | undefined>>;
  bytes: () => Buffer;
}

/** What CloudFront passes a browser's Accept header on as: under its own name it asks API Gateway for any type. */
export const VIEWER_ACCEPT = 'x-viewer-accept';

/** In what CloudFront says from where a request comes: it sets it on each, so that nobody can choose it. */
export const VIEWER_ADDRESS = 'x-viewer-address';

export function received(event: APIGatewayProxyEvent): Received {
  const given = Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.fromEntries(given);
  return {
    method: event.httpMethod,
    name: `${event.httpMethod} ${event.resource}`,
    requestId: event.requestContext.requestId,
    headers,
    accept: headers[VIEWER_ACCEPT] ?? headers.accept ?? '',
    source: sourceOf(headers[VIEWER_ADDRESS]),
    params: event.pathParameters ?? {},
    query: event.multiValueQueryStringParameters ?? {},
    bytes: () => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

const GROUPS = 8;
/** Groups of an IPv6 address that name a network: whoever has one address has all in its /64. */
const OF_NETWORK = 4;

/** An IPv4 address within an IPv6 one stands for two groups. */
const groupsIn = (text: string) => (text ? text.split(':').flatMap((group) => (isIPv4(group) ? ['', ''] : group)) : []);

/** The /64 of an IPv6 address, always spelt the same: '2001:db8:0:1::/64'. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map(groupsIn);
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, OF_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns the network of an address: an IPv4 address, or the /64 of IPv6; 'unknown' for anything else. */
export function sourceOf(address: string | undefined): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address ?? '') ?? [];
  if (mapped && isIPv4(mapped)) return mapped;
  return address && isIPv6(address) && !address.includes('%') ? networkOf(address) : 'unknown';
}

const FIRST_PARAM = /\{(\w+)\}/;

/** The value of a path's first parameter, blank where it has none. `path` is the contract's, with names in braces. */
export const firstParam = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  params[FIRST_PARAM.exec(path)?.[1] ?? ''] ?? '';

/** Throws 404 unless each path parameter can be an id. A portal token is no id: the caller's identity is checked by it. */
export function checkIds({ token: _, ...ids }: Readonly<Record<string, string | undefined>>): void {
  if (!Object.values(ids).every((id) => isId(id ?? ''))) throw notFound();
}

/** The id of the client that a call is about, from its path's `id`: `undefined` where it is about nobody, blank where no client can have it. */
export function clientIdFrom(about: About, id: string): string | undefined {
  switch (about) {
    case 'nobody':
      return undefined;
    case 'client':
      return isRootId(id) ? id : '';
    case 'child':
      return isChildId(id) ? parseChildId(id).clientId : '';
  }
}

const MAX_JSON_BYTES = 256 * 1024;
const MAX_FIELDS_NAMED = 20;

export function expectContentType({ headers }: Received, type: string): void {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new HttpError(415, `Send this as ${type}`);
}

export function readJson(request: Received): unknown {
  expectContentType(request, 'application/json');
  const bytes = request.bytes();
  if (bytes.byteLength > MAX_JSON_BYTES) throw new HttpError(413, 'This is too much text');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON');
  }
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const named = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key.slice(0, 100), 'Unknown field'] as const)
      : [[issue.path.join('.') || 'body', issue.message] as const],
  );
  return Object.fromEntries(named.slice(0, MAX_FIELDS_NAMED).reverse());
}

export function parse<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalid('body', 'Send a JSON object');
  if (Object.hasOwn(input, '__proto__')) throw invalid('__proto__', 'Unknown field');
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error.issues);
  const [first, message] = Object.entries(fields).at(-1) ?? ['body', 'Invalid input'];
  throw new HttpError(400, message === 'Unknown field' ? `Unknown field: ${first}` : message, { fields });
}

export function readQuery({ query }: Received): Record<string, string> {
  const entries = Object.entries(query);
  const repeated = entries.find(([, values]) => values?.length !== 1);
  if (repeated) throw invalid(repeated[0], 'Send this once');
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0] ?? '']));
}

export class HttpResponse {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly cookies: string[];
  constructor(body: unknown, more: { headers?: Record<string, string>; cookies?: string[] } = {}) {
    this.body = body;
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

const COMMON = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export function toResult(status: number, answer: unknown, requestId: string): APIGatewayProxyResult {
  const { body, headers, cookies } = answer instanceof HttpResponse ? answer : new HttpResponse(answer);
  const isBytes = body instanceof Uint8Array;
  const type = body !== undefined && !isBytes && { 'content-type': 'application/json; charset=utf-8' };
  return {
    statusCode: status,
    headers: { ...COMMON, 'x-request-id': requestId, ...(type || {}), ...headers },
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': cookies } }),
    body: body === undefined ? '' : isBytes ? Buffer.from(body).toString('base64') : JSON.stringify(body),
    isBase64Encoded: isBytes,
  };
}

/** Shorter texts fit into one packet anyway. */
const WORTH_GZIP = 1400;
const TAKES_GZIP = /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.0*[1-9]))/;

/** The same answer as gzip, where it is a long text and `acceptEncoding` takes it: a list shrinks to a tenth. */
export function compressed(result: APIGatewayProxyResult, acceptEncoding = ''): APIGatewayProxyResult {
  if (result.isBase64Encoded || result.body.length < WORTH_GZIP || !TAKES_GZIP.test(acceptEncoding)) return result;
  return {
    ...result,
    headers: { ...result.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(result.body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** The answer to whatever was thrown: 409 where writes met another's time and again, 500 for what no caller can mend. */
export function errorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof Conflict) return conflict('Someone else changed this at the same moment. Please try again.');
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

export const toErrorResult = (error: HttpError, requestId: string) =>
  toResult(
    error.status,
    new HttpResponse(
      { message: error.message, ...(error.fields && { fields: error.fields }), ...error.more },
      error.headers && { headers: error.headers },
    ),
    requestId,
  );
