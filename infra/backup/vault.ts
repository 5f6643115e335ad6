import { Duration } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { incarnation } from '../incarnation.ts';
import { removalOf } from '../removal-policy.ts';

/** How long a backup is kept, and how long nobody may delete it. */
export const KEPT = Duration.days(35);

/**
 * A vault for backups, under a key of its own. Its lock keeps backups from being deleted early until somebody takes the
 * lock off, which is a right of its own. A first deployment has none, as an empty vault goes with what failed.
 */
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
