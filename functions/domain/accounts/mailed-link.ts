import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

// An id or the pseudonym of an address, then 32 random bytes.
const TOKEN = /^([\w-]{22}|[\w-]{43})[\w-]{43}$/;

export interface KeptToken {
  hash: string;
  expiresAt: string;
}

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url');

export function newMailedToken(owner: string, now: Date, { ms }: { ms: number }): { token: string; kept: KeptToken } {
  const token = owner + randomBytes(32).toString('base64url');
  return { token, kept: { hash: sha256(token), expiresAt: new Date(now.getTime() + ms).toISOString() } };
}

/** Returns the unverified owner in a token: an account's id, or the pseudonym of an address. */
export const claimedOwner = (token: string): string | undefined => TOKEN.exec(token)?.[1];

export function isLiveToken(token: string, kept: KeptToken | undefined, now: Date): boolean {
  if (!kept || kept.expiresAt <= now.toISOString()) return false;
  return timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(kept.hash));
}
