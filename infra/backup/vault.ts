import { Duration } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { incarnation } from '../incarnation.ts';
import { removalOf } from '../removal-policy.ts';

/** Retention of backups, and minimum retention of the vault's lock. */
export const KEPT = Duration.days(35);

/** Creates a locked vault with its own key. A first deployment has no lock, so that it can be removed if it fails. */
export function makeVault(scope: Construct, settings: Settings): BackupVault {
  const removalPolicy = removalOf(settings);
  return new BackupVault(scope, 'Vault', {
    backupVaultName: `onboarding-portal-${incarnation()}`,
    encryptionKey: new Key(scope, 'VaultKey', {
      description: 'Encrypts the backups of table and documents',
      enableKeyRotation: true,
      removalPolicy,
    }),
    ...(settings.isProtected && { lockConfiguration: { minRetention: KEPT } }),
    removalPolicy,
  });
}
