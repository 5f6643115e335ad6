import { Aws, CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { type IPrincipal, PolicyStatement, Role, type RoleProps, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import { deploymentName } from '../names.ts';
import { domainOf } from '../setting-values.ts';

/** What the names of the roles and buckets of the CDK's bootstrap begin with. */
const BOOTSTRAP = 'cdk-hnb659fds';
/** The roles of the bootstrap that a deployment works under: it changes stacks, uploads, and reads what is there. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role'];

/** Actions that a role may take on resources. */
interface Grant {
  actions: readonly string[];
  resources: readonly string[];
}

/** The ARNs of stacks; each ends in an id that CloudFormation gives. */
const stackArns = (stacks: readonly Stack[]) =>
  stacks.map((stack) =>
    stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${stack.stackName}/*` }),
  );

/** What `npm run deploy` and `npm run rollback` ask of AWS: the CDK under its own roles, and the commands by themselves. */
function deployGrants(settings: Settings, stacks: readonly [Stack, ...Stack[]]): Grant[] {
  const [{ partition, account }] = stacks;
  const home = settings.env.region;
  const regions = [...new Set([home, EDGE_REGION, ...stacks.map(({ region }) => region)])];
  const bootstrapRoles = regions.flatMap((region) =>
    BOOTSTRAP_ROLES.map((role) => `arn:${partition}:iam::${account}:role/${BOOTSTRAP}-${role}-${account}-${region}`),
  );
  const changes = ['DescribeStacks', 'UpdateStack', 'DeleteStack', 'UpdateTerminationProtection'];
  return [
    { actions: ['sts:AssumeRole'], resources: bootstrapRoles },
    { actions: changes.map((action) => `cloudformation:${action}`), resources: stackArns(stacks) },
    {
      actions: ['ssm:GetParameterHistory', 'ssm:PutParameter'],
      resources: [`arn:${partition}:ssm:${home}:${account}:parameter/${deploymentName(settings)}/release`],
    },
    {
      // A release is brought back by the template that it was deployed from.
      actions: ['s3:GetObject'],
      resources: regions.map((region) => `arn:${partition}:s3:::${BOOTSTRAP}-assets-${account}-${region}/*`),
    },
    ...preflightGrants(settings, stacks[0], regions),
  ];
}

/** What `npm run preflight` reads beside the stacks and the release. */
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
    // These are of the account as a whole.
    { actions: ['ses:GetAccount', 'lambda:GetAccountSettings', 'cloudfront:ListDistributions'], resources: ['*'] },
  ];
}

/** What `npm run diff` asks for under a role that may assume none of the bootstrap's: the templates that are deployed. */
const diffGrants = (stacks: readonly Stack[]): Grant[] => [
  { actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'], resources: stackArns(stacks) },
];

const ISSUER = 'token.actions.githubusercontent.com';

/** The subject of the tokens that a repository's jobs get for an environment, a branch or pull requests, as GitHub writes it. */
const subjectOf = (repository: string, what: string) => `repo:${repository}:${what}`;

/** Whoever shows a token that GitHub made for AWS with one of these subjects and, where one is given, for that branch. */
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

/** Longer than one deployment takes. */
const SESSION = Duration.hours(2);

interface Props {
  settings: Settings;
  repository: string;
  stacks: readonly Stack[];
}

/**
 * The roles that the firm's own repository works under at GitHub, by tokens that are good for one job: one deploys, the
 * other reads templates. They trust GitHub's provider of identities, which an account has once and docs/operate.md makes.
 */
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
      // An environment has its reviewers at GitHub. The branch is held here, as an environment may be open to all.
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
