import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { removalOf } from '../removal-policy.ts';

export interface Keys {
  dataKey: IKey;
  macKey: IKey;
  /** Signs sessions. Has no copy in another region, because its loss only ends sessions. */
  sessionKey: IKey;
  /** Signs the evidence of signatures, which keeps its public key: a signature can be checked without the key. */
  evidenceKey: IKey;
  /** False if data key and MAC key belong to the deployment that the data comes from. */
  areOwn: boolean;
}

/** Creates or imports the keys. Data and MAC key on AWS are multi-Region, because that cannot be changed later. */
export function makeKeys(scope: Construct, settings: Settings): Keys {
  const { keys, target } = settings;
  const sessionKey = new Key(scope, 'SessionKey', {
    description: 'Signs sessions',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalOf(settings),
  });
  const evidenceKey = new Key(scope, 'EvidenceKey', {
    description: 'Signs the evidence of signatures',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalOf(settings),
  });
  if (keys)
    return {
      sessionKey,
      evidenceKey,
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
  return { dataKey, macKey, sessionKey, evidenceKey, areOwn: true };
}

/** Creates the table's key on AWS only: locally, it would replace the table and lose its data. */
export const makeTableKey = (scope: Construct, settings: Settings): Key | undefined =>
  settings.target === 'aws'
    ? new Key(scope, 'TableKey', {
        description: 'Encrypts the table at rest',
        enableKeyRotation: true,
        removalPolicy: removalOf(settings),
      })
    : undefined;
