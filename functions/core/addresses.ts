import { createHmac } from 'node:crypto';
import { secret } from './secrets.ts';

/** Characters of a pseudonym that the log shows: 96 bits, enough to find the lines about one address. */
const LOGGED = 16;

/** What stands for a mail address where it must not be read: a 256-bit HMAC. `email` as accounts compare it (contract, Identity). */
const pseudonym = async (email: string) =>
  createHmac('sha256', await secret('address'))
    .update(email)
    .digest('base64url');

/** What stands for a mail address in the log. */
export const loggedAddress = async (email: string) => (await pseudonym(email)).slice(0, LOGGED);
