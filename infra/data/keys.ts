import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { removalOf } from '../removal-policy.ts';

/** The keys that what is kept depends on. */
export interface Keys {
  dataKey: IKey;
  macKey: IKey;
  /** Signs sessions, which nobody misses: each deployment has its own, and no copy of it. */
  sessionKey: IKey;
  /** Whether data key and MAC key were made here; else they belong to the deployment that the data comes from. */
  areOwn: boolean;
}

/**
 * Makes the keys, or takes those that the settings name. On AWS those that data depends on are multi-Region keys, as a key cannot become one
 * later: a copy in another region opens there what was sealed here.
 */
export function makeKeys(scope: Construct, settings: Settings): Keys {
  const { keys, target } = settings;
  const sessionKey = new Key(scope, 'SessionKey', {
    description: 'Signs sessions',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalOf(settings),
  });
  if (keys)
    return {
      sessionKey,
      dataKey: Key.fromKeyArn(scope, 'DataKey', keys.dataKeyArn),
      macKey: Key.fromKeyArn(scope, 'MacKey', keys.macKeyArn),
      areOwn: false,
    };
  const common = { removalPolicy: removalOf(settings), ...(target === 'aws' && { multiRegion: true }) };
  const dataKey = new Key(scope, 'DataKey', {
    description: 'Wraps the data key of every document',
    enableKeyRotation: true,
    ...common,
  });
  const macKey = new Key(scope, 'MacKey', {
    description: 'Derives portal tokens, and what stands for addresses',
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    ...common,
  });
  return { dataKey, macKey, sessionKey, areOwn: true };
}

/** The table's own key, on AWS: the local table would be replaced by one under a key, and its data lost. */
export const makeTableKey = (scope: Construct, settings: Settings): Key | undefined =>
  settings.target === 'aws'
    ? new Key(scope, 'TableKey', {
        description: 'Encrypts the table at rest',
        enableKeyRotation: true,
        removalPolicy: removalOf(settings),
      })
    : undefined;
