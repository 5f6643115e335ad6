import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { partsOf } from '#shared/contract/address.ts';
import { api } from '#shared/contract/api.ts';
import type { LambdaName } from '#shared/contract/call.ts';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';

/** Runs a function with an event. */
export type Invoke = (name: LambdaName, event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** The API's paths with what calls them, those of fixed words before those of names. */
const RESOURCES = Object.entries(
  Object.groupBy(Object.entries(api), ([name]) => partsOf(name).path) as Record<
    string,
    [string, { lambda: LambdaName }][]
  >,
)
  .map(([resource, calls]) => ({
    resource,
    pattern: new RegExp(`^${resource.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    functions: new Map(calls.map(([name, { lambda }]) => [partsOf(name).method, lambda])),
  }))
  .sort((a, b) => a.resource.split('{').length - b.resource.split('{').length);

const own = (statusCode: number, message: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
  body: JSON.stringify({ message }),
});

function decoded(params: Record<string, string> = {}): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

async function answer({ method = '', url = '', headers }: IncomingMessage, body: Buffer, invoke: Invoke) {
  const { pathname, searchParams } = new URL(url, 'http://gateway');
  const found = RESOURCES.find(({ pattern }) => pattern.test(pathname));
  const name = found?.functions.get(method);
  if (!found || !name) return own(404, 'Not found');
  const params = decoded(found.pattern.exec(pathname)?.groups);
  if (!params) return own(400, 'The request could not be understood');
  if (body.length * (4 / 3) > MAX_EVENT_BYTES) return own(413, FILE_TOO_LARGE);
  return invoke(name, {
    httpMethod: method,
    resource: found.resource,
    pathParameters: params,
    multiValueQueryStringParameters: Object.fromEntries(
      [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]),
    ),
    headers,
    body: body.toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: randomUUID() },
  } as unknown as APIGatewayProxyEvent);
}

/** Answers a call as API Gateway does: finds its function, and turns request and answer into events and back. */
export async function gateway(request: IncomingMessage, response: ServerResponse, invoke: Invoke): Promise<void> {
  const result = await answer(request, await buffer(request), invoke).catch((error: unknown) => {
    console.error(error);
    return own(500, 'Something went wrong. Please try again.');
  });
  for (const [name, values] of Object.entries({ ...result.headers, ...result.multiValueHeaders }))
    response.setHeader(name, Array.isArray(values) ? values.map(String) : String(values));
  response.writeHead(result.statusCode);
  response.end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
}
