import { hmacText } from '../../aws/derived-keys.ts';

/** Never rotated: no account would be found under another version. */
const KEY_VERSION = 1;

/** Characters of a pseudonym in logs: 96 bits, enough to find the lines about one address. */
const LOGGED = 16;

/** Returns a 256-bit HMAC to store instead of an address. `email` must be canonical and in lower case. */
export const pseudonym = (email: string) => hmacText('address', KEY_VERSION, email);

export const logged = (pseudonymOfAddress: string) => pseudonymOfAddress.slice(0, LOGGED);
