import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A request in terms of HTTP: all that is taken from API Gateway's event, and nothing but the pipeline sees even this. */
export interface Received {
  method: string;
  /** As the contract names it, where it does: 'GET /api/clients/{id}'. */
  name: string;
  requestId: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, readonly string[] | undefined>>;
  /** The body as it came. */
  bytes: () => Buffer;
}

/** A request as API Gateway hands it over, which has matched its path. */
export const received = (event: APIGatewayProxyEvent): Received => ({
  method: event.httpMethod,
  name: `${event.httpMethod} ${event.resource}`,
  requestId: event.requestContext.requestId,
  headers: Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  params: event.pathParameters ?? {},
  query: event.multiValueQueryStringParameters ?? {},
  bytes: () => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
});
