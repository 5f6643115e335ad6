import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { env } from './env.ts';
import { kms } from './kms.ts';

const KeyId = () => env('EVIDENCE_KEY_ID');

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

async function fetchPublicKey(): Promise<string> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: KeyId() }));
  if (!PublicKey) throw new Error('KMS returned no public key');
  return base64(PublicKey);
}

let kept: Promise<string> | undefined;

/** Returns the public key of {@link signEvidence} as SPKI in base64. Cached unless KMS failed. */
export function evidencePublicKey(): Promise<string> {
  kept ??= fetchPublicKey().catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

async function signed(digest: Uint8Array): Promise<string> {
  const command = new SignCommand({
    KeyId: KeyId(),
    Message: digest,
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
  const { Signature } = await kms.send(command);
  if (!Signature) throw new Error('KMS returned no signature');
  return base64(Signature);
}

/** Signs a SHA-256 digest with ECDSA. Returns signature (DER) and public key (SPKI), both in base64. */
export async function signEvidence(digest: Uint8Array): Promise<{ signature: string; key: string }> {
  const [signature, key] = await Promise.all([signed(digest), evidencePublicKey()]);
  return { signature, key };
}
