import { isIPv4, isIPv6 } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type About, isId } from '#shared/contract/call.ts';
import { HttpError, invalid, notFound } from '../services/errors.ts';
import { isChildId, isRootId, parseChildId } from '../services/keys/ids.ts';

/** A request in terms of HTTP: all that is taken from API Gateway's event, and nothing but the pipeline sees even this. */
export interface Received {
  method: string;
  /** As the contract names it, where it does: 'GET /api/clients/{id}'. */
  name: string;
  requestId: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The types that the caller takes. */
  accept: string;
  /** The network that it comes from, to count what comes from there: {@link sourceOf}. */
  source: string;
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, readonly string[] | undefined>>;
  /** The body as it came. */
  bytes: () => Buffer;
}

/** What CloudFront passes a browser's Accept header on as: under its own name it asks API Gateway for any type. */
export const VIEWER_ACCEPT = 'x-viewer-accept';

/** In what CloudFront says from where a request comes: it sets it on each, so that nobody can choose it. */
export const VIEWER_ADDRESS = 'x-viewer-address';

/** A request as API Gateway hands it over, which has matched its path. */
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

/**
 * The network that an address belongs to as far as one party holds it: an IPv4 address is its own, of IPv6 it is the /64.
 * 'unknown' for what is no address, or none.
 */
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

/** Throws 415 unless the body is announced as `type`. */
export function expectContentType({ headers }: Received, type: string): void {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new HttpError(415, `Send this as ${type}`);
}

/** The parsed JSON of a body. Throws 400 for what is not JSON in UTF-8, 413 for too much, 415 for another type. */
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

/** What a schema makes of an input. Throws 400 naming each wrong field. */
export function parse<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalid('body', 'Send a JSON object');
  if (Object.hasOwn(input, '__proto__')) throw invalid('__proto__', 'Unknown field');
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error.issues);
  const [first, message] = Object.entries(fields).at(-1) ?? ['body', 'Invalid input'];
  throw new HttpError(400, message === 'Unknown field' ? `Unknown field: ${first}` : message, { fields });
}

/** The query string as an object. Throws 400 for a parameter that comes twice. */
export function readQuery({ query }: Received): Record<string, string> {
  const entries = Object.entries(query);
  const repeated = entries.find(([, values]) => values?.length !== 1);
  if (repeated) throw invalid(repeated[0], 'Send this once');
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0] ?? '']));
}
