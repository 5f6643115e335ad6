import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from '../../aws/derived-keys.ts';

const FIRST_VERSION = 1;
const TOKEN = /^([\w-]{22})[\w-]{43}([0-9a-z]{0,6})$/;

/**
 * The content of a portal token: the client and the version of its link. Whether the link is still valid is decided by
 * the client's item.
 */
export interface TokenClaim {
  clientId: string;
  version: number;
}

/**
 * A client's portal token: its id, a 256-bit HMAC over id and version, and from the second version on the version in base
 * 36. The table alone does not reveal it.
 */
export async function portalToken(clientId: string, version: number): Promise<string> {
  const mac = createHmac('sha256', await secret('portal-token')).update(`${clientId}.${version}`);
  return clientId + mac.digest('base64url') + (version === FIRST_VERSION ? '' : version.toString(36));
}

/** The unverified content of a portal token; `undefined` if it is malformed. */
function claimOf(token: string): TokenClaim | undefined {
  const [, clientId, version] = TOKEN.exec(token) ?? [];
  return clientId ? { clientId, version: version ? Number.parseInt(version, 36) : FIRST_VERSION } : undefined;
}

/** The unverified client id in a portal token; `undefined` if it is malformed. */
export const claimedClientId = (token: string) => claimOf(token)?.clientId;

/**
 * The content of a portal token whose HMAC is ours, without reading the table; `undefined` for any other, also for
 * another spelling of the same bytes.
 */
export async function readPortalToken(token: string): Promise<TokenClaim | undefined> {
  const claim = claimOf(token);
  if (!claim) return undefined;
  const [ours, given] = [await portalToken(claim.clientId, claim.version), token].map((text) => Buffer.from(text));
  return ours && given && ours.length === given.length && timingSafeEqual(ours, given) ? claim : undefined;
}
