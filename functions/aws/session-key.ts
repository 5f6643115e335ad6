import { webcrypto } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { joseSignature } from './der-signature.ts';
import { env } from './env.ts';
import { kms } from './kms.ts';

const KeyId = () => env('SESSION_KEY_ID');

/**
 * An ES256 signature of a text of at most 4 KB, as JOSE has it: 64 bytes. The key never leaves KMS, which signs only for
 * functions that make sessions.
 */
export async function signForSession(text: string): Promise<Uint8Array> {
  const command = new SignCommand({
    KeyId: KeyId(),
    Message: Buffer.from(text),
    MessageType: 'RAW',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
  const { Signature } = await kms.send(command);
  if (!Signature) throw new Error('KMS gave no signature');
  return joseSignature(Signature);
}

async function fetchPublicKey(): Promise<webcrypto.CryptoKey> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: KeyId() }));
  if (!PublicKey) throw new Error('KMS gave no public key');
  return webcrypto.subtle.importKey('spki', PublicKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
}

let kept: Promise<webcrypto.CryptoKey> | undefined;

/** What {@link signForSession} signs is verified with: asked for once, and again where KMS failed. */
export function sessionPublicKey(): Promise<webcrypto.CryptoKey> {
  kept ??= fetchPublicKey().catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}
