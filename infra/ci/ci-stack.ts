import { Aws, CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { type IPrincipal, PolicyStatement, Role, type RoleProps, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import { domainOf } from '../deployment-settings.ts';
import { deploymentName, PRODUCT } from '../names.ts';

/** Prefix of the CDK bootstrap's roles and buckets. */
const BOOTSTRAP = 'cdk-hnb659fds';
/** Bootstrap roles that a deployment assumes to update stacks, upload assets and look up resources. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role'];

interface Grant {
  actions: readonly string[];
  resources: readonly string[];
}

/** Returns ARN patterns of stacks, because CloudFormation appends an id to each. */
const stackArns = (stacks: readonly Stack[]) =>
  stacks.map((stack) =>
    stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${stack.stackName}/*` }),
  );

/** Returns the permissions of `npm run deploy` and `npm run rollback`, including the CDK's bootstrap roles. */
function deployGrants(settings: Settings, stacks: readonly [Stack, ...Stack[]]): Grant[] {
  const [{ partition, account }] = stacks;
  const home = settings.env.region;
  const regions = [...new Set([home, EDGE_REGION, ...stacks.map(({ region }) => region)])];
  const bootstrapRoles = regions.flatMap((region) =>
    BOOTSTRAP_ROLES.map((role) => `arn:${partition}:iam::${account}:role/${BOOTSTRAP}-${role}-${account}-${region}`),
  );
  return [
    { actions: ['sts:AssumeRole'], resources: bootstrapRoles },
    { actions: ['cloudformation:UpdateStack'], resources: stackArns(stacks) },
    {
      // Includes stacks of earlier settings, in any region, which each deployment names.
      actions: ['cloudformation:DescribeStacks'],
      resources: [`arn:${partition}:cloudformation:*:${account}:stack/${PRODUCT}*-${settings.stage}*`],
    },
    {
      actions: ['ssm:GetParameterHistory', 'ssm:PutParameter'],
      resources: [`arn:${partition}:ssm:${home}:${account}:parameter/${deploymentName(settings)}/release`],
    },
    {
      // A rollback reuses the template of the earlier deployment.
      actions: ['s3:GetObject'],
      resources: regions.map((region) => `arn:${partition}:s3:::${BOOTSTRAP}-assets-${account}-${region}/*`),
    },
    ...preflightGrants(settings, stacks[0], regions),
  ];
}

/** Returns the additional permissions of `npm run preflight`. */
function preflightGrants({ mailFrom, domain, env }: Settings, stack: Stack, regions: readonly string[]): Grant[] {
  const arn = (service: string, region: string, resource: string, resourceName: string) =>
    stack.formatArn({ service, region, resource, resourceName });
  const senders = [domainOf(mailFrom), mailFrom];
  return [
    {
      actions: ['ssm:GetParameter'],
      resources: regions.map((region) => arn('ssm', region, 'parameter', 'cdk-bootstrap/hnb659fds/version')),
    },
    {
      actions: ['ses:GetEmailIdentity'],
      resources: senders.map((sender) => arn('ses', env.region, 'identity', sender)),
    },
    ...(domain?.certificateArn ? [{ actions: ['acm:DescribeCertificate'], resources: [domain.certificateArn] }] : []),
    // These actions apply to the whole account and have no ARN.
    { actions: ['ses:GetAccount', 'lambda:GetAccountSettings', 'cloudfront:ListDistributions'], resources: ['*'] },
  ];
}

/** Returns the permissions of `npm run diff`, which only reads deployed templates and assumes no bootstrap role. */
const diffGrants = (stacks: readonly Stack[]): Grant[] => [
  { actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'], resources: stackArns(stacks) },
];

const ISSUER = 'token.actions.githubusercontent.com';

/** Returns the subject of GitHub's tokens for an environment, a branch or pull requests. */
const subjectOf = (repository: string, what: string) => `repo:${repository}:${what}`;

/** Returns the holders of a GitHub token for one of these subjects and, if given, for this branch. */
function tokenOf(subjects: readonly string[], ref?: string): IPrincipal {
  const provider = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${ISSUER}`;
  return new WebIdentityPrincipal(provider, {
    StringEquals: {
      [`${ISSUER}:aud`]: 'sts.amazonaws.com',
      [`${ISSUER}:sub`]: subjects,
      ...(ref && { [`${ISSUER}:ref`]: ref }),
    },
  });
}

/** Session duration; longer than a deployment. */
const SESSION = Duration.hours(2);

interface Props {
  settings: Settings;
  repository: string;
  stacks: readonly Stack[];
}

/** Roles of the firm's GitHub repository. They trust GitHub's identity provider, which docs/operate.md sets up. */
export class CiStack extends Stack {
  constructor(scope: Construct, id: string, { settings, repository, stacks }: Props) {
    super(scope, id, {
      env: settings.env,
      description: "Client-onboarding portal: roles of the firm's own CI",
      terminationProtection: settings.isProtected,
    });
    const of = (what: string) => subjectOf(repository, what);
    const name = deploymentName(settings);
    this.role('Deploy', deployGrants(settings, [this, ...stacks]), {
      roleName: `${name}-deploy`,
      description: 'Deploys the main branch, once that is approved',
      // GitHub checks an environment's reviewers. The branch is checked here, because an environment may allow all
      // branches.
      assumedBy: tokenOf([of(`environment:${settings.stage}`)], 'refs/heads/main'),
      maxSessionDuration: SESSION,
    });
    this.role('Diff', diffGrants([this, ...stacks]), {
      roleName: `${name}-diff`,
      description: 'Reads the templates that are deployed',
      assumedBy: tokenOf([of('pull_request'), of('ref:refs/heads/main')]),
    });
  }

  private role(id: string, grants: readonly Grant[], props: RoleProps): void {
    const role = new Role(this, id, props);
    for (const { actions, resources } of grants)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    const open = grants.flatMap(({ resources }) => resources.filter((arn) => arn.endsWith('*')));
    Validations.of(role).acknowledge(
      ...open.map((arn) => ({
        id: `AwsSolutions-IAM5[Resource::${arn}]`,
        reason:
          'CloudFormation gives the end of a stack’s ARN, a template is named by what is in it, and what is read of the account has no ARN.',
      })),
    );
    new CfnOutput(this, `${id}RoleArn`, { value: role.roleArn });
  }
}
