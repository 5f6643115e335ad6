import { Aws } from 'aws-cdk-lib';
import type { LambdaName } from '#shared/contract/call.ts';
import { GATEWAY_RESPONSES } from './gateway-responses.ts';
import { type Json, pathParameters, pathsOf } from './paths.ts';

/** Where API Gateway invokes a function. */
const uriOf = (functionArn: string) =>
  `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;

/**
 * The routes of the API as API Gateway imports them, which is OpenAPI 3.0 with extensions of its own: each call of the
 * contract goes to its function as it came. `arnOf` gives a function's ARN.
 */
export const routes = (title: string, arnOf: (name: LambdaName) => string): Json => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: pathsOf((name, { lambda }) => ({
    parameters: pathParameters(name),
    responses: {},
    'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: uriOf(arnOf(lambda)) },
  })),
  'x-amazon-apigateway-gateway-responses': GATEWAY_RESPONSES,
});
