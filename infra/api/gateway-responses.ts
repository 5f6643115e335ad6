import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { API_HEADERS } from '../edge/security-headers.ts';

/** The gateway's own answers in the contract's form (contract, General). What is not listed falls back to a default. */
const ANSWERS: readonly { type: ResponseType; status?: number; message: string; headers?: Record<string, string> }[] = [
  { type: ResponseType.DEFAULT_4XX, message: 'The request could not be understood' },
  { type: ResponseType.DEFAULT_5XX, message: 'Something went wrong. Please try again.' },
  { type: ResponseType.INTEGRATION_FAILURE, status: 500, message: 'Something went wrong. Please try again.' },
  { type: ResponseType.INTEGRATION_TIMEOUT, status: 500, message: 'This took too long. Please try again.' },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, status: 404, message: 'Not found' },
  { type: ResponseType.RESOURCE_NOT_FOUND, status: 404, message: 'Not found' },
  { type: ResponseType.REQUEST_TOO_LARGE, status: 413, message: FILE_TOO_LARGE },
  {
    type: ResponseType.THROTTLED,
    status: 429,
    message: 'Too many requests. Please try again shortly.',
    headers: { 'retry-after': '1' },
  },
];

/** A static value is written between single quotes; one that has quotes of its own is left to CloudFront to add. */
const quoted = (headers: Record<string, string>) =>
  Object.entries(headers)
    .filter(([, value]) => !value.includes("'"))
    .map(([name, value]) => [name, `'${value}'`]);

/** Replaces the gateway's own error answers. */
export function addGatewayResponses(api: RestApi): void {
  for (const { type, status, message, headers } of ANSWERS)
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status && { statusCode: String(status) }),
      responseHeaders: {
        ...Object.fromEntries(quoted({ ...API_HEADERS, ...headers })),
        'x-request-id': 'context.requestId',
      },
      templates: { 'application/json': JSON.stringify({ message }) },
    });
}
