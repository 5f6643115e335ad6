import { type App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { BackupStack } from './backup/backup-stack.ts';
import { CopiesStack } from './backup/copies-stack.ts';
import { CiStack } from './ci/ci-stack.ts';
import type { Settings } from './config.ts';
import { EdgeStack } from './edge/edge-stack.ts';
import { GuardStack } from './edge/web-acl.ts';
import { companionName, stackName } from './names.ts';
import { PortalStack, type PortalStackProps } from './portal-stack.ts';

/** Findings of the local emulator only: it has one reader, on the loopback, and no CloudFront. */
const LOCAL_FINDINGS = [
  { id: 'AwsSolutions-S10', reason: 'The emulator answers plain HTTP only.' },
  { id: 'AwsSolutions-SQS4', reason: 'The emulator answers plain HTTP only.' },
  { id: 'AwsSolutions-SNS3', reason: 'The emulator answers plain HTTP only.' },
  { id: 'AwsSolutions-CFR2', reason: 'The local origin stands in for CloudFront.' },
  { id: 'Serverless-LambdaTracing', reason: 'The emulator keeps no traces.' },
  ...['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'].map((id) => ({
    id,
    reason: 'The emulator checks SendRawEmail against no identity.',
  })),
];

const RULES = [AwsSolutionsChecks, ServerlessChecks];

/** Adds the stacks of a deployment. On AWS, CloudFront's resources are in a region of their own. */
export function addStacks(app: App, props: PortalStackProps): void {
  Validations.of(app).addPlugins(...RULES.map((Rules) => new Rules(app)));
  const { settings } = props;
  const guard = settings.edge && new GuardStack(app, companionName('Guard', settings), settings);
  const { webAclArn, certificateArn } = guard ?? {};
  const portal = new PortalStack(app, stackName(settings), { ...props, webAclArn, certificateArn });
  if (settings.target === 'local') Validations.of(portal).acknowledge(...LOCAL_FINDINGS);
  if (guard) new EdgeStack(app, companionName('Edge', settings), { settings, bundles: props.bundles, web: portal.web });
  if (settings.backupRegion) addBackups(app, settings, portal);
  const { githubRepository: repository } = settings;
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  if (repository) new CiStack(app, companionName('Ci', settings), { settings, repository, stacks });
}

/** Adds the backup stacks: first the one that receives copies, then the one that makes them. */
function addBackups(app: App, settings: Settings, { data, alarms }: PortalStack): void {
  const { keys } = data;
  const copies = new CopiesStack(app, companionName('BackupCopies', settings), { settings, keys });
  const props = { settings, data, copies: copies.vault, alarms };
  new BackupStack(app, companionName('Backup', settings), props);
}
