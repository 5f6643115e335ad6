import { webcrypto } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { env } from './env.ts';
import { kms } from './kms.ts';

const KeyId = () => env('SESSION_KEY_ID');

/** Signs a text of at most 4 KB with ES256. The key never leaves KMS. */
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

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const NUMBER = 32;

/** The number that stands at a place of DER's bytes, in 32 bytes with zeros before it, and where the next one stands. */
function numberAt(der: Uint8Array, at: number) {
  const start = at + 2;
  const next = start + (der[at + 1] ?? 0);
  // DER puts a zero before a number whose first bit is set, and leaves out zeros that say nothing.
  const digits = der.subarray(der[start] === 0 ? start + 1 : start, next);
  if (der[at] !== INTEGER || next === start || next > der.length || digits.length > NUMBER)
    throw new Error('No signature of P-256 in DER');
  const number = new Uint8Array(NUMBER);
  number.set(digits, NUMBER - digits.length);
  return { number, next };
}

/** Converts a P-256 signature of KMS from DER to the 64 bytes of JOSE: r, then s. Throws if it is not one. */
export function joseSignature(der: Uint8Array): Uint8Array {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new Error('No signature of P-256 in DER');
  const r = numberAt(der, 2);
  const s = numberAt(der, r.next);
  if (s.next !== der.length) throw new Error('No signature of P-256 in DER');
  return Buffer.concat([r.number, s.number]);
}
