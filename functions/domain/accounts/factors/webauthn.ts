import { env } from '../../../aws/env.ts';

/** The library is loaded with the first passkey: codes of an app do without it. */
export const library = () => import('@simplewebauthn/server');

/** What a passkey is bound to, and says where it was used: the site's host name, and its address. */
export const site = () => {
  const expectedOrigin = env('ORIGIN');
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
};

/** Returns the client data of a browser's answer, which the library has parsed and checked. */
const parsed = (clientData: string): { challenge: string; crossOrigin?: unknown; topOrigin?: unknown } =>
  JSON.parse(Buffer.from(clientData, 'base64url').toString());

/** Returns the challenge that a browser's answer says it is for. */
export const challengeIn = (clientData: string): string => parsed(clientData).challenge;

/** Returns true if a browser's answer was made in a frame of another site (WebAuthn, 7.1 and 7.2). */
export function isCrossOrigin(clientData: string): boolean {
  const { crossOrigin = false, topOrigin } = parsed(clientData);
  return crossOrigin !== false || topOrigin !== undefined;
}

/** What the library found; `undefined` where it throws, as it does for whatever is not as it should be. */
export const found = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined);
