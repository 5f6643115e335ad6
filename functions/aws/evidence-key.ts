import { env } from './env.ts';
import { kmsPublicKey, kmsSignature } from './kms-signing.ts';

const KeyId = () => env('EVIDENCE_KEY_ID');

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

let kept: Promise<string> | undefined;

/** Returns the public key of {@link signEvidence} as SPKI in base64. Cached unless KMS failed. */
export function evidencePublicKey(): Promise<string> {
  kept ??= kmsPublicKey(KeyId())
    .then(base64)
    .catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
  return kept;
}

/** Signs a SHA-256 digest with ECDSA. Returns signature (DER) and public key (SPKI), both in base64. */
export async function signEvidence(digest: Uint8Array): Promise<{ signature: string; key: string }> {
  const [signature, key] = await Promise.all([kmsSignature(KeyId(), digest, 'DIGEST'), evidencePublicKey()]);
  return { signature: base64(signature), key };
}
