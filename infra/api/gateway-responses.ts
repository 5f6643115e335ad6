import { CfnGatewayResponse } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { API_HEADERS } from '../edge/security-headers.ts';

/** The gateway's own answers in the contract's form (contract, General). What is not listed falls back to a default. */
const ANSWERS: readonly { type: string; status?: number; message: string; headers?: Record<string, string> }[] = [
  { type: 'DEFAULT_4XX', message: 'The request could not be understood' },
  { type: 'DEFAULT_5XX', message: 'Something went wrong. Please try again.' },
  { type: 'INTEGRATION_FAILURE', status: 500, message: 'Something went wrong. Please try again.' },
  { type: 'INTEGRATION_TIMEOUT', status: 500, message: 'This took too long. Please try again.' },
  { type: 'MISSING_AUTHENTICATION_TOKEN', status: 404, message: 'Not found' },
  { type: 'RESOURCE_NOT_FOUND', status: 404, message: 'Not found' },
  { type: 'REQUEST_TOO_LARGE', status: 413, message: FILE_TOO_LARGE },
  {
    type: 'THROTTLED',
    status: 429,
    message: 'Too many requests. Please try again shortly.',
    headers: { 'retry-after': '1' },
  },
];

/** A static value is written between single quotes; one that has quotes of its own is left to CloudFront to add. */
const quoted = (headers: Record<string, string>) =>
  Object.entries(headers)
    .filter(([, value]) => !value.includes("'"))
    .map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]);

/** The gateway's own error answers, by type, as API Gateway imports them. */
export const GATEWAY_RESPONSES = Object.fromEntries(
  ANSWERS.map(({ type, status, message, headers }) => [
    type,
    {
      ...(status && { statusCode: String(status) }),
      responseParameters: {
        ...Object.fromEntries(quoted({ ...API_HEADERS, ...headers })),
        'gatewayresponse.header.x-request-id': 'context.requestId',
      },
      responseTemplates: { 'application/json': JSON.stringify({ message }) },
    },
  ]),
);

/** The same as resources of their own, for the emulator, which takes none from the routes. */
export function addGatewayResponses(scope: Construct, restApiId: string): CfnGatewayResponse[] {
  return Object.entries(GATEWAY_RESPONSES).map(
    ([responseType, answer]) => new CfnGatewayResponse(scope, responseType, { restApiId, responseType, ...answer }),
  );
}
