import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { FUNCTIONS } from '#infra/functions/bundle.ts';
import { AWS, DEPLOYER, OWN_DOMAIN, PROD, type Synthesized, synthesize, synthesizeWith } from './synthesized.ts';

const FUNCTION = 'AWS::Lambda::Function';
/** Functions of the main stack; the canary belongs to another one. */
const OURS = FUNCTIONS.filter((name) => name !== 'canary');
const DEV = { ...DEPLOYER, stage: 'dev' } as const;

const made: Record<string, Synthesized> = {
  local: await synthesize('local'),
  aws: await synthesize('aws'),
  prod: await synthesize('aws', OWN_DOMAIN, PROD),
  dev: await synthesize('aws', AWS, DEV),
  'to be destroyed': await synthesize('aws', { ...AWS, REMOVAL_POLICY: 'destroy' }),
};

const synthesized = (name: string) => made[name] ?? expect.fail('not synthesized');
const template = (name = 'aws') => synthesized(name).portal;

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string[];
  UpdatePolicy?: unknown;
}

const resources = (of: Template, type: string) => Object.entries(of.findResources(type)) as [string, Resource][];
const only = (type: string, of = template()): [string, Resource] => {
  const [found, ...more] = resources(of, type);
  expect(more, type).toEqual([]);
  return found ?? expect.fail(`no ${type}`);
};

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
  const aliases = (name = 'aws') => resources(template(name), 'AWS::Lambda::Alias');

  test('is published as a version behind the alias that callers use', () => {
    const versions = Object.keys(template().findResources('AWS::Lambda::Version'));
    expect(versions).toHaveLength(OURS.length);
    const named = aliases().map(([, { Properties }]) => {
      expect(Properties.Name).toBe('live');
      return (Properties.FunctionVersion as Record<string, string[]>)['Fn::GetAtt']?.[0];
    });
    expect(named.sort()).toEqual(versions.sort());
  });

  test('gets a new version for changed settings too', async () => {
    const renamed = (await synthesize('aws', { ...AWS, FIRM_NAME: 'Another' })).portal;
    const before = Object.keys(template().findResources('AWS::Lambda::Version'));
    const same = Object.keys(renamed.findResources('AWS::Lambda::Version')).filter((id) => before.includes(id));
    // Only mail events are independent of the firm’s name.
    expect(same).toEqual([expect.stringMatching(/^mailevents/)]);
  });

  test('keeps earlier versions, but none from a failed first deployment', () => {
    for (const [, version] of resources(template(), 'AWS::Lambda::Version'))
      expect(version).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });

  test('is served locally by the same alias, without versions', () => {
    for (const [, { Properties }] of aliases('local')) expect(Properties.FunctionVersion).toBe('$LATEST');
    template('local').resourceCountIs('AWS::Lambda::Version', 0);
    template('local').resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  });

  test.each(['local', 'aws'])('is called only through its alias on %s', (name) => {
    const ids = aliases(name).map(([id]) => ({ Ref: id }));
    const invokers = resources(template(name), 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    expect(invokers.length).toBeGreaterThan(0);
    for (const { FunctionName } of invokers) expect(ids).toContainEqual(FunctionName);
    const [, { Properties }] = only('AWS::ApiGateway::RestApi', template(name));
    const called = JSON.stringify(Properties.Body).match(/:function:[^/]+\/invocations/g) ?? [];
    expect(called.filter((uri) => !uri.endsWith(':live/invocations'))).toEqual([]);
    const topics = resources(template(name), 'AWS::SNS::Subscription').filter(
      ([, subscription]) => subscription.Properties.Protocol === 'lambda',
    );
    for (const [, subscription] of topics) expect(ids).toContainEqual(subscription.Properties.Endpoint);
  });
});

describe('the traffic shift to a new version', () => {
  const groups = (name = 'aws') => resources(template(name), 'AWS::CodeDeploy::DeploymentGroup');

  test.each([
    ['prod', OURS],
    ['aws', ['mail-events', 'on-record', 'tick']],
  ])('is gradual, and rolls back on API alarms and on existing function alarms: %s', (name, own) => {
    expect(groups(name)).toHaveLength(OURS.length);
    const watched = groups(name).map(([id, { Properties }]) => {
      expect(Properties).toMatchObject({
        DeploymentConfigName: { 'Fn::If': [gradual(), 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute', AT_ONCE] },
        AlarmConfiguration: { Enabled: { 'Fn::If': [gradual(), true, false] } },
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      });
      const { Alarms } = Properties.AlarmConfiguration as { Alarms: { Name: { Ref: string } }[] };
      const [first = '', ...errors] = Alarms.map(({ Name }) => Name.Ref);
      expect(first).toMatch(/^AlarmsServerErrors/);
      const added = errors.flatMap((alarm) => addedIn(name, alarm));
      const ownId = id.slice('Release'.length, -8);
      return [ownId, added.some((ref) => ref.startsWith(`${ownId}Function`))];
    });
    const expected = OURS.map((of) => [of.replace('-', ''), own.includes(of)]);
    expect(watched.sort()).toEqual(expected.sort());
  });

  /** Returns logical ids of the functions in an alarm. */
  const addedIn = (name: string, alarm: string): string[] => {
    const { Metrics } = template(name).findResources('AWS::CloudWatch::Alarm')[alarm]?.Properties ?? {};
    return Metrics.flatMap(({ MetricStat }: { MetricStat?: MetricStat }) => {
      expect(MetricStat?.Metric.MetricName ?? 'Errors').toBe('Errors');
      return MetricStat?.Metric.Dimensions.map(({ Value }) => Value.Ref) ?? [];
    });
  };
  interface MetricStat {
    Metric: { MetricName: string; Dimensions: { Value: { Ref: string } }[] };
  }

  const AT_ONCE = 'CodeDeployDefault.LambdaAllAtOnce';
  const gradual = () => {
    const isGradual = { 'Fn::Equals': [{ Ref: 'TrafficShift' }, 'gradual'] };
    return Object.keys(template().findConditions('*', isGradual))[0];
  };

  test.each([
    ['aws', 'gradual'],
    ['dev', 'at-once'],
  ])('on %s is %s by default', (name, Default) => {
    template(name).hasParameter('TrafficShift', { Default, AllowedValues: ['gradual', 'at-once'] });
  });

  test('uses a separate deployment group for each function', () => {
    const [, { Properties: role }] = resources(template(), 'AWS::IAM::Role').find(([id]) =>
      id.startsWith('Release'),
    ) ?? ['', expect.fail('no role')];
    expect(JSON.stringify(role.AssumeRolePolicyDocument)).toContain('codedeploy.amazonaws.com');
    const [application] = only('AWS::CodeDeploy::Application');
    const ids = groups().map(([id]) => id);
    for (const [id, { UpdatePolicy }] of resources(template(), 'AWS::Lambda::Alias')) {
      const group = ids.find((of) => of.replace(/[0-9A-F]{8}$/, '') === `Release${id.replace(/Live[0-9A-F]{8}$/, '')}`);
      expect(UpdatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: application }, DeploymentGroupName: { Ref: group } },
      });
    }
  });
});

test('a deployment updates functions before routes, and routes before pages', () => {
  const upload = resources(template(), 'Custom::CDKBucketDeployment').map(([id]) => id);
  const [stage] = only('AWS::ApiGateway::Stage');
  const aliases = resources(template(), 'AWS::Lambda::Alias').map(([id]) => id);
  const permissions = resources(template(), 'AWS::Lambda::Permission').map(([id]) => id);
  const of = (start: string) => waitsFor(template(), upload.find((id) => id.startsWith(`Site${start}`)) ?? '');
  expect([...of('Pages')]).toEqual(expect.arrayContaining([stage, ...aliases, ...permissions]));
  expect([...of('Assets')]).not.toContain(stage);
});

describe('Lambda tracing', () => {
  test.each([
    ['aws', 'Active'],
    ['local', undefined],
  ])('on %s has the mode %s in all functions', (name, mode) => {
    for (const [, { Properties }] of resources(template(name), 'AWS::Lambda::Alias')) {
      const { Ref } = Properties.FunctionName as { Ref: string };
      const { TracingConfig } = template(name).findResources(FUNCTION)[Ref]?.Properties ?? expect.fail(`no ${Ref}`);
      expect(TracingConfig?.Mode).toBe(mode);
    }
  });
});

test('API Gateway writes no traces, which would contain portal tokens in paths', () => {
  const [, { Properties }] = only('AWS::ApiGateway::Stage');
  expect(Properties.TracingEnabled ?? false).toBe(false);
});

describe.each(['local', 'aws', 'to be destroyed'])('log groups with a retention on %s', (name) => {
  const stacks = () => Object.values(synthesized(name).stacks);

  test('include those of every function, also the CDK’s', () => {
    for (const stack of stacks())
      for (const [id, { Properties }] of resources(stack, FUNCTION)) {
        const { LogGroup } = (Properties.LoggingConfig ?? {}) as { LogGroup?: { Ref: string } };
        expect(stack.findResources('AWS::Logs::LogGroup'), id).toHaveProperty(LogGroup?.Ref ?? 'a group of its own');
      }
  });

  test('include the API’s execution log, created before the stage', () => {
    const [id, { Properties }] = resources(template(name), 'AWS::Logs::LogGroup').find(([group]) =>
      group.startsWith('ApiExecution'),
    ) ?? ['', expect.fail('no group')];
    const [api] = only('AWS::ApiGateway::RestApi', template(name));
    expect(Properties.LogGroupName).toEqual({
      'Fn::Join': ['', ['API-Gateway-Execution-Logs_', { Ref: api }, '/live']],
    });
    expect(only('AWS::ApiGateway::Stage', template(name))[1].DependsOn).toContain(id);
  });
});

test('a deployment neither waits for CloudFront nor assumes a bootstrap qualifier', async () => {
  for (const [, { Properties }] of resources(template(), 'Custom::CDKBucketDeployment'))
    expect(Properties).not.toHaveProperty('DistributionId');
  const ofOurOwn = await synthesizeWith(awsSettings(AWS, DEPLOYER), { '@aws-cdk/core:bootstrapQualifier': 'firm' });
  expect(JSON.stringify(ofOurOwn.portal.toJSON())).not.toContain('hnb659fds');
});
