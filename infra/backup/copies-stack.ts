import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import type { BackupVault } from 'aws-cdk-lib/aws-backup';
import {
  AccountRootPrincipal,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { Keys } from '../data/keys.ts';
import { removalOf } from '../removal-policy.ts';
import { makeVault } from './vault.ts';

const RESTORES = ['service-role/AWSBackupServiceRolePolicyForRestores', 'AWSBackupServiceRolePolicyForS3Restore'];

interface Props {
  settings: Settings;
  keys: Keys;
}

/** Copies of backups and keys in the backup region, to recover from the loss of a region. */
export class CopiesStack extends Stack {
  readonly vault: BackupVault;

  constructor(scope: Construct, id: string, { settings, keys }: Props) {
    super(scope, id, {
      env: { ...settings.env, region: settings.backupRegion ?? settings.env.region },
      description: 'Client-onboarding portal: copies of backups and keys',
    });
    this.vault = makeVault(this, settings);
    this.output('VaultName', this.vault.backupVaultName);
    this.output('RestoreRoleArn', this.restoreRole());
    if (!keys.areOwn) return;
    this.output('DataKeyArn', this.copyOf('DataKey', keys.dataKey.keyArn, settings));
    this.output('MacKeyArn', this.copyOf('MacKey', keys.macKey.keyArn, settings));
  }

  private output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }

  private copyOf(id: string, primaryKeyArn: string, settings: Settings): string {
    const account = new PolicyStatement({
      actions: ['kms:*'],
      principals: [new AccountRootPrincipal()],
      resources: ['*'],
    });
    const key = new CfnReplicaKey(this, `${id}Copy`, {
      description: `Copy of the key of ${settings.env.region}`,
      primaryKeyArn,
      keyPolicy: new PolicyDocument({ statements: [account] }),
    });
    key.applyRemovalPolicy(removalOf(settings));
    return key.attrArn;
  }

  private restoreRole(): string {
    const role = new Role(this, 'RestoreRole', {
      description: 'Brings table and documents back from the vault',
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: RESTORES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    acknowledgeManaged(role, RESTORES);
    return role.roleArn;
  }
}

export function acknowledgeManaged(role: Role, names: readonly string[]): void {
  for (const name of names)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
      reason: 'AWS Backup states what it needs in this policy, and changes it with what it does.',
    });
}
