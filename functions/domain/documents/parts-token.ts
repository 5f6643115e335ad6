import { createHmac, hkdfSync } from 'node:crypto';
import { PARTS_TOKEN_HOURS } from '#shared/rules/lifetimes.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { conflict } from '../../services/errors.ts';

/**
 * Proves that its holder's download was written to the audit log. The key is derived from the document's data key, which
 * every part needs anyway.
 */
function tokenAt(dataKey: Uint8Array, reader: string, hour: number): string {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'download', 32));
  return createHmac('sha256', key).update(`${reader} ${hour}`).digest('base64url');
}

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS);

/** Returns the token that the answer with part 0 holds. `reader` is the kind and id of the caller. */
export const partsToken = (dataKey: Uint8Array, reader: string, now: Date) => tokenAt(dataKey, reader, hourOf(now));

/** Throws 409 unless the caller got the token with part 0, in this hour or the last one. */
export function checkPartsToken(dataKey: Uint8Array, reader: string, token: string | undefined, now: Date): void {
  const valid = Array.from({ length: PARTS_TOKEN_HOURS }, (_, ago) => tokenAt(dataKey, reader, hourOf(now) - ago));
  if (token === undefined || !valid.includes(token)) throw conflict('Begin with the first part.');
}
