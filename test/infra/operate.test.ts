import { describe, expect, test } from 'vitest';
import { COUNTED, metricsOf, NAMESPACE } from '#functions/services/log/metrics.ts';
import { partsOf } from '#shared/contract/address.ts';
import { api } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { extracted, LINES } from '../support/emf.ts';
import { deployed } from './synthesized.ts';

interface Dimension {
  Name: string;
  Value: string;
}
const OURS = { Properties: { Namespace: NAMESPACE } };

/** Metric dimension of each stack’s functions. */
const SERVICES: Record<string, string> = { local: 'OnboardingPortal', prod: 'OnboardingPortal-prod' };

interface MethodSetting {
  ResourcePath: string;
  HttpMethod: string;
  ThrottlingRateLimit: number;
}

describe.each(['local', 'prod'] as const)('the deployment on %s', async (variant) => {
  const { portal } = await deployed(variant);

  test('throttles sign-in, the portal, calls without a session and checks of files below all others', () => {
    const [stage] = Object.values(portal.findResources('AWS::ApiGateway::Stage'));
    const settings: MethodSetting[] = stage?.Properties.MethodSettings ?? [];
    const limit = (method: string, path: string) =>
      settings.find(({ HttpMethod, ResourcePath }) => HttpMethod === method && ResourcePath === path)
        ?.ThrottlingRateLimit;
    const rest = limit('*', '/*') ?? 0;
    expect(rest).toBeGreaterThan(0);
    for (const [call, { lambda, allow }] of Object.entries<Call>(api)) {
      const { method, path } = partsOf(call);
      const own = limit(method, path.replaceAll('/', '~1').replace('~1', '/~1'));
      const isOpen = lambda === 'portal' || lambda === 'auth' || allow.includes('anonymous');
      // Every page starts with these.
      const isLower = isOpen && !['GET /api/auth/me', 'GET /api/firm'].includes(call);
      const isCheck = ['POST /api/clients/{id}/documents', 'POST /api/uploads/{id}/finish'].includes(call);
      if (isLower || isCheck) expect(own).toBeLessThan(rest);
      else expect(own).toBeUndefined();
    }
  });

  test('has exactly one alarm for each metric in log lines, except the number of reminders', () => {
    const watched = Object.values(portal.findResources('AWS::CloudWatch::Alarm', OURS)).map(
      ({ Properties: { Namespace, MetricName, Dimensions, Statistic, Threshold } }) => {
        expect([Statistic, Threshold], MetricName).toEqual(['Sum', MetricName === 'SignInFailures' ? 50 : 1]);
        return [Namespace, MetricName, Dimensions.map(({ Name, Value }: Dimension) => [Name, Value])];
      },
    );
    const { RemindersSent: _, ...faults } = LINES;
    const counted = Object.values(faults).flatMap(([line = {}]) => {
      const told = { service: SERVICES[variant], ...line, ...metricsOf(line, new Date()) };
      return extracted(told).map(({ namespace, name, dimensions }) => [namespace, name, Object.entries(dimensions)]);
    });
    expect(watched.sort()).toEqual(counted.sort());
    expect(counted).toHaveLength(COUNTED.length - 1);
    portal.resourceCountIs('AWS::Logs::MetricFilter', 0);
  });
});

/** Types of resources with data. */
const DATA = ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::S3::Bucket'];
/** Types of resources that belong to the account and are shared with other stacks. */
const SHARED = ['AWS::ApiGateway::Account', 'AWS::IAM::Role', 'AWS::Route53::RecordSet', 'AWS::SES::EmailIdentity'];

test.each(['prod', 'first', 'destroyable'] as const)('the stack %s keeps all data, or nothing', async (variant) => {
  const { portal, made } = await deployed(variant);
  // The site’s bucket and the alarms’ key can be recreated.
  const holding = DATA.flatMap((type) =>
    Object.entries(portal.findResources(type)).filter(([id]) => !/^(SiteBucket|AlarmsKey)/.test(id)),
  );
  expect(holding).toHaveLength(9);
  const policy = variant === 'destroyable' ? 'Delete' : 'RetainExceptOnCreate';
  for (const [id, { DeletionPolicy }] of holding) expect([id, DeletionPolicy]).toEqual([id, policy]);
  const all = made.flatMap(({ template }) => Object.values(template.Resources));
  const kept = all.filter(({ Type, DeletionPolicy = '' }) => /^Retain/.test(DeletionPolicy) && !SHARED.includes(Type));
  if (variant === 'destroyable') expect(kept).toEqual([]);
});
