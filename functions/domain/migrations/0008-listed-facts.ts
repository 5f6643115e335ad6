import { query } from '../../aws/table.ts';
import { DEVICE } from '../../services/sessions/device-cookie.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { StaffDevice } from '../accounts/staff-device.ts';
import type { Migration } from './migration.ts';

/** When somebody last signed in to an account, by the browsers that it knows; `undefined` where it knows none. */
const lastSignIn = async (pk: string) =>
  (await query<StaffDevice>(pk, DEVICE))
    .map(({ lastAt }) => lastAt)
    .sort()
    .at(-1);

/** The list of accounts says how many clients each has, and when somebody last signed in to it. */
export const listedFacts: Migration = {
  number: 8,
  name: 'list the clients and the last sign-in of accounts',
  migrate: async (item) => {
    if (item.sk !== adviserKey('').sk || !('card' in item)) return item;
    const account = item as typeof item & AdviserItem;
    const { clientCount, card } = account;
    if (card.clients !== undefined) return item;
    const lastSignInAt = card.lastSignInAt ?? (await lastSignIn(account.pk));
    return { ...account, card: { ...card, clients: clientCount, ...(lastSignInAt && { lastSignInAt }) } };
  },
};
