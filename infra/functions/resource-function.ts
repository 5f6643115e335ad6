import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  PolicyDocument,
  PolicyStatement,
  type PolicyStatementProps,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Alias, Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { stackName } from '../names.ts';
import { removalOf } from '../removal-policy.ts';
import type { FunctionName } from './bundle.ts';

/** Megabytes; a function's share of a core comes with them. 1769 is one core, for password hashing. */
const MEMORY: Partial<Record<FunctionName, number>> = {
  auth: 1769,
  advisers: 1769,
  account: 1769,
  passkeys: 1769,
  documents: 1024,
};
const DEFAULT_MEMORY = 512;
/** Seconds: for calls as long as API Gateway waits, for jobs of the product's own five minutes. */
const TIMEOUT: Partial<Record<FunctionName, number>> = { 'on-record': 300, tick: 300 };
const DEFAULT_TIMEOUT = 29;

/** The alias that calls go to: it names the version that serves. */
const LIVE = 'live';

const functionName = (scope: Construct, name: FunctionName) => `${Stack.of(scope).stackName}-${name}`;

/**
 * The ARN of a function's live version, which may not be made yet: the API names its functions, these are told the
 * site's address, and the site names the API.
 */
export const liveArn = (scope: Construct, name: FunctionName) =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionName(scope, name)}:${LIVE}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

interface Props {
  name: FunctionName;
  description: string;
  settings: Settings;
  directory: string;
  /** Takes what the function was told without anybody waiting for it, and failed at each time it was tried. */
  deadLetterQueue?: IQueue;
}

/**
 * A function: Node 24 on ARM64, with a role and a log of its own and no rights but those bound to it. Each change of its
 * code or its settings is published as a version, which takes both over at once.
 */
export class ResourceFunction extends Construct {
  readonly name: FunctionName;
  readonly lambda: LambdaFunction;
  /** What callers call. */
  readonly live: Alias;
  readonly logs: LogGroup;
  private readonly rights = new PolicyDocument();

  constructor(scope: Construct, id: string, { name, description, settings, directory, deadLetterQueue }: Props) {
    super(scope, id);
    const isLocal = settings.target === 'local';
    const isTraced = !isLocal && name !== 'canary';
    this.name = name;
    this.logs = new LogGroup(this, 'Logs', {
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    // Inside the role: a policy of its own would be one more resource for each function.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { rights: this.rights },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], this.logs.logGroupArn);
    if (isTraced) this.allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*');
    if (deadLetterQueue) this.allow(['sqs:SendMessage'], deadLetterQueue.queueArn);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionName(this, name),
      description,
      code: Code.fromAsset(directory),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY[name] ?? DEFAULT_MEMORY,
      timeout: Duration.seconds(TIMEOUT[name] ?? DEFAULT_TIMEOUT),
      role: role.withoutPolicyUpdates(),
      deadLetterQueue,
      logGroup: this.logs,
      environment: { SERVICE: stackName(settings) },
      tracing: isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
      currentVersionOptions: { removalPolicy: removalOf(settings) },
    });
    // LocalStack cannot move an alias: locally it stays on the newest code.
    const version = isLocal ? this.lambda.latestVersion : this.lambda.currentVersion;
    this.live = new Alias(this, 'Live', { aliasName: LIVE, version });
    if (isTraced) this.acknowledgeTracing();
    if (!deadLetterQueue)
      Validations.of(this.lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason:
          'The API waits for the answer, the stream keeps what failed, and the clock comes again: nothing is lost.',
      });
  }

  /**
   * Sets environment variables and, with them, the actions that the function may take on a resource, under conditions
   * where there are any.
   */
  bind(
    environment: Readonly<Record<string, string>>,
    actions: readonly string[] = [],
    arn?: string,
    conditions?: PolicyStatementProps['conditions'],
  ): void {
    for (const [name, value] of Object.entries(environment)) this.lambda.addEnvironment(name, value);
    if (arn) this.allow(actions, arn, conditions);
  }

  private allow(actions: readonly string[], arn: string, conditions?: PolicyStatementProps['conditions']): void {
    this.rights.addStatements(new PolicyStatement({ actions: [...actions], resources: [arn], conditions }));
  }

  private acknowledgeTracing(): void {
    const reason =
      'X-Ray knows no resources: xray:PutTraceSegments and xray:PutTelemetryRecords are granted on "*" or not at all.';
    const ids = ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'];
    Validations.of(this).acknowledge(...ids.map((id) => ({ id, reason })));
  }
}
