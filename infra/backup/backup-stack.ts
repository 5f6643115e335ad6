import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, type IBackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { Data } from '../data/data.ts';
import { deploymentName } from '../names.ts';
import { addAlarm } from '../watch/alarms.ts';
import { signal } from '../watch/signal.ts';
import { acknowledgeManaged } from './copies-stack.ts';
import { KEPT, makeVault } from './vault.ts';

const BACKUPS = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];
/** UTC. */
const DAILY = Schedule.cron({ hour: '2', minute: '0' });
const FAILED_STATES = ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'];

/** Event pattern of one vault: backup jobs name it in `backupVaultArn`, copy jobs in `sourceBackupVaultArn`. */
const fromVault = (arn: string) => ({
  $or: [{ backupVaultArn: [arn] }, { sourceBackupVaultArn: [arn] }],
});

const failureText = (name: string) =>
  RuleTargetInput.fromText(
    [
      `Backup failed in ${name}: ${EventField.fromPath('$.detail-type')}, state ${EventField.fromPath('$.detail.state')}.`,
      `Resource: ${EventField.fromPath('$.detail.resourceType')} ${EventField.fromPath('$.detail.resourceArn')}`,
      `Reason: ${EventField.fromPath('$.detail.statusMessage')}`,
      'Users notice nothing, but the latest backup is too old.',
      'Next: docs/runbook.md#a-backup-failed',
    ].join(' '),
  );

interface Props {
  settings: Settings;
  data: Data;
  copies: IBackupVault;
  alarms: ITopic;
}

/** Nightly backup of table and documents, with a copy in the backup region. */
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
    const failed = new Rule(this, 'NotDone', {
      description: 'A backup or its copy failed',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        // Only this vault: the account may have other backups, such as another stage's.
        detail: { state: FAILED_STATES, ...fromVault(vault.backupVaultArn) },
      },
      targets: [new SnsTopic(alarms, { message: failureText(deploymentName(settings)) })],
    });
    this.alarmIfMissing(vault.backupVaultName, alarms);
    Validations.of(failed).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: 'EventBridge retries the alarm for a day, and the next backup raises it again.',
    });
  }

  /** Alarms if no backup was completed for a day, even if none was started. */
  private alarmIfMissing(BackupVaultName: string, alarms: ITopic): void {
    const metric = new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfBackupJobsCompleted',
      dimensionsMap: { BackupVaultName },
      period: Duration.days(1),
      statistic: 'Sum',
    });
    addAlarm(this, signal('BackupsMissing', metric), alarms);
  }
}
