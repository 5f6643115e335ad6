import { Match, type Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { DEPLOYMENTS, VARIANTS, type Variant } from '#infra/lint/variants.ts';
import { type Companion, deployed, type Synthesized } from './synthesized.ts';

// Facts of the templates that keep data safe, secrets out of logs, or costs low. Linters check common rules on every
// deployment, and snapshots show the rest.

type Place = Variant | `${Variant} ${Companion}`;

/** Attributes of resources that are no properties. */
const ATTRIBUTES = ['DeletionPolicy', 'UpdateReplacePolicy'];

function resource(expected: object): object {
  const { attributes = [], properties = [] } = Object.groupBy(Object.entries(expected), ([name]) =>
    ATTRIBUTES.includes(name) ? 'attributes' : 'properties',
  );
  return { ...Object.fromEntries(attributes), Properties: Object.fromEntries(properties) };
}

const made = new Map<string, Synthesized>();
for (const variant of VARIANTS) made.set(variant, await deployed(variant));

const fact =
  (check: (template: Template, type: string, expected: object) => void) =>
  (why: string, places: Place | readonly Place[], type: string, expected: object = {}) =>
    test.each([places].flat())(`${why} (%s)`, (place) => {
      const [variant, part] = place.split(' ') as [Variant, Companion?];
      const { portal, companion } = made.get(variant) ?? expect.fail('not synthesized');
      check(part ? companion(part) : portal, type.startsWith('Custom::') ? type : `AWS::${type}`, expected);
    });

const some = fact((template, type, expected) => template.hasResource(type, resource(expected)));
const every = fact((template, type, expected) => template.allResources(type, resource(expected)));
const none = fact((template, type, expected) => template.resourcePropertiesCountIs(type, expected, 0));

const { absent, anyValue, arrayWith, not, stringLikeRegexp: like } = Match;
const among = (...items: object[]) => arrayWith(items.map((item) => Match.objectLike(item)));
const ref = (start: string) => ({ Ref: like(`^${start}`) });
const arn = (start: string) => ({ 'Fn::GetAtt': [like(`^${start}`), 'Arn'] });

const RETAINED = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
const { ALARM_MAIL, DOMAIN } = DEPLOYMENTS.prod.file;
const { HOSTED_ZONE_ID } = DEPLOYMENTS.first.file;
const { DATA_KEY_ARN, MAC_KEY_ARN } = DEPLOYMENTS.imported.file;

// Data

every('the table is encrypted with a key of its own', 'prod', 'DynamoDB::GlobalTable', {
  SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
  Replicas: [{ SSESpecification: { KMSMasterKeyId: arn('DataTableKey') } }],
});
every('the local table’s encryption never changes, which would replace the table', 'local', 'DynamoDB::GlobalTable', {
  SSESpecification: absent(),
  Replicas: [{ SSESpecification: absent() }],
});
every('the local keys never change, which would make data unreadable', 'local', 'KMS::Key', {
  MultiRegion: absent(),
  Description: not(like('^Encrypts the table')),
});
for (const start of ['Wraps the data key', 'Derives portal tokens'])
  some(`the key that "${start}" can be replicated to survive the loss of a region`, 'prod', 'KMS::Key', {
    Description: like(`^${start}`),
    MultiRegion: true,
  });
none('imported data keeps its keys', 'imported', 'KMS::Key', { Description: like('^(Wraps|Derives)') });
none('imported keys are not replicated again', 'imported BackupCopies', 'KMS::ReplicaKey');
some('functions may use imported keys', 'imported', 'IAM::Role', {
  Policies: among({
    PolicyDocument: {
      Statement: among(
        { Action: 'kms:GenerateMac', Resource: MAC_KEY_ARN },
        { Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Resource: DATA_KEY_ARN },
      ),
    },
  }),
});
some('documents have their own key, can be restored for 90 days, and then cost nothing', 'prod', 'S3::Bucket', {
  VersioningConfiguration: { Status: 'Enabled' },
  BucketEncryption: {
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { KMSMasterKeyID: arn('DataDataKey') } }],
  },
  LifecycleConfiguration: {
    Rules: [{ ExpiredObjectDeleteMarker: true, NoncurrentVersionExpiration: { NoncurrentDays: 90 } }],
  },
});
every('a deletion empties only the site’s bucket', ['dev', 'prod'], 'Custom::S3AutoDeleteObjects', {
  BucketName: ref('SiteBucket'),
});
some('a destroyable deployment leaves no documents', 'destroyable', 'Custom::S3AutoDeleteObjects', {
  BucketName: ref('DataDocuments'),
});
for (const [variant, isProtected] of Object.entries({ prod: true, first: false, destroyable: false }))
  every(`deletion protection of the table is ${isProtected}`, variant as Variant, 'DynamoDB::GlobalTable', {
    Replicas: [{ DeletionProtectionEnabled: isProtected }],
  });

// Backups

every('a nightly backup is kept for 35 days here and in the backup region', 'prod Backup', 'Backup::BackupPlan', {
  BackupPlan: {
    BackupPlanRule: [
      {
        ScheduleExpression: 'cron(0 2 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        CopyActions: [{ DestinationBackupVaultArn: anyValue(), Lifecycle: { DeleteAfterDays: 35 } }],
      },
    ],
  },
});
every('nobody can delete a backup for 35 days', ['prod Backup', 'prod BackupCopies'], 'Backup::BackupVault', {
  ...RETAINED,
  LockConfiguration: { MinRetentionDays: 35 },
  EncryptionKeyArn: anyValue(),
});
// Otherwise, the first deployment could not be repeated.
every('a failed creation leaves no locked vault', ['first Backup', 'first BackupCopies'], 'Backup::BackupVault', {
  LockConfiguration: absent(),
});
every('a failed backup or copy is emailed with its section of the runbook', 'prod Backup', 'Events::Rule', {
  EventPattern: { source: ['aws.backup'], detail: { state: arrayWith(['FAILED']) } },
  Targets: [{ InputTransformer: { InputTemplate: like('^"Backup failed in .*runbook\\.md#a-backup-failed"$') } }],
});

// Edge

const withCookie = (SearchString: string) => ({
  ByteMatchStatement: Match.objectLike({ FieldToMatch: { SingleHeader: { Name: 'cookie' } }, SearchString }),
});
const LIMITS = { 'sign-in': 300, 'no-session': 100, portal: 300, 'client-token': 600, all: 2000 };
every('an address is limited in five minutes, with the contract’s 429', 'prod Guard', 'WAFv2::WebACL', {
  Rules: among(
    ...Object.entries(LIMITS).map(([Name, Limit]) => ({
      Name,
      Action: { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'too-many' } } },
      Statement: { RateBasedStatement: { Limit, EvaluationWindowSec: 300, AggregateKeyType: 'IP' } },
    })),
  ),
  CustomResponseBodies: { 'too-many': { Content: Match.serializedJson({ message: anyValue() }) } },
});
every(
  'links in reminders are limited whatever cookie is sent, and other calls without a session',
  'prod Guard',
  'WAFv2::WebACL',
  {
    Rules: among({
      Name: 'no-session',
      Statement: {
        RateBasedStatement: {
          ScopeDownStatement: {
            OrStatement: {
              Statements: [
                Match.objectLike({ ByteMatchStatement: Match.objectLike({ SearchString: '/api/reminders/' }) }),
                { AndStatement: { Statements: among({ NotStatement: { Statement: withCookie('session=') } }) } },
              ],
            },
          },
        },
      },
    }),
  },
);
every('managed rules do not block uploads, which are large bodies', 'prod Guard', 'WAFv2::WebACL', {
  Rules: among({
    Statement: {
      ManagedRuleGroupStatement: {
        Name: 'AWSManagedRulesCommonRuleSet',
        RuleActionOverrides: among({ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }),
      },
    },
  }),
});
every('the web ACL takes no samples, which would contain tokens', 'prod Guard', 'WAFv2::WebACL', {
  VisibilityConfig: { SampledRequestsEnabled: false },
  Rules: not(among({ VisibilityConfig: { SampledRequestsEnabled: true } })),
});
every('the web ACL’s log contains no tokens', 'prod Guard', 'WAFv2::LoggingConfiguration', {
  RedactedFields: [
    { UriPath: {} },
    { QueryString: {} },
    ...['cookie', 'referer', 'x-client-token'].map((Name) => ({ SingleHeader: { Name } })),
  ],
});
every('CloudFront’s log contains the caller and the request id', 'prod Edge', 'Logs::Delivery', {
  RecordFields: arrayWith(['c-ip', 'sc-status', 'x-edge-request-id']),
});
every('CloudFront’s log contains no field with tokens', 'prod Edge', 'Logs::Delivery', {
  RecordFields: not(arrayWith([like('uri|query|[Rr]eferer|[Cc]ookie')])),
});
// The policy is AWS's "AllViewerExceptHostHeader".
every('CloudFront sends all but Host to the API, and has no other behaviour', 'prod', 'CloudFront::Distribution', {
  DistributionConfig: {
    CacheBehaviors: [{ PathPattern: '/api/*', OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac' }],
  },
});
every('CloudFront caches no error, and has no log of version 1, with paths', 'prod', 'CloudFront::Distribution', {
  DistributionConfig: {
    Logging: absent(),
    CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
  },
});
every('the domain has a certificate from its hosted zone', 'first Guard', 'CertificateManager::Certificate', {
  ...RETAINED,
  DomainName: DOMAIN,
  ValidationMethod: 'DNS',
  DomainValidationOptions: [{ DomainName: DOMAIN, HostedZoneId: HOSTED_ZONE_ID }],
});
const WITHOUT = ['dev Guard', 'imported Guard', 'prod Guard'] as const;
none('no certificate is created without a domain, or beside an own one', WITHOUT, 'CertificateManager::Certificate');
for (const Type of ['A', 'AAAA'])
  some(`a record ${Type} in the hosted zone points to CloudFront`, 'first', 'Route53::RecordSet', {
    Type,
    Name: `${DOMAIN}.`,
    HostedZoneId: HOSTED_ZONE_ID,
    AliasTarget: { DNSName: { 'Fn::GetAtt': [like('^SiteDistribution'), 'DomainName'] } },
  });
none('no record is created without a domain in a zone', ['dev', 'imported', 'prod'], 'Route53::RecordSet', {
  AliasTarget: anyValue(),
});
// Open tabs still load assets of earlier releases.
every('a release removes no asset, and does not wait for CloudFront', 'prod', 'Custom::CDKBucketDeployment', {
  Prune: false,
  DistributionId: absent(),
});

some('scripts and style sheets are stored compressed, and cached forever', 'prod', 'Custom::CDKBucketDeployment', {
  SystemMetadata: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
  Include: absent(),
});

// API and jobs

every('logs of the API contain no path, header, query or body', ['local', 'prod'], 'ApiGateway::Stage', {
  AccessLogSetting: { Format: not(like('context\\.path"|requestOverride|header|querystring')) },
  MethodSettings: not(among({ DataTraceEnabled: true })),
  TracingEnabled: absent(),
});
none('the API may call functions only for its own paths', ['local', 'prod'], 'Lambda::Permission', {
  Principal: 'apigateway.amazonaws.com',
  SourceArn: not({ 'Fn::Join': ['', arrayWith([ref('ApiRoutes'), '/live/*/api/*'])] }),
});
every('a new version takes over gradually, and is rolled back on an alarm', 'prod', 'CodeDeploy::DeploymentGroup', {
  DeploymentConfigName: {
    'Fn::If': [like('^ReleaseGradual'), like('Linear10PercentEvery1Minute$'), like('AllAtOnce$')],
  },
  AlarmConfiguration: { Enabled: { 'Fn::If': [like('^ReleaseGradual'), true, false] } },
  AutoRollbackConfiguration: { Enabled: true, Events: arrayWith(['DEPLOYMENT_STOP_ON_ALARM']) },
});
every('versions are kept for a roll-back', 'prod', 'Lambda::Version', RETAINED);
none('no call runs longer than API Gateway waits', 'prod', 'Lambda::Function', {
  Description: like('^Answers the calls'),
  Timeout: not(29),
});
every('no audit entry is lost if its handler fails', ['local', 'prod'], 'Lambda::EventSourceMapping', {
  StartingPosition: 'TRIM_HORIZON',
  BisectBatchOnFunctionError: true,
  MaximumRecordAgeInSeconds: 20 * 60 * 60,
  DestinationConfig: { OnFailure: { Destination: arn('TriggersDeadLetters') } },
  // The job throws to request a retry, because the emulator ignores a list of failures.
  FunctionResponseTypes: absent(),
});
every('the tick starts every quarter-hour, or is set aside', ['local', 'prod'], 'Scheduler::Schedule', {
  ScheduleExpression: 'cron(0/15 * * * ? *)',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: { Arn: ref('tickLive'), DeadLetterConfig: { Arn: arn('TriggersDeadLetters') } },
});
every('dead letters can be replayed for 14 days', ['local', 'prod'], 'SQS::Queue', {
  MessageRetentionPeriod: 1_209_600,
});

// Email

every('email requires TLS, and stops after a bounce or complaint', ['local', 'prod'], 'SES::ConfigurationSet', {
  DeliveryOptions: { TlsPolicy: 'REQUIRE' },
  SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
});
for (const [variant, domain] of Object.entries({ dev: 'firm.example', imported: 'otherfirm.example' }))
  every(`${domain} outlives the stack, because other stages use it`, variant as Variant, 'SES::EmailIdentity', {
    ...RETAINED,
    EmailIdentity: domain,
    MailFromAttributes: { MailFromDomain: `bounce.${domain}` },
  });
none('an existing identity is not created', ['local', 'destroyable'], 'SES::EmailIdentity');
some('only SES publishes mail events', 'prod', 'SNS::TopicPolicy', {
  Topics: [ref('MailEvents')],
  PolicyDocument: {
    Statement: [
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      {
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'ses.amazonaws.com' },
        Condition: { StringEquals: { 'AWS:SourceAccount': anyValue(), 'AWS:SourceArn': anyValue() } },
      },
    ],
  },
});
some('mail events, which contain addresses, are encrypted', ['local', 'prod'], 'SNS::Topic', {
  KmsMasterKeyId: arn('MailKey'),
});
some('mail events are set aside if their function fails', ['local', 'prod'], 'Lambda::Function', {
  FunctionName: like('-mail-events$'),
  DeadLetterConfig: { TargetArn: arn('MailDeadLetters') },
});

// Watch

for (const [name, id] of Object.entries({ EventsSilent: 'onrecord', TickSilent: 'tick' }))
  some(`${name} starts if its function was not called for 45 minutes`, 'prod', 'CloudWatch::Alarm', {
    AlarmDescription: like(`^${name}:`),
    MetricName: 'Invocations',
    Dimensions: [{ Name: 'FunctionName', Value: ref(`${id}Function`) }],
    Period: 900,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
  });
some('alarms are emailed to the operator', ['prod', 'prod Edge'], 'SNS::Subscription', {
  Protocol: 'email',
  Endpoint: ALARM_MAIL,
  TopicArn: ref('AlarmsTopic'),
});
some('alarms of prod are encrypted', ['prod', 'prod Edge'], 'SNS::Topic', { KmsMasterKeyId: arn('AlarmsKey') });
some('CloudWatch and EventBridge can encrypt alarms', ['prod', 'prod Edge'], 'KMS::Key', {
  Description: 'Seals what alarms say',
  KeyPolicy: {
    Statement: among({
      Principal: { Service: ['cloudwatch.amazonaws.com', 'events.amazonaws.com'] },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
    }),
  },
});
none('dev pays for no alarm key', ['dev', 'dev Edge'], 'KMS::Key', { Description: 'Seals what alarms say' });
none('dev pays for no dashboard', 'dev', 'CloudWatch::Dashboard');
some('the canary visits CloudFront’s domain if the firm has none', 'dev Edge', 'Lambda::Function', {
  Environment: { Variables: { ORIGINS: { 'Fn::Join': ['', ['https://', anyValue()]] } } },
});
every('the canary is not retried, which would hide a failure', 'prod Edge', 'Lambda::EventInvokeConfig', {
  MaximumRetryAttempts: 0,
});
every('the canary may only write its own log', 'prod Edge', 'IAM::Role', {
  ManagedPolicyArns: absent(),
  Policies: [{ PolicyDocument: { Statement: [{ Resource: arn('CanaryLogs') }] } }],
});
every('the operator is emailed before a month costs more than its budget', 'prod Edge', 'Budgets::Budget', {
  Budget: { BudgetLimit: { Amount: 60, Unit: 'USD' }, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
  NotificationsWithSubscribers: Object.entries({ ACTUAL: 80, FORECASTED: 100 }).map(
    ([NotificationType, Threshold]) => ({
      Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE' },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: ALARM_MAIL }],
    }),
  ),
});
none('there is no budget unless it is set', 'dev Edge', 'Budgets::Budget');

// CI

const GITHUB = 'token.actions.githubusercontent.com';
const TRUSTED: Record<string, object> = {
  deploy: { [`${GITHUB}:sub`]: ['repo:firm@1/portal@2:environment:prod'], [`${GITHUB}:ref`]: 'refs/heads/main' },
  diff: { [`${GITHUB}:sub`]: ['pull_request', 'ref:refs/heads/main'].map((of) => `repo:firm@1/portal@2:${of}`) },
};
for (const [name, subject] of Object.entries(TRUSTED))
  some(`only the firm’s repository on GitHub has the role ${name}`, 'prod Ci', 'IAM::Role', {
    RoleName: `OnboardingPortal-prod-eu-west-2-${name}`,
    AssumeRolePolicyDocument: {
      Statement: [
        {
          Principal: { Federated: { 'Fn::Join': ['', arrayWith([like(`:oidc-provider/${GITHUB}$`)])] } },
          Condition: { StringEquals: { [`${GITHUB}:aud`]: 'sts.amazonaws.com', ...subject } },
        },
      ],
    },
  });
