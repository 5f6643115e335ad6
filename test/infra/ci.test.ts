import { describe, expect, test } from 'vitest';
import { AWS, synthesize } from './synthesized.ts';

const REPOSITORY = 'firm@41/portal@97';
const GITHUB = 'token.actions.githubusercontent.com';

interface Statement {
  Action: string | string[];
  Resource: string | string[];
}

const made = await synthesize('aws', { ...AWS, BACKUP_REGION: 'eu-west-1', GITHUB_REPOSITORY: REPOSITORY });
const roles = made.stacks['OnboardingPortalCi-stage-eu-west-2'] ?? expect.fail('no roles');

/** Returns the statements of a role’s trust policy. */
function trustOf(id: 'Deploy' | 'Diff') {
  const name = `OnboardingPortal-stage-eu-west-2-${id.toLowerCase()}`;
  const [role] = Object.values(roles.findResources('AWS::IAM::Role', { Properties: { RoleName: name } }));
  return role?.Properties.AssumeRolePolicyDocument.Statement;
}

/** Returns the actions that a role may perform, with their resources. */
function grantsOf(id: 'Deploy' | 'Diff'): Record<string, string[]> {
  const policies = Object.entries(roles.findResources('AWS::IAM::Policy')).filter(([name]) => name.startsWith(id));
  expect(policies).toHaveLength(1);
  const statements = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[]);
  return Object.fromEntries(
    statements.flatMap(({ Action, Resource }) => [Action].flat().map((action) => [action, [Resource].flat()])),
  );
}

const stackArns = () =>
  made.made.map(({ name, region }) => `arn:aws:cloudformation:${region}:111111111111:stack/${name}/*`).sort();

const condition = (more: object) => [
  expect.objectContaining({
    Effect: 'Allow',
    Action: 'sts:AssumeRoleWithWebIdentity',
    Condition: { StringEquals: { [`${GITHUB}:aud`]: 'sts.amazonaws.com', ...more } },
  }),
];

describe('the firm’s own repository', () => {
  test('can deploy only from its main branch in the environment of the stage', () => {
    const subject = `repo:${REPOSITORY}:environment:stage`;
    expect(trustOf('Deploy')).toEqual(
      condition({ [`${GITHUB}:sub`]: [subject], [`${GITHUB}:ref`]: 'refs/heads/main' }),
    );
  });

  test('can read templates from its pull requests and its main branch', () => {
    const subjects = [`repo:${REPOSITORY}:pull_request`, `repo:${REPOSITORY}:ref:refs/heads/main`];
    expect(trustOf('Diff')).toEqual(condition({ [`${GITHUB}:sub`]: subjects }));
  });

  test('is authenticated only by GitHub’s OIDC provider in the account', () => {
    for (const [statement] of [trustOf('Deploy'), trustOf('Diff')])
      expect(JSON.stringify(statement.Principal)).toBe(
        `{"Federated":{"Fn::Join":["",["arn:",{"Ref":"AWS::Partition"},":iam::",{"Ref":"AWS::AccountId"},":oidc-provider/${GITHUB}"]]}}`,
      );
  });
});

test('the deploy role can assume the bootstrap roles of three regions, and change only these stacks', () => {
  const regions = ['eu-west-1', 'eu-west-2', 'us-east-1'];
  const bootstrap = ['deploy-role', 'file-publishing-role', 'lookup-role'].flatMap((role) =>
    regions.map((region) => `arn:aws:iam::111111111111:role/cdk-hnb659fds-${role}-111111111111-${region}`),
  );
  const release = ['arn:aws:ssm:eu-west-2:111111111111:parameter/OnboardingPortal-stage-eu-west-2/release'];
  expect(grantsOf('Deploy')).toEqual({
    'sts:AssumeRole': bootstrap,
    'cloudformation:DescribeStacks': ['arn:aws:cloudformation:*:111111111111:stack/OnboardingPortal*-stage*'],
    'cloudformation:UpdateStack': stackArns(),
    'ssm:GetParameterHistory': release,
    'ssm:PutParameter': release,
    'ssm:GetParameter': regions.map(
      (region) => `arn:aws:ssm:${region}:111111111111:parameter/cdk-bootstrap/hnb659fds/version`,
    ),
    'ses:GetEmailIdentity': ['firm.example', 'portal@firm.example'].map(
      (sender) => `arn:aws:ses:eu-west-2:111111111111:identity/${sender}`,
    ),
    'ses:GetAccount': ['*'],
    'lambda:GetAccountSettings': ['*'],
    'cloudfront:ListDistributions': ['*'],
    's3:GetObject': regions.map((region) => `arn:aws:s3:::cdk-hnb659fds-assets-111111111111-${region}/*`),
  });
});

test('the diff role can read the templates of these stacks and nothing else', () => {
  expect(grantsOf('Diff')).toEqual({
    'cloudformation:DescribeStacks': stackArns(),
    'cloudformation:GetTemplate': stackArns(),
  });
});
