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

/** Who may take a role: the statements of its trust. */
function trustOf(id: 'Deploy' | 'Diff') {
  const name = `OnboardingPortal-stage-eu-west-2-${id.toLowerCase()}`;
  const [role] = Object.values(roles.findResources('AWS::IAM::Role', { Properties: { RoleName: name } }));
  return role?.Properties.AssumeRolePolicyDocument.Statement;
}

/** What a role may do: each action with the resources it may be done to. */
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
  test('deploys from its main branch in the environment of the stage, and from nowhere else', () => {
    const subject = `repo:${REPOSITORY}:environment:stage`;
    expect(trustOf('Deploy')).toEqual(
      condition({ [`${GITHUB}:sub`]: [subject], [`${GITHUB}:ref`]: 'refs/heads/main' }),
    );
  });

  test('reads templates for its pull requests and its main branch', () => {
    const subjects = [`repo:${REPOSITORY}:pull_request`, `repo:${REPOSITORY}:ref:refs/heads/main`];
    expect(trustOf('Diff')).toEqual(condition({ [`${GITHUB}:sub`]: subjects }));
  });

  test('has GitHub’s provider of this account stand for it, and nobody else', () => {
    for (const [statement] of [trustOf('Deploy'), trustOf('Diff')])
      expect(JSON.stringify(statement.Principal)).toBe(
        `{"Federated":{"Fn::Join":["",["arn:",{"Ref":"AWS::Partition"},":iam::",{"Ref":"AWS::AccountId"},":oidc-provider/${GITHUB}"]]}}`,
      );
  });
});

test('who deploys may take the roles of the CDK’s bootstrap in the three regions, and do to these stacks what the commands do', () => {
  const regions = ['eu-west-1', 'eu-west-2', 'us-east-1'];
  const bootstrap = ['deploy-role', 'file-publishing-role', 'lookup-role'].flatMap((role) =>
    regions.map((region) => `arn:aws:iam::111111111111:role/cdk-hnb659fds-${role}-111111111111-${region}`),
  );
  const release = ['arn:aws:ssm:eu-west-2:111111111111:parameter/OnboardingPortal-stage-eu-west-2/release'];
  expect(grantsOf('Deploy')).toEqual({
    'sts:AssumeRole': bootstrap,
    'cloudformation:DescribeStacks': stackArns(),
    'cloudformation:UpdateStack': stackArns(),
    'cloudformation:DeleteStack': stackArns(),
    'cloudformation:UpdateTerminationProtection': stackArns(),
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

test('who compares may read the templates of these stacks, and take no other role', () => {
  expect(grantsOf('Diff')).toEqual({
    'cloudformation:DescribeStacks': stackArns(),
    'cloudformation:GetTemplate': stackArns(),
  });
});
