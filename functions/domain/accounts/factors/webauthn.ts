import { env } from '../../../aws/env.ts';

/** The library is loaded with the first passkey: codes of an app do without it. */
export const library = () => import('@simplewebauthn/server');

/** What a passkey is bound to, and says where it was used: the site's host name, and its address. */
export const site = () => {
  const expectedOrigin = env('ORIGIN');
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
};

/** The challenge that a browser's answer says it is for; the library has parsed and checked it. */
export const challengeIn = (clientData: string): string =>
  JSON.parse(Buffer.from(clientData, 'base64url').toString()).challenge;

/** What the library found; `undefined` where it throws, as it does for whatever is not as it should be. */
export const found = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined);
