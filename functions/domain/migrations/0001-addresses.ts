import { get, type Item } from '../../aws/table.ts';
import { emailKey } from '../accounts/accounts.ts';
import type { Migration } from './migration.ts';

const RESERVATION = 'EMAIL#';
const COUNTER = 'ATTEMPTS#';

/** A reservation under the pseudonym of its address; where another account holds that one, a person has to decide. */
async function hidden(item: Item): Promise<Item | undefined> {
  const key = await emailKey(item.pk.slice(RESERVATION.length));
  const reserved = await get<Item>(key);
  if (!reserved) return { ...item, ...key };
  return reserved.adviserId === item.adviserId ? undefined : item;
}

/** Addresses in keys give way to their pseudonyms; counters of attempts on an address in clear go. */
export const addresses: Migration = {
  number: 1,
  name: 'hide mail addresses in keys',
  migrate: (item) => {
    if (!item.pk.includes('@')) return item;
    if (item.pk.startsWith(COUNTER)) return undefined;
    return item.pk.startsWith(RESERVATION) ? hidden(item) : item;
  },
};
