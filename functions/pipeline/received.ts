import type { APIGatewayProxyEvent } from 'aws-lambda';
import { sourceOf } from './source.ts';

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
