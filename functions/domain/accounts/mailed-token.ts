import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Validity of a mailed link, in milliseconds. */
const VALID_MS = { hour: 60 * 60 * 1000, week: 7 * 24 * 60 * 60 * 1000 } as const;
// An id or the pseudonym of an address, then 32 random bytes.
const TOKEN = /^([\w-]{22}|[\w-]{43})[\w-]{43}$/;

/** What the table keeps of a token that was mailed: its SHA-256, and when it ends, ISO. */
export interface KeptToken {
  hash: string;
  expiresAt: string;
}

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Returns a new single-use token for what `owner` names, in base64url, and what the table keeps of it: its hash and its end. */
export function newMailedToken(
  owner: string,
  now: Date,
  valid: keyof typeof VALID_MS = 'hour',
): { token: string; kept: KeptToken } {
  const token = owner + randomBytes(32).toString('base64url');
  return { token, kept: { hash: sha256(token), expiresAt: new Date(now.getTime() + VALID_MS[valid]).toISOString() } };
}

/** Whom a token claims to be for, unverified: an account's id, or what stands for an address; `undefined` where it has the form of neither. */
export const claimedOwner = (token: string): string | undefined => TOKEN.exec(token)?.[1];

/** Whether a token is the live one of which `kept` is kept. */
export function isLiveToken(token: string, kept: KeptToken | undefined, now: Date): boolean {
  if (!kept || kept.expiresAt <= now.toISOString()) return false;
  return timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(kept.hash));
}
