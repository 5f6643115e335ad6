import { isIPv4, isIPv6 } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type About, isId } from '#shared/contract/call.ts';
import { at } from '#shared/rules/clock.ts';
import { HttpError, invalid, notFound } from '../services/errors.ts';
import { isChildId, isRootId, parseChildId } from '../services/keys/keys.ts';

/** The part of API Gateway's event that the pipeline uses; handlers do not see it. */
export interface Received {
  method: string;
  /** Name of the call in the contract, such as 'GET /api/clients/{id}'. */
  name: string;
  requestId: string;
  headers: Readonly<Record<string, string | undefined>>;
  accept: string;
  /** Network of the caller, for rate limits; see {@link sourceOf}. */
  source: string;
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, readonly string[] | undefined>>;
  bytes: () => Buffer;
}

/** Copy of the browser's Accept header, because CloudFront replaces Accept for API Gateway. */
export const VIEWER_ACCEPT = 'x-viewer-accept';

/** Caller's IP address. CloudFront sets this header on every request, so that callers cannot choose it. */
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

export const tokenOf = ({ headers, params }: Received) => headers['x-client-token'] ?? params.token;

const GROUPS = 8;
/** Groups of an IPv6 address that form its /64, all of which one customer controls. */
const OF_NETWORK = 4;

/** An embedded IPv4 address counts as two groups. */
const groupsIn = (text: string) => (text ? text.split(':').flatMap((group) => (isIPv4(group) ? ['', ''] : group)) : []);

/** Returns the /64 of an IPv6 address in one spelling, such as '2001:db8:0:1::/64'. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map(groupsIn);
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, OF_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns an IPv4 address, the /64 of an IPv6 address, or 'unknown'. */
export function sourceOf(address: string | undefined): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address ?? '') ?? [];
  if (mapped && isIPv4(mapped)) return mapped;
  return address && isIPv6(address) && !address.includes('%') ? networkOf(address) : 'unknown';
}

const FIRST_PARAM = /\{(\w+)\}/;

export const firstParam = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  params[FIRST_PARAM.exec(path)?.[1] ?? ''] ?? '';

/** Throws 404 for a malformed id. Portal tokens are excluded, as the identity check verifies them. */
export function checkIds({ token: _, ...ids }: Readonly<Record<string, string | undefined>>): void {
  if (!Object.values(ids).every((id) => isId(id ?? ''))) throw notFound();
}

/** Returns the client's id; `undefined` for calls about no client, blank for a malformed id. */
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

/** Returns part of a file. Its handler knows the right length. */
export function readBytes(request: Received): Buffer {
  expectContentType(request, 'application/octet-stream');
  return request.bytes();
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

/** Parses input at the time of the request, which limits the years of its dates. Throws 400 with the refused fields. */
export function parse<S extends z.core.$ZodType>(schema: S, input: unknown, now: Date): z.output<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalid('body', 'Send a JSON object');
  if (Object.hasOwn(input, '__proto__')) throw invalid('__proto__', 'Unknown field');
  const result = at(now, () => z.safeParse(schema, input));
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
  constructor(body: unknown, more: { headers?: Record<string, string> | undefined; cookies?: string[] } = {}) {
    this.body = body;
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

/** Returns a page of a list, with the address of the next one if there is one. */
export const pageResponse = ({ items, next }: { items: readonly unknown[]; next: string | undefined }) =>
  new HttpResponse(items, next ? { headers: { link: `<${next}>; rel="next"` } } : {});
