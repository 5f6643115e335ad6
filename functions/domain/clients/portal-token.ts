import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from '../../aws/derived-keys.ts';

const FIRST_VERSION = 1;
const TOKEN = /^([\w-]{22})[\w-]{43}([0-9a-z]{0,6})$/;

/** What a portal token says: whose it is, and which of the client's tokens. The client's record decides whether it still counts. */
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

/** What a token says, whoever made it; `undefined` where it has not the form of one. */
function claimOf(token: string): TokenClaim | undefined {
  const [, clientId, version] = TOKEN.exec(token) ?? [];
  return clientId ? { clientId, version: version ? Number.parseInt(version, 36) : FIRST_VERSION } : undefined;
}

/** The client that a token claims to be of; `undefined` where it has not the form of one. */
export const claimedClientId = (token: string) => claimOf(token)?.clientId;

/** What a token of ours says, without a read of the table; `undefined` for any other, one spelled differently included. */
export async function readPortalToken(token: string): Promise<TokenClaim | undefined> {
  const claim = claimOf(token);
  if (!claim) return undefined;
  const [ours, given] = [await portalToken(claim.clientId, claim.version), token].map((text) => Buffer.from(text));
  return ours && given && ours.length === given.length && timingSafeEqual(ours, given) ? claim : undefined;
}
