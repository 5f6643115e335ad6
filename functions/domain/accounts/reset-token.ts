import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AdviserItem } from './account.ts';

const VALID_MS = 60 * 60 * 1000;
const TOKEN = /^([\w-]{22})[\w-]{43}$/;

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A new single-use token for an adviser, and what the table keeps of it: a hash and an end after one hour. */
export function newResetToken(adviserId: string, now: Date) {
  const token = adviserId + randomBytes(32).toString('base64url');
  return { token, kept: { hash: sha256(token), expiresAt: new Date(now.getTime() + VALID_MS).toISOString() } };
}

/** The unverified adviser id in a reset token; `undefined` if it is malformed. */
export const claimedAdviserId = (token: string) => TOKEN.exec(token)?.[1];

/** Whether a token is the adviser's live one. */
export function isLiveReset(token: string, reset: AdviserItem['reset'], now: Date): boolean {
  if (!reset || reset.expiresAt <= now.toISOString()) return false;
  return timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(reset.hash));
}
