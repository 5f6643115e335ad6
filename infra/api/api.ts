import { createHash } from 'node:crypto';
import { Aws, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnGatewayResponse,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { type PolicyDocument, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct, type IDependable } from 'constructs';
import { partsOf } from '#shared/contract/address.ts';
import { api as contract } from '#shared/contract/api.ts';
import type { Call, LambdaName } from '#shared/contract/call.ts';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import type { Settings } from '../config.ts';
import { API_HEADERS } from '../edge/security-headers.ts';
import { liveArn, type ResourceFunction } from '../functions/resource-function.ts';
import { API_STAGE, stackName } from '../names.ts';
import { removalOf } from '../removal-policy.ts';
import { type Json, pathParameters, pathsOf } from './paths.ts';

/** Responses of the gateway itself, in the contract's error format. All other types use a default. */
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

/** Returns static values in single quotes. CloudFront adds the headers whose values contain quotes themselves. */
const quoted = (headers: Record<string, string>) =>
  Object.entries(headers)
    .filter(([, value]) => !value.includes("'"))
    .map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]);

const GATEWAY_RESPONSES = Object.fromEntries(
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

/** Adds the gateway responses as resources, because the emulator ignores those in the routes. */
function addGatewayResponses(scope: Construct, restApiId: string): CfnGatewayResponse[] {
  return Object.entries(GATEWAY_RESPONSES).map(
    ([responseType, answer]) => new CfnGatewayResponse(scope, responseType, { restApiId, responseType, ...answer }),
  );
}

const uriOf = (functionArn: string) =>
  `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;

/** Returns the routes as an OpenAPI 3.0 import with AWS extensions. Each call is proxied to its function unchanged. */
const routes = (title: string, arnOf: (name: LambdaName) => string): Json => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: pathsOf((name, { lambda }) => ({
    parameters: pathParameters(name),
    responses: {},
    'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: uriOf(arnOf(lambda)) },
  })),
  'x-amazon-apigateway-gateway-responses': GATEWAY_RESPONSES,
});

/** Settings of the execution log: errors only, without bodies. */
const LOGGING = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };
/** Throttling of each call: requests per second, and the burst. */
const THROTTLE = { throttlingRateLimit: 200, throttlingBurstLimit: 400 };
/** Lower limit for calls that need no session, and for all of the portal. */
const OPEN = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };
const SIGN_IN = { throttlingRateLimit: 20, throttlingBurstLimit: 40 };
/** Every page starts with these, so at a lower rate a few addresses could block the firm. */
const AT_START: readonly string[] = ['GET /api/auth/me', 'GET /api/firm'];

/** Limits of the calls that check files. A check takes 10 s at most, so 180 of an account's 1,000 functions are busy. */
const CHECKING: Partial<Record<string, typeof THROTTLE>> = {
  'POST /api/clients/{id}/documents': { throttlingRateLimit: 10, throttlingBurstLimit: 40 },
  'POST /api/uploads/{id}/finish': { throttlingRateLimit: 3, throttlingBurstLimit: 10 },
};

function throttleOf(name: string, { lambda, allow }: Call) {
  if (AT_START.includes(name)) return undefined;
  if (lambda === 'auth' && name.startsWith('POST')) return SIGN_IN;
  return lambda === 'portal' || allow.includes('anonymous') ? OPEN : undefined;
}

/** Settings of calls with a lower rate. They replace the stage's settings, so logging is repeated. */
const methodOptions = Object.fromEntries(
  Object.entries<Call>(contract).flatMap(([name, call]) => {
    const { method, path } = partsOf(name);
    const throttle = CHECKING[name] ?? throttleOf(name, call);
    return throttle ? [[`${path}/${method}`, { ...throttle, ...LOGGING }]] : [];
  }),
);

/** Fields of the access log. It has the resource's pattern instead of the path, because portal paths contain tokens. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    method: '$context.httpMethod',
    resource: '$context.resourcePath',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    bytes: '$context.responseLength',
    error: '$context.error.responseType',
  }),
);

/**
 * Media types that pass as binary. LocalStack doesn't match the wildcard, so the types of uploads and of the local
 * origin's Accept header are listed.
 */
const BINARY = { aws: ['*/*'], local: ['*/*', 'multipart/form-data', 'application/octet-stream'] };

/** Returns a new id for the local API if calls or gateway responses change, because LocalStack cannot update an API. */
function routesId({ target }: Settings): string {
  if (target === 'aws') return 'Routes';
  const calls = Object.entries(contract).map(([name, { lambda }]) => [name, lambda]);
  const shape = JSON.stringify([calls, GATEWAY_RESPONSES, BINARY.local]);
  return `Routes${createHash('sha256').update(shape).digest('hex').slice(0, 8)}`;
}

interface Props {
  settings: Settings;
  /** Resource policy; without one, anyone may call. */
  policy?: PolicyDocument;
}

/** REST API with the routes of the contract; a new call needs no change here. */
export class Api extends Construct {
  readonly rest: SpecRestApi;

  constructor(scope: Construct, id: string, { settings, policy }: Props) {
    super(scope, id);
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    const name = stackName(settings);
    this.rest = new SpecRestApi(this, routesId(settings), {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(routes(name, (of) => liveArn(this, of))),
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: BINARY[settings.target],
      ...(policy && { policy }),
      cloudWatchRole: true,
      deployOptions: {
        stageName: API_STAGE,
        ...THROTTLE,
        ...LOGGING,
        methodOptions,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: ACCESS_LOG,
      },
    });
    this.addExecutionLog(settings);
    this.acknowledge();
    if (settings.target === 'local') this.addGatewayResponses();
  }

  /** Lets the API invoke the functions, and deploys new routes only after the functions are up to date. */
  open(functions: readonly ResourceFunction[]): void {
    const sourceArn = this.rest.arnForExecuteApi('*', '/api/*', API_STAGE);
    for (const { live } of functions)
      live.addPermission('Api', { principal: new ServicePrincipal('apigateway.amazonaws.com'), sourceArn });
    this.deployAfter(...functions.map(({ live }) => live));
  }

  /** Creates the execution log, because API Gateway would create one that never expires. */
  private addExecutionLog({ logRetentionDays, ...settings }: Settings): void {
    const log = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.rest.restApiId}/${API_STAGE}`,
      retention: logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    this.rest.deploymentStage.node.addDependency(log);
  }

  private deployAfter(...made: readonly IDependable[]): void {
    this.rest.latestDeployment?.node.addDependency(...made);
  }

  private addGatewayResponses(): void {
    this.deployAfter(...addGatewayResponses(this.rest, this.rest.restApiId));
    Validations.of(this.rest).acknowledge({
      id: 'CloudFormation-Validate::W3660',
      reason: 'The resources repeat the gateway responses of the routes.',
    });
  }

  private acknowledge(): void {
    Validations.of(this.rest).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: "Paths, queries and bodies are parsed by the contract's schemas in the function.",
      },
      {
        id: 'Serverless-APIGWXrayEnabled',
        reason: 'X-Ray keeps paths as they were sent, and those of the portal hold tokens.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'The web ACL is at CloudFront, and the API accepts requests from CloudFront only.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: "API Gateway writes its logs under one role per account, which AWS's own policy is made for.",
      },
    );
  }
}
