import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { FUNCTIONS } from '#infra/functions/bundle.ts';
import { VARIANTS, type Variant } from '#infra/lint/variants.ts';
import { AWS, DEPLOYER, deployed, synthesizeWith } from './synthesized.ts';

/** Functions of the main stack; the canary belongs to another one. */
const OURS = FUNCTIONS.filter((name) => name !== 'canary');

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string[];
}

const { portal } = await deployed('prod');
const resources = (type: string, of = portal) => Object.entries(of.findResources(type)) as [string, Resource][];
const idsOf = (type: string) => resources(type).map(([id]) => id);

/** Returns all resources that a resource depends on, transitively. */
function waitsFor(of: Template, start: string): Set<string> {
  const all: Record<string, Resource> = of.toJSON().Resources;
  const found = new Set<string>();
  const look = (id: string) => {
    const { Properties, DependsOn = [] } = all[id] ?? expect.fail(`no ${id}`);
    const named = [...JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)].map(
      ([, to]) => to,
    );
    for (const next of [...named, ...DependsOn])
      if (next && all[next] && !found.has(next)) {
        found.add(next);
        look(next);
      }
  };
  look(start);
  return found;
}

describe('a changed function', () => {
  test('gets a new version for changed settings too', async () => {
    const [before, renamed] = await Promise.all(
      [AWS, { ...AWS, FIRM_NAME: 'Another' }].map((file) => synthesizeWith(awsSettings(file, DEPLOYER))),
    );
    const versionsOf = (of = before) => Object.keys(of?.portal.findResources('AWS::Lambda::Version') ?? {});
    const same = versionsOf(renamed).filter((id) => versionsOf().includes(id));
    // Only mail events are independent of the firm’s name.
    expect(same).toEqual([expect.stringMatching(/^mailevents/)]);
  });

  test.each(['local', 'prod'] as const)('is called only through its alias on %s', async (variant) => {
    const { portal: called } = await deployed(variant);
    const ids = resources('AWS::Lambda::Alias', called).map(([id]) => ({ Ref: id }));
    const invokers = resources('AWS::Lambda::Permission', called).map(([, { Properties }]) => Properties);
    expect(invokers.length).toBeGreaterThan(0);
    for (const { FunctionName } of invokers) expect(ids).toContainEqual(FunctionName);
    const [[, { Properties }] = expect.fail('no API')] = resources('AWS::ApiGateway::RestApi', called);
    const uris = JSON.stringify(Properties.Body).match(/:function:[^/]+\/invocations/g) ?? [];
    expect(uris.filter((uri) => !uri.endsWith(':live/invocations'))).toEqual([]);
    const topics = resources('AWS::SNS::Subscription', called).filter(
      ([, subscription]) => subscription.Properties.Protocol === 'lambda',
    );
    for (const [, subscription] of topics) expect(ids).toContainEqual(subscription.Properties.Endpoint);
  });
});

describe('the traffic shift to a new version', () => {
  test.each([
    ['prod', OURS],
    ['imported', ['mail-events', 'on-record', 'tick']],
  ] as const)(
    'is rolled back by alarms of the API and of the function, as far as %s has them',
    async (variant, own) => {
      const { portal: shifted } = await deployed(variant);
      const watched = resources('AWS::CodeDeploy::DeploymentGroup', shifted).map(([id, { Properties }]) => {
        const { Alarms } = Properties.AlarmConfiguration as { Alarms: { Name: { Ref: string } }[] };
        const [first = '', ...errors] = Alarms.map(({ Name }) => Name.Ref);
        expect(first).toMatch(/^AlarmsServerErrors/);
        const added = errors.flatMap((alarm) => addedIn(shifted, alarm));
        const ownId = id.slice('Release'.length, -8);
        return [ownId, added.some((ref) => ref.startsWith(`${ownId}Function`))];
      });
      const expected = OURS.map((of) => [of.replace('-', ''), own.some((name) => name === of)]);
      expect(watched.sort()).toEqual(expected.sort());
    },
  );

  /** Returns logical ids of the functions in an alarm. */
  const addedIn = (of: Template, alarm: string): string[] => {
    const { Metrics } = of.findResources('AWS::CloudWatch::Alarm')[alarm]?.Properties ?? {};
    return Metrics.flatMap(({ MetricStat }: { MetricStat?: MetricStat }) => {
      expect(MetricStat?.Metric.MetricName ?? 'Errors').toBe('Errors');
      return MetricStat?.Metric.Dimensions.map(({ Value }) => Value.Ref) ?? [];
    });
  };
  interface MetricStat {
    Metric: { MetricName: string; Dimensions: { Value: { Ref: string } }[] };
  }

  test.each([
    ['imported', 'gradual'],
    ['prod', 'gradual'],
    ['dev', 'at-once'],
  ] as const)('on %s is %s by default', async (variant, Default) => {
    (await deployed(variant)).portal.hasParameter('TrafficShift', { Default, AllowedValues: ['gradual', 'at-once'] });
  });
});

test('a deployment updates functions before routes, and routes before pages', () => {
  const upload = idsOf('Custom::CDKBucketDeployment');
  const [stage] = idsOf('AWS::ApiGateway::Stage');
  const of = (start: string) => waitsFor(portal, upload.find((id) => id.startsWith(`Site${start}`)) ?? '');
  expect([...of('Pages')]).toEqual(
    expect.arrayContaining([stage, ...idsOf('AWS::Lambda::Alias'), ...idsOf('AWS::Lambda::Permission')]),
  );
  expect([...of('Pages')]).toEqual(expect.arrayContaining(upload.filter((id) => !id.startsWith('SitePages'))));
  for (const hashed of ['Assets', 'Compressed']) expect([...of(hashed)]).not.toContain(stage);
});

const RETENTION: Partial<Record<Variant, number>> = { local: 30, destroyable: 30 };

test.each(VARIANTS)('every log group on %s expires as set, and every function has one', async (variant) => {
  const { made } = await deployed(variant);
  for (const { template } of made) {
    const all = template.Resources;
    const of = (type: string) => Object.entries(all).filter(([, { Type }]) => Type === type);
    for (const [id, { Properties }] of of('AWS::Logs::LogGroup'))
      expect([id, Properties.RetentionInDays]).toEqual([id, RETENTION[variant] ?? 365]);
    for (const [id, { Properties }] of of('AWS::Lambda::Function')) {
      const { LogGroup } = (Properties.LoggingConfig ?? {}) as { LogGroup?: { Ref: string } };
      expect(all[LogGroup?.Ref ?? '']?.Type, id).toBe('AWS::Logs::LogGroup');
    }
  }
});

test('a stack does not assume a bootstrap qualifier', async () => {
  const { portal: own } = await synthesizeWith(awsSettings(AWS, DEPLOYER), {
    '@aws-cdk/core:bootstrapQualifier': 'firm',
  });
  expect(JSON.stringify(own.toJSON())).not.toContain('hnb659fds');
});
