import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { VARIANTS } from '#infra/lint/variants.ts';
import { deployed } from './synthesized.ts';

/** The CloudFormation limit is 500 resources a stack; a function needs eight. */
const MOST_RESOURCES = 260;

test.each(VARIANTS)('every stack of the deployment %s has at most 260 resources', async (variant) => {
  for (const { name, template } of (await deployed(variant)).made)
    expect(Object.keys(template.Resources).length, name).toBeLessThanOrEqual(MOST_RESOURCES);
});

const { portal } = await deployed('prod');
const [distribution] = Object.values(portal.findResources('AWS::CloudFront::Distribution'));
const { CacheBehaviors, DefaultCacheBehavior } = distribution?.Properties.DistributionConfig ?? {};

/** Returns the viewer-request function, for the API or for all other paths. */
function viewerRequestHandler(isApi: boolean) {
  const [{ EventType, FunctionARN }] = (isApi ? CacheBehaviors[0] : DefaultCacheBehavior).FunctionAssociations;
  expect(EventType).toBe('viewer-request');
  const [id = ''] = FunctionARN['Fn::GetAtt'];
  const { [id]: made } = portal.findResources('AWS::CloudFront::Function');
  return runInNewContext(`${made?.Properties.FunctionCode}; handler`);
}

const PAGE = '/index.html';
test.each([
  ...['/', '/clients', '/assets', '/adviser/client/a1', '/portal/', '/no/such/page'].map((uri) => [uri, PAGE]),
  ...['.', '...', ',', ')', '%22', '%E2%80%99', '%E2%80%8B', '%0A', '%', '.pdf', '.svg', '/.', '/assets/a.js'].map(
    (tail) => [`/portal/a-token${tail}`, PAGE],
  ),
  ...[
    '/dashboard.',
    '/reset-password/a-token.',
    '/confirm-address/a-token.txt',
    '/reminders/a-key.',
    '/tasks.html',
  ].map((uri) => [uri, PAGE]),
  ...['/favicon.svg', '/favicon.ico', '/robots.txt', '/assets/gone-1a2b.js', '/assets/a.woff2'].map((uri) => [
    uri,
    uri,
  ]),
])('CloudFront answers %s with the file %s', (uri, answered) =>
  expect(viewerRequestHandler(false)({ request: { uri } })).toEqual({ uri: answered }),
);

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

test.each([
  ['dev', 1],
  ['imported', 2],
] as const)('the API on %s accepts %i keys, and CloudFront sends the first', async (variant, count) => {
  const { portal } = await deployed(variant);
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
