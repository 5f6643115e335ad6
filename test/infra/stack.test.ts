import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ACCESS, type Granted, tableRights } from '#infra/functions/access.ts';
import { api as contract } from '#shared/contract/api.ts';
import { LAMBDAS } from '#shared/contract/call.ts';
import { deployed, policiesOf } from './synthesized.ts';

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
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

describe.each(['local', 'prod'] as const)('the stack on %s', async (variant) => {
  const { portal } = await deployed(variant);
  const [api] = Object.values(portal.findResources('AWS::ApiGateway::RestApi'));

  test.each([
    ['Signs sessions', 'in functions that sign in', ['account', 'advisers', 'auth', 'passkeys'], LAMBDAS.toSorted()],
    ['Signs the evidence of signatures', 'in one function', ['signing'], ['signing']],
  ] as const)('%s with a key that never leaves KMS, %s', (Description, _, signing, reading) => {
    const keys = portal.findResources('AWS::KMS::Key', { Properties: { Description } });
    const [[id, { Properties }] = expect.fail('no key'), ...others] = Object.entries(keys);
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    const may = (action: string) => {
      const policies = Object.entries(policiesOf(portal));
      const granted = policies.flatMap(([policy, of]) =>
        (of.Properties.PolicyDocument.Statement as Statement[])
          .filter(({ Action }) => list(Action).includes(action))
          .map(({ Resource }) => [policy.replace(/Role.*/, ''), Resource]),
      );
      const own = granted.filter(([, resource]) => isDeepStrictEqual(resource, { 'Fn::GetAtt': [id, 'Arn'] }));
      return own.map(([policy]) => policy).sort();
    };
    expect(may('kms:Sign')).toEqual(signing);
    expect(may('kms:GetPublicKey')).toEqual(reading);
  });

  test('routes exactly the API calls of the contract, each to its function', () => {
    const lambdas = Object.values(portal.findResources('AWS::Lambda::Function'));
    const routes = Object.entries<Record<string, Operation>>(api?.Properties.Body.paths).flatMap(([path, operations]) =>
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

  test('returns errors in the contract’s format even if no function is called', () => {
    const answers: Record<string, GatewayResponse> = api?.Properties.Body['x-amazon-apigateway-gateway-responses'];
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
    const apart = Object.values(portal.findResources('AWS::ApiGateway::GatewayResponse'));
    expect(apart.map(({ Properties }) => Properties.ResponseType)).toEqual(
      variant === 'local' ? Object.keys(answers) : [],
    );
  });

  test('has a separate role for each function, limited to its partitions and attributes', () => {
    const isTable = (Resource: unknown) =>
      /^{"Fn::GetAtt":\["DataTable(?!Key)\w+","Arn"\]}$/.test(JSON.stringify(Resource));
    for (const name of Object.keys(ACCESS) as Granted[]) {
      const policies = Object.entries(policiesOf(portal));
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
          ...(variant === 'prod' && { Null: { 'dynamodb:LeadingKeys': 'false' } }),
        };
        return actions.map((action) => [action, condition] as const);
      });
      // Permissions with the same condition form one statement.
      expect(granted, name).toEqual(expect.arrayContaining(expected));
      expect(expected, name).toEqual(expect.arrayContaining(granted));
    }
  });
});

test('functions use the table’s key only through DynamoDB', async () => {
  const statements = Object.values(policiesOf((await deployed('prod')).portal)).flatMap(({ Properties }) =>
    (Properties.PolicyDocument.Statement as Statement[]).filter(({ Resource }) =>
      JSON.stringify(Resource).includes('TableKey'),
    ),
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { Action, Condition } of statements) {
    expect(Condition).toEqual({ StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-2.amazonaws.com' } });
    expect(Action).not.toContain('kms:CreateGrant');
  }
});
