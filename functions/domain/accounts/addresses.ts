import type { Key } from '../../aws/table.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';

/** The reservation of an address, by what stands for it: there is one per account. */
export const reservationKey = (pseudonymOfAddress: string): Key => ({ pk: `EMAIL#${pseudonymOfAddress}`, sk: 'EMAIL' });

/** The reservation of an address. */
export const emailKey = async (email: string): Promise<Key> => reservationKey(await pseudonym(email));
