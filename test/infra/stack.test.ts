import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { CARD, DUE_INDEX, INDEX } from '#functions/aws/table-index.ts';
import { awsSettings, type Settings, settingsFor } from '#infra/config.ts';
import { api as contract } from '#shared/contract/api.ts';
import { LAMBDAS } from '#shared/contract/call.ts';
import { AWS, DEPLOYER, policiesOf, synthesize } from './synthesized.ts';

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
/** Jobs of the product's own: mail events, the record, the tick. */
const JOBS = 3;
const functionsOf = (template: Template) => Object.values(template.findResources('AWS::Lambda::Function', OURS));
const roleOf = (value: unknown) => JSON.stringify(value).match(/[A-Za-z0-9]*Role[A-F0-9]{8}/)?.[0];

/** What our functions' roles allow; CDK's own helper functions are not meant. */
function statements(template: Template): Statement[] {
  const roles = new Set(functionsOf(template).map(({ Properties }) => roleOf(Properties.Role)));
  const policies = Object.values(policiesOf(template));
  return policies
    .filter(({ Properties }) => Properties.Roles.some((role: unknown) => roles.has(roleOf(role))))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}
/** The two actions of tracing, which know no resources. */
const TRACES = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

describe.each(['local', 'aws'] as const)('the stack on %s', (target) => {
  const template = () => templates[target] ?? expect.fail('not synthesized');
  const durable = target === 'aws';

  test('keeps the table recoverable, with an index of what lists show, one of what is due, and a stream', () => {
    template().resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
    template().hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      GlobalSecondaryIndexes: [
        { IndexName: INDEX.name, Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [CARD] } },
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

  test('keeps every bucket private and encrypted, the documents versioned under our key', () => {
    template().allResourcesProperties('AWS::S3::Bucket', {
      BucketEncryption: Match.anyValue(),
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    template().hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: Match.anyValue() } },
        ],
      },
    });
  });

  test('rotates the data key and derives secrets from an HMAC key', () => {
    template().hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    template().hasResourceProperties('AWS::KMS::Key', { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
  });

  test('has sessions signed by a key that never leaves KMS, for the functions that sign in', () => {
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

  test('has one ARM64 function per resource and one per job on Node 24, each with a role of its own', () => {
    const functions = functionsOf(template());
    expect(functions).toHaveLength(LAMBDAS.length + JOBS);
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(new Set(functions.map(({ Properties }) => JSON.stringify(Properties.Role))).size).toBe(
      LAMBDAS.length + JOBS,
    );
  });

  const api = () => Object.values(template().findResources('AWS::ApiGateway::RestApi'))[0]?.Properties;

  test('routes exactly the calls of the contract, each to the function that checks who may make it', () => {
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
    // The contract's `allow` is held by the access test, on the deployed functions.
    expect(routes.sort()).toEqual(
      Object.entries(contract)
        .map(([call, { lambda }]) => [call, lambda, undefined])
        .sort(),
    );
  });

  test('takes and hands out bytes as they are', () => {
    // LocalStack takes no wildcard.
    const byName = target === 'local' ? ['multipart/form-data', 'application/octet-stream'] : [];
    expect(api().BinaryMediaTypes).toEqual(['*/*', ...byName]);
  });

  test('lets the API, and it alone, invoke the functions of its calls, one right a function', () => {
    const rights = Object.values(template().findResources('AWS::Lambda::Permission'))
      .map(({ Properties }) => Properties)
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com');
    expect(rights).toHaveLength(LAMBDAS.length);
    const [id] = Object.keys(template().findResources('AWS::ApiGateway::RestApi'));
    for (const { SourceArn } of rights)
      expect(SourceArn['Fn::Join'][1].slice(-2)).toEqual([{ Ref: id }, '/live/*/api/*']);
  });

  test('shows new routes once the functions have been brought up to date', () => {
    const [deployment] = Object.values(template().findResources('AWS::ApiGateway::Deployment'));
    const answering = Object.entries(template().findResources('AWS::Lambda::Alias'))
      .filter(([, { Properties }]) => !/^(mailevents|onrecord|tick)/.test(Properties.FunctionName.Ref))
      .map(([id]) => id);
    expect(answering).toHaveLength(LAMBDAS.length);
    expect(deployment?.DependsOn).toEqual(expect.arrayContaining(answering));
  });

  test('answers in the contract’s form also where no function is asked', () => {
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

  test('grants functions no wildcard actions and no wildcard resources', () => {
    const ours = statements(template());
    expect(ours.length).toBeGreaterThan(LAMBDAS.length);
    for (const { Action, Resource } of ours) {
      expect(list(Action).filter((action) => action.includes('*'))).toEqual([]);
      const isTraces = target === 'aws' && list(Action).toSorted().join() === TRACES.join();
      // The emulator checks SendRawEmail against no identity.
      const mayBeOpen = isTraces || (target === 'local' && list(Action).includes('ses:SendRawEmail'));
      expect(mayBeOpen ? [] : list(Resource).filter((resource) => resource === '*')).toEqual([]);
    }
  });

  test('lets a function touch partitions of the table, by their beginnings, and nothing of all of it', () => {
    const isTable = (Resource: unknown) =>
      /^{"Fn::GetAtt":\["DataTable(?!Key)\w+","Arn"\]}$/.test(JSON.stringify(Resource));
    const found = statements(template()).filter(({ Resource }) => isTable(Resource));
    expect(found.length).toBeGreaterThanOrEqual(LAMBDAS.length + JOBS);
    for (const { Condition } of found) {
      expect(Condition?.['ForAllValues:StringLike']).toEqual({ 'dynamodb:LeadingKeys': expect.anything() });
      // A set that is empty fits every pattern; the emulator has none to show.
      expect(Condition?.Null).toEqual(durable ? { 'dynamodb:LeadingKeys': 'false' } : undefined);
    }
  });

  test('lets only functions for accounts write accounts, and jobs single attributes of them', () => {
    const policies = Object.entries(policiesOf(template()));
    const writers = policies.filter(([, { Properties }]) =>
      (Properties.PolicyDocument.Statement as Statement[]).some(({ Action, Condition }) => {
        const partitions = list(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []);
        const writes = list(Action).some((action) => /^dynamodb:(Put|Update|BatchWrite)/.test(action));
        return writes && partitions.includes('ADVISER#*') && !Condition?.['ForAllValues:StringEquals'];
      }),
    );
    expect(writers.map(([id]) => id.replace(/Role.*/, '')).sort()).toEqual(['account', 'advisers', 'auth', 'passkeys']);
    const limited = policies.flatMap(([id, { Properties }]) =>
      (Properties.PolicyDocument.Statement as Statement[]).flatMap(({ Action, Condition = {} }) => {
        const attributes = Condition['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
        const isRead = list(Action).includes('dynamodb:GetItem');
        const { 'dynamodb:Select': select, 'dynamodb:ReturnValues': returned } = Condition.StringEqualsIfExists ?? {};
        if (attributes && isRead) expect(select).toBe('SPECIFIC_ATTRIBUTES');
        if (attributes && !isRead) expect(returned).not.toContain('ALL_OLD');
        return list(attributes ?? []).map((name) => [id.replace(/Role.*/, ''), isRead ? 'reads' : 'writes', `${name}`]);
      }),
    );
    const written = limited.filter(([, how]) => how === 'writes');
    expect(written.map(([, , name]) => name)).toEqual(expect.arrayContaining(['pk', 'sk', 'lastAt']));
    const weighty = written.filter(([, , name]) =>
      /card|password|session|reset|totp|passkeys|gpk|gsk/i.test(`${name}`),
    );
    expect(weighty.map(([id, , name]) => `${id} ${name}`).sort()).toEqual(
      ['mailevents card', 'onrecord card', 'onrecord reset'].sort(),
    );
    expect(limited.filter(([, , name]) => /passwordHash|sealed|codes|reset/.test(`${name}`))).toEqual(
      written.filter(([id, , name]) => id === 'onrecord' && name === 'reset'),
    );
  });

  test('keeps paths, bodies and tokens out of the logs of the API', () => {
    const [stage] = Object.values(template().findResources('AWS::ApiGateway::Stage'));
    expect(stage?.Properties.AccessLogSetting.Format).not.toMatch(/context\.path"|requestOverride|header|querystring/);
    // By it a line is found in the functions' log, which has CloudFront's id of the request.
    expect(stage?.Properties.AccessLogSetting.Format).toContain('$context.requestId');
    for (const settings of stage?.Properties.MethodSettings ?? expect.fail('no settings'))
      expect(settings).toMatchObject({ DataTraceEnabled: false, LoggingLevel: 'ERROR' });
  });
});

test('on AWS the buckets refuse plain HTTP', () => {
  const aws = templates.aws ?? expect.fail('not synthesized');
  aws.resourceCountIs('AWS::S3::BucketPolicy', Object.keys(aws.findResources('AWS::S3::Bucket')).length);
  aws.allResourcesProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]),
    },
  });
});

test.each([
  ['FIRM_NAME', undefined, 'FIRM_NAME is missing'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM is not an e-mail address'],
  ['REGISTRATION', 'maybe', 'REGISTRATION must be'],
  ['REGISTRATION', 'closed,firm.example', 'REGISTRATION must be'],
  ['REGISTRATION', 'firm.example,', 'REGISTRATION must be'],
  ['REGISTRATION', '@firm.example', 'REGISTRATION must be'],
  ['REGISTRATION', 'https://firm.example', 'REGISTRATION must be'],
  ['REGISTRATION', 'open', 'or REGISTRATION_OPEN_ON_AWS=yes beside it'],
  ['REGISTRATION_OPEN_ON_AWS', 'true', 'REGISTRATION_OPEN_ON_AWS must be "yes" or empty'],
  ['AWS_REGION', undefined, 'AWS_REGION is missing'],
  ['REMOVAL_POLICY', 'never', 'REMOVAL_POLICY must be'],
  ['ORIGIN_KEYS', 'a', 'ORIGIN_KEYS must be'],
  ['LOG_RETENTION_DAYS', '7', 'LOG_RETENTION_DAYS must be'],
  ['BUDGET', '49.50', 'BUDGET must be'],
  ['BUDGET', '0', 'BUDGET must be'],
])('a deployment with %s=%s is refused in a sentence', (name, value, sentence) => {
  expect(() => awsSettings({ ...AWS, [name]: value }, DEPLOYER)).toThrow(sentence);
});

test('REGISTRATION=open is taken on AWS where it is said to be meant, and locally', () => {
  const meant = { REGISTRATION: 'open', REGISTRATION_OPEN_ON_AWS: 'yes' };
  expect(awsSettings({ ...AWS, ...meant }, DEPLOYER).registration).toBe('open');
  expect(awsSettings({ ...AWS, REGISTRATION_OPEN_ON_AWS: 'yes' }, DEPLOYER).registration).toBe('closed');
  expect(settingsFor('local', {}).registration).toBe('open');
});

test.each([
  ['closed', 'closed'],
  ['firm.example', 'firm.example'],
  [' Firm.example, other.example ', 'firm.example,other.example'],
])('REGISTRATION=%s reaches the one function that registers as "%s"', async (REGISTRATION, told) => {
  const { portal } = await synthesize('aws', { ...AWS, REGISTRATION });
  const variables = functionsOf(portal).flatMap(
    ({ Properties }) => Properties.Environment.Variables.REGISTRATION ?? [],
  );
  expect(variables).toEqual([told]);
});
