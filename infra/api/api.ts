import { Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { api as contract, type LambdaName } from '#shared/contract/api.ts';
import type { Settings } from '../config.ts';
import type { ResourceFunction } from '../functions/resource-function.ts';
import { removalOf } from '../removal-policy.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** The one stage's name, which is also the path that CloudFront adds. */
export const STAGE = 'live';
/** What the log of the API's own doings holds: errors, and nothing of what was sent. */
const LOGGING = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };
/** Requests per second that any call takes, and how many at once. */
const THROTTLE = { throttlingRateLimit: 200, throttlingBurstLimit: 400 };
/** The same for calls that anyone may make who holds no session. */
const LOWER: Partial<Record<LambdaName, typeof THROTTLE>> = {
  auth: { throttlingRateLimit: 20, throttlingBurstLimit: 40 },
  portal: { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
};

/** Settings of the calls that differ from the rest. They stand in place of the stage's. */
const methodOptions = Object.fromEntries(
  Object.entries(contract).flatMap(([call, { lambda }]) => {
    const [method = '', path = ''] = call.split(' ');
    const throttle = LOWER[lambda];
    return throttle ? [[`${path}/${method}`, { ...throttle, ...LOGGING }]] : [];
  }),
);

/** Fields of the access log. The path as sent holds portal tokens and stays out; the resource's pattern stands for it. */
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

interface Props {
  settings: Settings;
  /** Who may call at all; everybody where it is absent. */
  policy?: PolicyDocument;
}

/** The REST API. Its routes are those of the contract; a new call needs no line here. */
export class Api extends Construct {
  readonly rest: RestApi;

  constructor(scope: Construct, id: string, { settings, policy }: Props) {
    super(scope, id);
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    this.rest = new RestApi(this, 'Rest', {
      restApiName: 'onboarding-portal',
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['*/*'],
      ...(policy && { policy }),
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE,
        ...THROTTLE,
        ...LOGGING,
        methodOptions,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: ACCESS_LOG,
      },
    });
    addGatewayResponses(this.rest);
    this.acknowledge();
  }

  /** Adds every call of the contract, answered by its function. */
  route(functions: readonly ResourceFunction[]): void {
    const integrations = new Map(
      functions.map(({ name, lambda }): [string, LambdaIntegration] => [
        name,
        new LambdaIntegration(lambda, { allowTestInvoke: false }),
      ]),
    );
    for (const [call, { lambda }] of Object.entries(contract)) {
      const [method = '', path = ''] = call.split(' ');
      this.rest.root.resourceForPath(path).addMethod(method, integrations.get(lambda));
    }
  }

  private acknowledge(): void {
    const identity = 'Session cookies and portal tokens are checked by the function, per call, against the contract.';
    Validations.of(this.rest).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: "Paths, queries and bodies are parsed by the contract's schemas in the function.",
      },
      { id: 'AwsSolutions-APIG3', reason: 'The web ACL stands at CloudFront, and the API answers CloudFront only.' },
      { id: 'AwsSolutions-APIG4', reason: identity },
      { id: 'AwsSolutions-COG4', reason: identity },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: "API Gateway writes its logs under one role per account, which AWS's own policy is made for.",
      },
    );
  }
}
