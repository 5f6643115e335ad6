import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from './secrets.ts';

const TOKEN = /^([\w-]{22})([\w-]{43})$/;

/** A client's portal token: its id and a 256-bit HMAC over id and version. The table alone does not reveal it. */
export async function portalToken(clientId: string, version: number): Promise<string> {
  const mac = createHmac('sha256', await secret('portal-token')).update(`${clientId}.${version}`);
  return clientId + mac.digest('base64url');
}

/** The client that a token claims to be of; `undefined` where it has not the form of a token. */
export const claimedClientId = (token: string) => TOKEN.exec(token)?.[1];

/** Whether a token is the client's live one. */
export async function isLiveToken(token: string, clientId: string, version: number): Promise<boolean> {
  const live = Buffer.from(await portalToken(clientId, version));
  const given = Buffer.from(token);
  return live.length === given.length && timingSafeEqual(live, given);
}
