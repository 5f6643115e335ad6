import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { api } from '#shared/contract/api.ts';
import type { LambdaName } from '#shared/contract/call.ts';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { findCall } from './calls.ts';

export type Invoke = (name: LambdaName, event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const own = (statusCode: number, message: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
  body: JSON.stringify({ message }),
});

async function answer({ method = '', url = '', headers }: IncomingMessage, body: Buffer, invoke: Invoke) {
  const { pathname, searchParams } = new URL(url, 'http://gateway');
  const call = findCall(method, pathname);
  if (!call) return own(404, 'Not found');
  if (body.length * (4 / 3) > MAX_EVENT_BYTES) return own(413, FILE_TOO_LARGE);
  return invoke(api[call.name].lambda, {
    httpMethod: method,
    resource: call.path,
    pathParameters: call.params,
    multiValueQueryStringParameters: Object.fromEntries(
      [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]),
    ),
    headers,
    body: body.toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: randomUUID() },
  } as unknown as APIGatewayProxyEvent);
}

/** Answers a call as API Gateway does. */
export async function gateway(request: IncomingMessage, response: ServerResponse, invoke: Invoke): Promise<void> {
  const result = await answer(request, await buffer(request), invoke).catch((error: unknown) => {
    if (error instanceof URIError) return own(400, 'The request could not be understood');
    console.error(error);
    return own(500, 'Something went wrong. Please try again.');
  });
  for (const [name, values] of Object.entries({ ...result.headers, ...result.multiValueHeaders }))
    response.setHeader(name, Array.isArray(values) ? values.map(String) : String(values));
  response.writeHead(result.statusCode);
  response.end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
}
