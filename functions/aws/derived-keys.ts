import { createHmac, timingSafeEqual } from 'node:crypto';
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { env } from './env.ts';
import { kms } from './kms.ts';

type Label = 'portal-token' | 'address' | 'device' | 'code' | 'totp' | 'reminders';

const kept = new Map<string, Promise<Uint8Array>>();

async function derive(label: string): Promise<Uint8Array> {
  const command = new GenerateMacCommand({
    KeyId: env('MAC_KEY_ID'),
    MacAlgorithm: 'HMAC_SHA_256',
    Message: Buffer.from(label),
  });
  const { Mac } = await kms.send(command);
  if (!Mac) throw new Error('KMS returned no MAC');
  return Mac;
}

/** Derives a 256-bit key that is never stored. The cache has no limit, so callers may only pass versions that exist. */
export function secret(label: Label, version: number): Promise<Uint8Array> {
  const name = `onboarding-portal/${label}/${version}`;
  const known = kept.get(name);
  if (known) return known;
  const key = derive(name);
  kept.set(name, key);
  key.catch(() => kept.delete(name));
  return key;
}

export const hmac = async (label: Label, version: number, content: string | Uint8Array): Promise<Buffer> =>
  createHmac('sha256', await secret(label, version))
    .update(content)
    .digest();

export const hmacText = async (label: Label, version: number, content: string): Promise<string> =>
  (await hmac(label, version, content)).toString('base64url');

/** Compares texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
