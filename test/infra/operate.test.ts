import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { COUNTED, metricsOf, NAMESPACE } from '#functions/services/log/metrics.ts';
import { partsOf } from '#shared/contract/address.ts';
import { api } from '#shared/contract/api.ts';
import { extracted, LINES } from '../support/emf.ts';
import { AWS, DEPLOYER, synthesize } from './synthesized.ts';

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

/** Metric dimension of each stack’s functions. */
const SERVICES: Record<string, string> = { local: 'OnboardingPortal', aws: 'OnboardingPortal-stage' };

interface MethodSetting {
  ResourcePath: string;
  HttpMethod: string;
  ThrottlingRateLimit: number;
}

describe.each(['local', 'aws'])('the deployment on %s', (target) => {
  test('throttles sign-in and portal calls below all others', () => {
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

  test('has exactly one alarm for each metric in log lines', () => {
    const watched = Object.values(template(target).findResources('AWS::CloudWatch::Alarm', OURS)).map(
      ({ Properties: { Namespace, MetricName, Dimensions, Statistic, Threshold } }) => {
        expect([Statistic, Threshold], MetricName).toEqual(['Sum', MetricName === 'SignInFailures' ? 50 : 1]);
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

  test('publishes bounces, complaints and rejects, and keeps a suppression list', () => {
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

  test('lets only SES publish to the encrypted topic of mail events', () => {
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
});

describe('the upload of the web app', () => {
  const uploads = () =>
    Object.values(template().findResources('Custom::CDKBucketDeployment')).map(({ Properties }) => Properties);

  test('caches assets as immutable, revalidates pages and removes nothing', () => {
    const [assets, pages] = uploads();
    // Open tabs still load assets of earlier releases.
    expect([assets?.Prune, pages?.Prune]).toEqual([false, false]);
    expect(assets?.Include).toEqual(['assets/*']);
    expect(assets?.SystemMetadata).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(pages?.Exclude).toEqual(['assets/*']);
    expect(pages?.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
  });
});

/** Returns resources with data; the site’s bucket and the alarms’ key can be recreated. */
const holding = (name: string) =>
  ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::S3::Bucket'].flatMap((type) =>
    Object.entries(template(name).findResources(type)).filter(([id]) => !/^(SiteBucket|AlarmsKey)/.test(id)),
  );

test.each([
  ['aws', 'RetainExceptOnCreate', true],
  // A failed first creation leaves nothing, so that it can be repeated.
  ['first', 'RetainExceptOnCreate', false],
  ['destroyable', 'Delete', false],
])('data of the deployment %s has the deletion policy %s', (name, policy, isProtected) => {
  expect(holding(name)).toHaveLength(8);
  for (const [id, { DeletionPolicy }] of holding(name)) expect([id, DeletionPolicy]).toEqual([id, policy]);
  template(name).hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: isProtected })],
  });
  // These resources belong to the account and are shared with other stacks.
  const shared = ['AWS::ApiGateway::Account', 'AWS::IAM::Role', 'AWS::SES::EmailIdentity'];
  const all: Record<string, { Type: string; DeletionPolicy?: string }> = template(name).toJSON().Resources;
  const kept = Object.values(all).filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith('Retain'));
  if (policy === 'Delete') expect(kept.filter(({ Type }) => !shared.includes(Type))).toEqual([]);
});
