import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { env } from './env.ts';
import { kms } from './kms.ts';

const derived = new Map<string, Promise<Uint8Array>>();

async function derive(label: string): Promise<Uint8Array> {
  const command = new GenerateMacCommand({
    KeyId: env('MAC_KEY_ID'),
    MacAlgorithm: 'HMAC_SHA_256',
    Message: Buffer.from(label),
  });
  const { Mac } = await kms.send(command);
  if (!Mac) throw new Error('KMS gave no MAC');
  return Mac;
}

/**
 * The setting that holds a key's version: a higher one is another key, and what the old one signed counts no more. The key
 * that stands for addresses has none: no account would be found under another.
 */
const VERSIONS = { session: 'SESSION_KEY_VERSION', 'portal-token': 'PORTAL_KEY_VERSION', address: undefined } as const;

/** A key of 256 bits that only this stack's HMAC key can derive; asked for once per cold start, never stored. */
export function secret(label: keyof typeof VERSIONS): Promise<Uint8Array> {
  const known = derived.get(label);
  if (known) return known;
  const version = VERSIONS[label];
  const pending = derive(`onboarding-portal/${label}/${(version && process.env[version]) || '1'}`);
  derived.set(label, pending);
  pending.catch(() => derived.delete(label));
  return pending;
}
