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

/** Memory in MB, which also sets the CPU share. 1769 MB is one core, for password hashing and the check of 50 MB. */
const MEMORY: Partial<Record<FunctionName, number>> = {
  auth: 1769,
  advisers: 1769,
  account: 1769,
  passkeys: 1769,
  documents: 1024,
  uploads: 1769,
  signing: 1769,
};
const DEFAULT_MEMORY = 512;
/** Timeouts of long jobs, in seconds; the default is API Gateway's limit. */
const TIMEOUT: Partial<Record<FunctionName, number>> = { 'on-record': 300, tick: 300 };
const DEFAULT_TIMEOUT = 29;

/** Alias of the version that serves calls. */
const LIVE = 'live';

const functionName = (scope: Construct, name: FunctionName) => `${Stack.of(scope).stackName}-${name}`;

/** Returns the ARN of an alias before it exists, because API, functions and site depend on each other. */
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
  /** Receives asynchronous events that failed on every attempt. */
  deadLetterQueue?: IQueue;
}

/** Lambda function with its own role and log. Each change of code or settings publishes a version. */
export class ResourceFunction extends Construct {
  readonly name: FunctionName;
  readonly lambda: LambdaFunction;
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
    // Inline, because a separate policy would be one more resource for each function.
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
    // LocalStack cannot move an alias, so locally it stays on the latest code.
    const version = isLocal ? this.lambda.latestVersion : this.lambda.currentVersion;
    this.live = new Alias(this, 'Live', { aliasName: LIVE, version });
    if (isTraced) this.acknowledgeTracing();
    if (!deadLetterQueue)
      Validations.of(this.lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'The API waits for the answer, the stream retries, and the schedule runs again: no event is lost.',
      });
  }

  /** Sets environment variables, and allows actions on the resource that they name. */
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
