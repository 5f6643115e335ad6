import { read } from '../../lib/query/query.ts';

/** The signed-in account, with its passkeys and authenticator app. */
export const accountQuery = read('GET /api/account');
