import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { COUNTED, metricsOf, NAMESPACE } from '#functions/services/log/metrics.ts';
import { partsOf } from '#shared/contract/address.ts';
import { api } from '#shared/contract/api.ts';
import { extracted, LINES } from '../support/emf.ts';
import { AWS, DEPLOYER, policiesOf, synthesize } from './synthesized.ts';

const templates: Record<string, Template | undefined> = {
  local: (await synthesize('local')).portal,
  aws: (await synthesize('aws')).portal,
  first: (await synthesize('aws', AWS, { ...DEPLOYER, isFirst: true })).portal,
  destroyable: (await synthesize('aws', { ...AWS, REMOVAL_POLICY: 'destroy' })).portal,
};

const template = (target = 'aws') => templates[target] ?? expect.fail('not synthesized');

interface Dimension {
  Name: string;
  Value: string;
}
const OURS = { Properties: { Namespace: NAMESPACE } };

/** Under which the functions of a stack count. */
const SERVICES: Record<string, string> = { local: 'OnboardingPortal', aws: 'OnboardingPortal-stage' };

interface MethodSetting {
  ResourcePath: string;
  HttpMethod: string;
  ThrottlingRateLimit: number;
}

describe.each(['local', 'aws'])('on %s', (target) => {
  test('what anyone may send without a session is throttled below the rest; GET /api/auth/me is not', () => {
    const [stage] = Object.values(template(target).findResources('AWS::ApiGateway::Stage'));
    const settings: MethodSetting[] = stage?.Properties.MethodSettings ?? [];
    const limit = (method: string, path: string) =>
      settings.find(({ HttpMethod, ResourcePath }) => HttpMethod === method && ResourcePath === path)
        ?.ThrottlingRateLimit;
    const rest = limit('*', '/*') ?? 0;
    expect(rest).toBeGreaterThan(0);
    for (const [call, { lambda }] of Object.entries(api)) {
      const { method, path } = partsOf(call);
      const own = limit(method, path.replaceAll('/', '~1').replace('~1', '/~1'));
      if ((lambda === 'auth' && method === 'POST') || lambda === 'portal') expect(own).toBeLessThan(rest);
      else expect(own).toBeUndefined();
    }
  });

  test('what lines of the log count has an alarm, and no alarm waits for what no line counts', () => {
    const watched = Object.values(template(target).findResources('AWS::CloudWatch::Alarm', OURS)).map(
      ({ Properties: { Namespace, MetricName, Dimensions, Statistic, Threshold } }) => {
        expect([MetricName, Statistic, Threshold]).toEqual([
          MetricName,
          'Sum',
          MetricName === 'SignInFailures' ? 50 : 1,
        ]);
        return [Namespace, MetricName, Dimensions.map(({ Name, Value }: Dimension) => [Name, Value])];
      },
    );
    const counted = Object.values(LINES).flatMap(([line = {}]) => {
      const told = { service: SERVICES[target], ...line, ...metricsOf(line, new Date()) };
      return extracted(told).map(({ namespace, name, dimensions }) => [namespace, name, Object.entries(dimensions)]);
    });
    expect(watched.sort()).toEqual(counted.sort());
    expect(counted).toHaveLength(COUNTED.length);
    template(target).resourceCountIs('AWS::Logs::MetricFilter', 0);
  });

  const resources = (type: string) =>
    Object.entries(template(target).findResources(type)).map(([name, { Properties }]) => ({ name, ...Properties }));
  const topic = { Ref: expect.stringMatching(/^MailEvents/) };
  const ses = { Effect: 'Allow', Principal: { Service: 'ses.amazonaws.com' } };

  test('SES tells of mail that bounced, was reported or rejected, and keeps a list of its own', () => {
    const [configuration] = resources('AWS::SES::ConfigurationSet');
    expect(configuration).toMatchObject({
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    expect(resources('AWS::SES::ConfigurationSetEventDestination')).toMatchObject([
      {
        ConfigurationSetName: { Ref: configuration?.name },
        EventDestination: {
          Enabled: true,
          MatchingEventTypes: ['bounce', 'complaint', 'reject'],
          SnsDestination: { TopicARN: topic },
        },
      },
    ]);
  });

  test('the topic is sealed, SES alone writes to it, and a function reads it', () => {
    const policy = resources('AWS::SNS::TopicPolicy').find(({ Topics }) => Topics[0].Ref.startsWith('MailEvents'));
    const allowed = policy?.PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    const Condition = { StringEquals: { 'AWS:SourceAccount': expect.anything(), 'AWS:SourceArn': expect.anything() } };
    expect(allowed).toEqual([{ Sid: expect.any(String), ...ses, Action: 'sns:Publish', Resource: topic, Condition }]);
    expect(policy?.PolicyDocument.Statement).toHaveLength(target === 'aws' ? 2 : 1);
    template(target).hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    const [, useOfKey] = resources('AWS::KMS::Key').flatMap(({ KeyPolicy }) =>
      KeyPolicy.Statement.length > 1 ? KeyPolicy.Statement : [],
    );
    expect(useOfKey).toMatchObject({ ...ses, Action: ['kms:Decrypt', 'kms:GenerateDataKey'] });
    expect(useOfKey.Condition.StringLike).toHaveProperty(['kms:EncryptionContext:aws:sns:topicArn']);
    expect(resources('AWS::SNS::Subscription')).toContainEqual(
      expect.objectContaining({ Protocol: 'lambda', TopicArn: topic }),
    );
  });

  test('that function reads and changes single items, keeps what it fails at, and nothing else', () => {
    const roles = Object.values(policiesOf(template(target)));
    const own = roles.find(({ Properties }) => Properties.PolicyName.startsWith('maileventsRole'));
    const actions = own?.Properties.PolicyDocument.Statement.flatMap(({ Action }: { Action: string[] }) => Action);
    const others = actions.filter((action: string) => !/^(logs|kms|xray):/.test(action));
    expect([...new Set(others)]).toEqual([
      'sqs:SendMessage',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ]);
  });

  test('logs are kept for a set time', () => {
    template(target).allResourcesProperties('AWS::Logs::LogGroup', {
      RetentionInDays: target === 'aws' ? 365 : 30,
    });
  });
});

describe('the web app is uploaded', () => {
  const uploads = () =>
    Object.values(template().findResources('Custom::CDKBucketDeployment')).map(({ Properties }) => Properties);

  test('with names that have a digest kept for good, and all else asked for again', () => {
    const [assets, pages] = uploads();
    expect(assets?.Include).toEqual(['assets/*']);
    expect(assets?.SystemMetadata).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(pages?.Exclude).toEqual(['assets/*']);
    expect(pages?.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
  });

  test('without removing what open tabs still load', () => {
    expect(uploads().map(({ Prune }) => Prune)).toEqual([false, false]);
  });
});

/** What of a template holds data: the site's bucket can be built again, and nothing is kept under the alarms' key. */
const holding = (name: string) =>
  ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::S3::Bucket'].flatMap((type) =>
    Object.entries(template(name).findResources(type)).filter(([id]) => !/^(SiteBucket|AlarmsKey)/.test(id)),
  );

test.each([
  ['aws', 'RetainExceptOnCreate', true],
  // A creation that fails leaves nothing behind, so that it can be repeated.
  ['first', 'RetainExceptOnCreate', false],
  ['destroyable', 'Delete', false],
])('%s: what holds data is removed with the stack: %s', (name, policy, isProtected) => {
  expect(holding(name)).toHaveLength(8);
  for (const [id, { DeletionPolicy }] of holding(name)) expect([id, DeletionPolicy]).toEqual([id, policy]);
  template(name).hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: isProtected })],
  });
});
