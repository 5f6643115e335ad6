import { webcrypto } from 'node:crypto';
import { env } from './env.ts';
import { kmsPublicKey, kmsSignature } from './kms-signing.ts';

const KeyId = () => env('SESSION_KEY_ID');

/** Signs a text of at most 4 KB with ES256. */
export const signForSession = async (text: string): Promise<Uint8Array> =>
  joseSignature(await kmsSignature(KeyId(), Buffer.from(text), 'RAW'));

const fetchPublicKey = async (): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('spki', await kmsPublicKey(KeyId()), { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ]);

let kept: Promise<webcrypto.CryptoKey> | undefined;

/** Returns the public key of {@link signForSession}. Cached unless KMS failed. */
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

/** Reads a DER integer as 32 bytes, left-padded with zeros, and the offset of the next one. */
function numberAt(der: Uint8Array, at: number) {
  const start = at + 2;
  const next = start + (der[at + 1] ?? 0);
  // DER adds a zero byte before a set first bit, and omits all other leading zeros.
  const digits = der.subarray(der[start] === 0 ? start + 1 : start, next);
  if (der[at] !== INTEGER || next === start || next > der.length || digits.length > NUMBER)
    throw new Error('Not a DER-encoded P-256 signature');
  const number = new Uint8Array(NUMBER);
  number.set(digits, NUMBER - digits.length);
  return { number, next };
}

/** Converts a P-256 signature of KMS from DER to the 64 bytes of JOSE: r, then s. Throws if it is malformed. */
export function joseSignature(der: Uint8Array): Uint8Array {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new Error('Not a DER-encoded P-256 signature');
  const r = numberAt(der, 2);
  const s = numberAt(der, r.next);
  if (s.next !== der.length) throw new Error('Not a DER-encoded P-256 signature');
  return Buffer.concat([r.number, s.number]);
}
