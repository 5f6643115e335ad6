import { hmacText } from '../../aws/derived-keys.ts';

/** There is no other version of this key: no account would be found under it. */
const KEY_VERSION = 1;

/** Characters of a pseudonym that the log shows: 96 bits, enough to find the lines about one address. */
const LOGGED = 16;

/** What stands for a mail address where it must not be read: a 256-bit HMAC. `email` as accounts compare it (contract, Identity). */
export const pseudonym = (email: string) => hmacText('address', KEY_VERSION, email);

export const logged = (pseudonymOfAddress: string) => pseudonymOfAddress.slice(0, LOGGED);
