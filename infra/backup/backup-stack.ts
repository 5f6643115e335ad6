import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, type IBackupVault } from 'aws-cdk-lib/aws-backup';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { Data } from '../data/data.ts';
import { deploymentName } from '../names.ts';
import { acknowledgeManaged } from './copies-stack.ts';
import { KEPT, makeVault } from './vault.ts';

/** AWS's own policies for backing up a table, and objects. */
const BACKUPS = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];
/** At night, in UTC. */
const DAILY = Schedule.cron({ hour: '2', minute: '0' });
const NOT_DONE = ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'];

interface Props {
  settings: Settings;
  data: Data;
  /** The vault in the backup region. */
  copies: IBackupVault;
  /** Told of a backup or copy that failed. */
  alarms: ITopic;
}

/** A backup of table and documents each night, and its copy in the backup region. */
export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, { settings, data, copies, alarms }: Props) {
    super(scope, id, {
      env: settings.env,
      description: 'Client-onboarding portal: daily backup',
    });
    const vault = makeVault(this, settings);
    new CfnOutput(this, 'VaultName', { value: vault.backupVaultName });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: deploymentName(settings),
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: DAILY,
          deleteAfter: KEPT,
          copyActions: [{ destinationBackupVault: copies, deleteAfter: KEPT }],
        }),
      ],
    });
    const role = new Role(this, 'Role', {
      description: 'Backs up table and documents',
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: BACKUPS.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    acknowledgeManaged(role, BACKUPS);
    plan.addSelection('Kept', {
      role,
      disableDefaultBackupPolicy: true,
      resources: [data.table.tableArn, data.documents.bucketArn].map((arn) => BackupResource.fromArn(arn)),
    });
    const notDone = new Rule(this, 'NotDone', {
      description: 'A backup, or its copy, was not made',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: NOT_DONE },
      },
      targets: [new SnsTopic(alarms)],
    });
    Validations.of(notDone).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: 'EventBridge tries for a day to tell of it, and the next night tells of it again.',
    });
  }
}
