import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { AWS, OWN_DOMAIN, PROD, type Synthesized, synthesize } from './synthesized.ts';

interface Rule {
  Name: string;
  Statement: {
    ManagedRuleGroupStatement?: { Name: string; RuleActionOverrides: unknown[] };
    RateBasedStatement?: { ScopeDownStatement?: object };
  };
}

const environments: Record<string, Synthesized> = {
  local: await synthesize('local'),
  aws: await synthesize('aws'),
  'own domain': await synthesize('aws', { ...OWN_DOMAIN, ORIGIN_KEYS: '2,1' }),
  prod: await synthesize('aws', OWN_DOMAIN, PROD),
  'to be destroyed': await synthesize('aws', { ...AWS, REMOVAL_POLICY: 'destroy' }),
};

const environment = (name: string) => environments[name] ?? expect.fail('not synthesized');
const portalOf = (name = 'aws') => environment(name).portal;
/** Returns a stack deployed together with the main stack. */
const companion = (part: string, name = 'aws') =>
  environment(name).stacks[`OnboardingPortal${part}-stage-eu-west-2`] ?? expect.fail(`no ${part}`);

/** The CloudFormation limit is 500 resources a stack; ten more nouns need the rest. */
const MOST_RESOURCES = 225;

test.each(['local', 'aws', 'own domain', 'prod', 'to be destroyed'])(
  'every stack of the environment %s has at most 225 resources',
  (name) => {
    const counts = Object.entries(environment(name).stacks).map(([stack, made]): [string, number] => [
      stack,
      Object.keys(made.toJSON().Resources).length,
    ]);
    for (const [stack, count] of counts) expect(count, stack).toBeLessThanOrEqual(MOST_RESOURCES);
  },
);

test('every AWS stack empties the site’s bucket on deletion, and only a destroyable one its data buckets', () => {
  const emptied = (name: string) => Object.keys(portalOf(name).findResources('Custom::S3AutoDeleteObjects'));
  expect(emptied('to be destroyed')).toHaveLength(3);
  for (const name of ['aws', 'own domain']) expect(emptied(name), name).toEqual([expect.stringMatching(/^SiteBucket/)]);
  expect(emptied('local')).toEqual([]);
});

test('the web ACL and the edge log are stacks in us-east-1, only on AWS', () => {
  expect(Object.keys(environment('aws').stacks).sort()).toEqual([
    'OnboardingPortal-stage',
    'OnboardingPortalEdge-stage-eu-west-2',
    'OnboardingPortalGuard-stage-eu-west-2',
  ]);
  expect(Object.keys(environment('local').stacks)).toEqual(['OnboardingPortal']);
});

describe('the web ACL', () => {
  const rules = () => {
    const [acl] = Object.values(companion('Guard').findResources('AWS::WAFv2::WebACL'));
    return (acl?.Properties.Rules ?? []) as Rule[];
  };

  const under = (path: string) => ({ ByteMatchStatement: { PositionalConstraint: 'STARTS_WITH', SearchString: path } });
  const posted = {
    ByteMatchStatement: { FieldToMatch: { Method: {} }, PositionalConstraint: 'EXACTLY', SearchString: 'POST' },
  };
  const withHeader = (Name: string) => ({
    SizeConstraintStatement: { FieldToMatch: { SingleHeader: { Name } }, ComparisonOperator: 'GT', Size: 0 },
  });
  const withToken = withHeader('x-client-token');
  const not = (Statement: object) => ({ NotStatement: { Statement } });

  test.each([
    ['sign-in', 300, { AndStatement: { Statements: [under('/api/auth/'), posted] } }],
    [
      'no-session',
      100,
      {
        AndStatement: {
          Statements: [under('/api/'), not(under('/api/portal/')), not(withHeader('cookie')), not(withToken)],
        },
      },
    ],
    ['portal', 300, under('/api/portal/')],
    ['client-token', 600, withToken],
    ['all', 2000, undefined],
  ])(
    'limits %s by address to %i requests in five minutes, and answers 429 as the contract requires',
    (name, limit, scope) => {
      const rule = rules().find(({ Name }) => Name === name);
      expect(rule).toMatchObject({
        Action: {
          Block: {
            CustomResponse: {
              ResponseCode: 429,
              CustomResponseBodyKey: 'too-many',
              ResponseHeaders: [{ Name: 'retry-after', Value: '300' }],
            },
          },
        },
        Statement: { RateBasedStatement: { Limit: limit, EvaluationWindowSec: 300, AggregateKeyType: 'IP' } },
        VisibilityConfig: { MetricName: name, CloudWatchMetricsEnabled: true },
      });
      const counted = rule?.Statement.RateBasedStatement?.ScopeDownStatement;
      if (scope) expect(counted).toMatchObject(scope);
      else expect(counted).toBeUndefined();
      const [acl] = Object.values(companion('Guard').findResources('AWS::WAFv2::WebACL'));
      const { Content, ContentType } = acl?.Properties.CustomResponseBodies['too-many'] ?? {};
      expect([ContentType, JSON.parse(Content)]).toEqual(['APPLICATION_JSON', { message: expect.any(String) }]);
    },
  );

  test('uses the managed rule sets, without the limit of body sizes that would block uploads', () => {
    const managed = rules().flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);
    expect(managed.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    expect(managed[1]?.RuleActionOverrides).toContainEqual({
      Name: 'SizeRestrictions_BODY',
      ActionToUse: { Count: {} },
    });
  });

  test('keeps paths, queries, cookies and tokens out of its log, and takes no samples', () => {
    const guard = companion('Guard');
    guard.hasResourceProperties('AWS::WAFv2::LoggingConfiguration', {
      RedactedFields: Match.arrayWith([
        { UriPath: {} },
        { QueryString: {} },
        { SingleHeader: { Name: 'cookie' } },
        { SingleHeader: { Name: 'referer' } },
        { SingleHeader: { Name: 'x-client-token' } },
      ]),
    });
    expect(JSON.stringify(guard.toJSON())).not.toContain('"SampledRequestsEnabled":true');
  });
});

test('CloudFront logs the caller and the request id, and no field that may contain a token', () => {
  const [delivery] = Object.values(companion('Edge').findResources('AWS::Logs::Delivery'));
  expect(delivery?.Properties.RecordFields).toEqual(expect.arrayContaining(['c-ip', 'x-edge-request-id', 'sc-status']));
  expect(delivery?.Properties.RecordFields.join()).not.toMatch(/uri|query|referer|cookie/i);
  const [distribution] = Object.values(portalOf().findResources('AWS::CloudFront::Distribution'));
  expect(distribution?.Properties.DistributionConfig).not.toHaveProperty('Logging');
  const [calls, ...others] = distribution?.Properties.DistributionConfig.CacheBehaviors ?? [];
  expect([calls.PathPattern, others]).toEqual(['/api/*', []]);
  // Id of the AWS policy "AllViewerExceptHostHeader".
  expect(calls.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
});

/** Returns the viewer-request function, for the API or for all other paths. */
function viewerRequestHandler(isApi: boolean) {
  const portal = portalOf();
  const [distribution] = Object.values(portal.findResources('AWS::CloudFront::Distribution'));
  const { CacheBehaviors, DefaultCacheBehavior } = distribution?.Properties.DistributionConfig ?? {};
  const [{ EventType, FunctionARN }] = (isApi ? CacheBehaviors[0] : DefaultCacheBehavior).FunctionAssociations;
  expect(EventType).toBe('viewer-request');
  const [id = ''] = FunctionARN['Fn::GetAtt'];
  const { [id]: made } = portal.findResources('AWS::CloudFront::Function');
  return runInNewContext(`${made?.Properties.FunctionCode}; handler`);
}

describe('CloudFront', () => {
  const handler = viewerRequestHandler(false);
  const PAGE = '/index.html';
  test.each([
    ...['/', '/clients', '/assets', '/adviser/client/a1', '/portal/', '/no/such/page'].map((uri) => [uri, PAGE]),
    ...['.', '...', ',', ')', '%22', '%E2%80%99', '%E2%80%8B', '%0A', '%', '.pdf', '.svg', '/.', '/assets/a.js'].map(
      (tail) => [`/portal/a-token${tail}`, PAGE],
    ),
    ...['/dashboard.', '/reset-password/a-token.', '/confirm-address/a-token.txt', '/tasks.html'].map((uri) => [
      uri,
      PAGE,
    ]),
    ...['/favicon.svg', '/favicon.ico', '/robots.txt', '/assets/gone-1a2b.js', '/assets/a.woff2'].map((uri) => [
      uri,
      uri,
    ]),
  ])('answers %s with the file %s', (uri, answered) =>
    expect(handler({ request: { uri } })).toEqual({ uri: answered }),
  );
});

test('CloudFront forwards the viewer’s Accept and address to the API, and overwrites forged ones', () => {
  const handler = viewerRequestHandler(true);
  const passed = (headers: object) => handler({ viewer: { ip: '203.0.113.7' }, request: { headers } }).headers;
  const [csv, address] = [{ value: 'text/csv' }, { value: '203.0.113.7' }];
  expect(passed({ accept: csv, cookie: { value: 'a=1' } })).toEqual({
    accept: csv,
    'x-viewer-accept': csv,
    'x-viewer-address': address,
    cookie: { value: 'a=1' },
  });
  const forged = { 'x-viewer-accept': csv, 'x-viewer-address': { value: '198.51.100.1' } };
  expect(passed(forged)).toEqual({ 'x-viewer-address': address });
});

test('CloudFront caches no error of the API', () => {
  portalOf().hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    },
  });
});

describe('the API resource policy', () => {
  test.each([
    ['aws', 1],
    ['own domain', 2],
  ])('in the environment %s accepts %i keys, and CloudFront sends the first', (name, count) => {
    const portal = portalOf(name);
    const [api] = Object.values(portal.findResources('AWS::ApiGateway::RestApi'));
    const [statement, ...others] = api?.Properties.Policy.Statement ?? [];
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ Effect: 'Allow', Action: 'execute-api:Invoke' });
    const keys = [statement.Condition.StringEquals['aws:Referer']].flat();
    expect(keys).toHaveLength(count);
    portal.resourceCountIs('AWS::SecretsManager::Secret', count);
    const [distribution] = Object.values(portal.findResources('AWS::CloudFront::Distribution'));
    const sent = distribution?.Properties.DistributionConfig.Origins.flatMap(
      ({ OriginCustomHeaders = [] }: { OriginCustomHeaders?: unknown[] }) => OriginCustomHeaders,
    );
    expect(sent).toEqual([
      { HeaderName: 'accept', HeaderValue: '*/*' },
      { HeaderName: 'Referer', HeaderValue: keys[0] },
    ]);
    expect(JSON.stringify(keys)).toContain('{{resolve:secretsmanager:');
  });

  test('is absent from the local API', () => {
    const [api] = Object.values(portalOf('local').findResources('AWS::ApiGateway::RestApi'));
    expect(api?.Properties).not.toHaveProperty('Policy');
  });
});
