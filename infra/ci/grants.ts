import type { Stack } from 'aws-cdk-lib';
import { EDGE_REGION, type Settings } from '../config.ts';
import { deploymentName } from '../names.ts';
import { domainOf } from '../setting-values.ts';

/** What the names of the roles and buckets of the CDK's bootstrap begin with. */
const BOOTSTRAP = 'cdk-hnb659fds';
/** The roles of the bootstrap that a deployment works under: it changes stacks, uploads, and reads what is there. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role'];

/** Actions that a role may take on resources. */
export interface Grant {
  actions: readonly string[];
  resources: readonly string[];
}

/** The ARNs of stacks; each ends in an id that CloudFormation gives. */
const stackArns = (stacks: readonly Stack[]) =>
  stacks.map((stack) =>
    stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${stack.stackName}/*` }),
  );

/** What `npm run deploy` and `npm run rollback` ask of AWS: the CDK under its own roles, and the commands by themselves. */
export function deployGrants(settings: Settings, stacks: readonly [Stack, ...Stack[]]): Grant[] {
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
export const diffGrants = (stacks: readonly Stack[]): Grant[] => [
  { actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'], resources: stackArns(stacks) },
];
