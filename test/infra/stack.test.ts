import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { DUE_INDEX, INDEX, SUMMARY } from '#functions/aws/table-index.ts';
import type { Settings } from '#infra/config.ts';
import { ACCESS, type Granted, tableRights } from '#infra/functions/access.ts';
import { api as contract } from '#shared/contract/api.ts';
import { LAMBDAS } from '#shared/contract/call.ts';
import { AWS, policiesOf, synthesize } from './synthesized.ts';

const templates: Partial<Record<Settings['target'], Template>> = {};

for (const target of ['local', 'aws'] as const) templates[target] = (await synthesize(target)).portal;

interface Statement {
  Action: string | string[];
  Condition?: Record<string, Record<string, unknown>>;
  Resource: unknown;
  Effect: string;
}
interface Operation {
  'x-amazon-apigateway-integration': { uri: unknown };
  security?: unknown;
}
interface GatewayResponse {
  responseTemplates: { 'application/json': string };
  responseParameters: Record<string, string>;
}
const OURS = {
  Properties: { Description: Match.stringLikeRegexp('^(Answers the calls of|Records which addresses|Does what)') },
};
const functionsOf = (template: Template) => Object.values(template.findResources('AWS::Lambda::Function', OURS));

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

describe.each(['local', 'aws'] as const)('the stack on %s', (target) => {
  const template = () => templates[target] ?? expect.fail('not synthesized');
  const durable = target === 'aws';

  test('keeps the table recoverable, with an index for lists, an index for due items, and a stream', () => {
    template().resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
    template().hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      GlobalSecondaryIndexes: [
        { IndexName: INDEX.name, Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [SUMMARY] } },
        { IndexName: DUE_INDEX.name, Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          DeletionProtectionEnabled: durable,
        }),
      ],
    });
  });

  test('signs sessions with a key that never leaves KMS, only for functions that sign in', () => {
    const keys = template().findResources('AWS::KMS::Key', { Properties: { Description: 'Signs sessions' } });
    const [[id, { Properties }] = expect.fail('no key'), ...others] = Object.entries(keys);
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    const may = (action: string) => {
      const policies = Object.entries(policiesOf(template()));
      const granted = policies.flatMap(([policy, of]) =>
        (of.Properties.PolicyDocument.Statement as Statement[])
          .filter(({ Action }) => list(Action).includes(action))
          .map(({ Resource }) => [policy.replace(/Role.*/, ''), Resource]),
      );
      for (const [, resource] of granted) expect(resource).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
      return granted.map(([policy]) => policy).sort();
    };
    expect(may('kms:Sign')).toEqual(['account', 'advisers', 'auth', 'passkeys']);
    expect(may('kms:GetPublicKey')).toEqual(LAMBDAS.toSorted());
  });

  const api = () => Object.values(template().findResources('AWS::ApiGateway::RestApi'))[0]?.Properties;

  test('routes exactly the API calls of the contract, each to its function', () => {
    const lambdas = Object.values(template().findResources('AWS::Lambda::Function', OURS));
    const routes = Object.entries<Record<string, Operation>>(api().Body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const { 'x-amazon-apigateway-integration': integration, security } = operation;
        expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
        const [, invoked] = /:function:([\w-]+):live\/invocations/.exec(JSON.stringify(integration.uri)) ?? [];
        const { Description } = lambdas.find((of) => of.Properties.FunctionName === invoked)?.Properties ?? {};
        return [`${method.toUpperCase()} ${path}`, /"(.+)"/.exec(Description)?.[1], security];
      }),
    );
    // access.test.ts verifies the contract’s `allow` on the deployed functions.
    expect(routes.sort()).toEqual(
      Object.entries(contract)
        .map(([call, { lambda }]) => [call, lambda, undefined])
        .sort(),
    );
  });

  test('passes binary bodies through unchanged', () => {
    // LocalStack does not support a wildcard.
    const byName = target === 'local' ? ['multipart/form-data', 'application/octet-stream'] : [];
    expect(api().BinaryMediaTypes).toEqual(['*/*', ...byName]);
  });

  test('lets only the API invoke the functions of its calls, with one permission each', () => {
    const rights = Object.values(template().findResources('AWS::Lambda::Permission'))
      .map(({ Properties }) => Properties)
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com');
    expect(rights).toHaveLength(LAMBDAS.length);
    const [id] = Object.keys(template().findResources('AWS::ApiGateway::RestApi'));
    for (const { SourceArn } of rights)
      expect(SourceArn['Fn::Join'][1].slice(-2)).toEqual([{ Ref: id }, '/live/*/api/*']);
  });

  test('returns errors in the contract’s format even if no function is called', () => {
    const answers: Record<string, GatewayResponse> = api().Body['x-amazon-apigateway-gateway-responses'];
    for (const { responseTemplates, responseParameters } of Object.values(answers)) {
      expect(JSON.parse(responseTemplates['application/json'])).toEqual({ message: expect.any(String) });
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.x-request-id': 'context.requestId',
        'gatewayresponse.header.cache-control': "'no-store'",
        'gatewayresponse.header.x-content-type-options': "'nosniff'",
      });
    }
    expect(answers.THROTTLED).toMatchObject({
      statusCode: '429',
      responseParameters: { 'gatewayresponse.header.retry-after': "'1'" },
    });
    expect(answers.REQUEST_TOO_LARGE).toMatchObject({
      statusCode: '413',
      responseTemplates: { 'application/json': expect.stringContaining('4 MB') },
    });
    for (const rest of ['DEFAULT_4XX', 'DEFAULT_5XX']) expect(answers[rest]).toBeDefined();
    const apart = Object.values(template().findResources('AWS::ApiGateway::GatewayResponse'));
    expect(apart.map(({ Properties }) => Properties.ResponseType)).toEqual(
      target === 'local' ? Object.keys(answers) : [],
    );
  });

  test('keeps versions of documents, encrypted with the data key', () => {
    template().hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: Match.anyValue() } },
        ],
      },
    });
  });

  test('has a separate role for each function, limited to its partitions and attributes', () => {
    const isTable = (Resource: unknown) =>
      /^{"Fn::GetAtt":\["DataTable(?!Key)\w+","Arn"\]}$/.test(JSON.stringify(Resource));
    for (const name of Object.keys(ACCESS) as Granted[]) {
      const policies = Object.entries(policiesOf(template()));
      const own = policies.filter(([id]) => id.startsWith(`${name.replace('-', '')}Role`));
      const granted = own.flatMap(([, { Properties }]) =>
        (Properties.PolicyDocument.Statement as Statement[])
          .filter(({ Resource }) => isTable(Resource))
          .flatMap(({ Action, Condition = {} }) => list(Action).map((action) => [action, Condition] as const)),
      );
      const expected = tableRights(name).flatMap(({ actions, partitions, attributes }) => {
        const condition = {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
          ...(attributes && {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
            StringEqualsIfExists: actions.includes('dynamodb:GetItem')
              ? { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }
              : { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
          }),
          // An empty set matches every pattern; the emulator does not support this condition.
          ...(durable && { Null: { 'dynamodb:LeadingKeys': 'false' } }),
        };
        return actions.map((action) => [action, condition] as const);
      });
      // Permissions with the same condition form one statement.
      expect(granted, name).toEqual(expect.arrayContaining(expected));
      expect(expected, name).toEqual(expect.arrayContaining(granted));
    }
  });

  test('keeps paths, bodies and tokens out of the API logs', () => {
    const [stage] = Object.values(template().findResources('AWS::ApiGateway::Stage'));
    expect(stage?.Properties.AccessLogSetting.Format).not.toMatch(/context\.path"|requestOverride|header|querystring/);
    // This id links a line to the functions’ logs, which contain CloudFront’s request id.
    expect(stage?.Properties.AccessLogSetting.Format).toContain('$context.requestId');
    for (const settings of stage?.Properties.MethodSettings ?? expect.fail('no settings'))
      expect(settings).toMatchObject({ DataTraceEnabled: false, LoggingLevel: 'ERROR' });
  });
});

test.each([
  ['closed', 'closed'],
  ['firm.example', 'firm.example'],
  [' Firm.example, other.example ', 'firm.example,other.example'],
])('REGISTRATION=%s reaches only the registering function, as "%s"', async (REGISTRATION, told) => {
  const { portal } = await synthesize('aws', { ...AWS, REGISTRATION });
  const variables = functionsOf(portal).flatMap(
    ({ Properties }) => Properties.Environment.Variables.REGISTRATION ?? [],
  );
  expect(variables).toEqual([told]);
});
