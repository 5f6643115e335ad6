import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_MINUTES } from '#shared/rules/lifetimes.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { hmac } from '../../../aws/derived-keys.ts';
import type { Write } from '../../../aws/table.ts';
import { removedAfter } from '../../../aws/table-index.ts';
import type { HttpError } from '../../../services/errors.ts';
import * as KEYS from '../../../services/keys/item-kinds.ts';
import { itemKey } from '../../../services/keys/keys.ts';

/** Never rotated: a new version would invalidate the challenges of the last five minutes. */
const KEY_VERSION = 1;
const [NONCE_BYTES, TIME_BYTES] = [16, 6];
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

export type Purpose = 'use' | `make:${string}`;

const macOf = (head: Uint8Array, purpose: Purpose) =>
  hmac('code', KEY_VERSION, Buffer.concat([Buffer.from(`passkey:${purpose}:`), head]));

/** Returns a signed nonce and timestamp. Only used challenges are stored, so that strangers cannot fill the table. */
export async function newChallenge(purpose: Purpose, now: Date): Promise<Buffer<ArrayBuffer>> {
  const head = Buffer.alloc(HEAD_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(now.getTime(), NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([head, await macOf(head, purpose)]);
}

export async function isOurChallenge(challenge: string, purpose: Purpose, now: Date): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, HEAD_BYTES);
  const mac = await macOf(head, purpose);
  const given = bytes.subarray(HEAD_BYTES);
  if (given.length !== mac.length || !timingSafeEqual(given, mac)) return false;
  return now.getTime() - head.readUIntBE(NONCE_BYTES, TIME_BYTES) < CHALLENGE_MINUTES * MINUTE_MS;
}

/** Returns the write that consumes a challenge. The transaction throws `refuse` if it was used before. */
export function spendChallenge(challenge: string, refuse: HttpError, now: Date): Write {
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('base64url');
  const endsAt = Math.floor((now.getTime() + CHALLENGE_MINUTES * MINUTE_MS) / 1000);
  return {
    put: { ...itemKey(KEYS.challenge, hash), v: 1, ...removedAfter(endsAt) },
    when: [['pk', 'absent']],
    refuse,
  };
}
