import { get, type Item, type Key, remove, tryUpdate } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/addresses.ts';
import { idOf } from '#functions/domain/keys.ts';
import type { Finding } from './finding.ts';
import { otherItems } from './tables.ts';

type Reservation = Key & { adviserId: string };

/** Where a reservation stands that was made before keys held pseudonyms in place of addresses. */
const clearKey = (email: string): Key => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' });

const removing = (keys: readonly Key[]) => async () => {
  for (const key of keys) await remove(key);
  return true;
};

/** What is wrong with the reservation of an account's address: without it nobody signs in. */
export async function checkReservation({ pk, email }: AdviserItem): Promise<Finding[]> {
  const id = idOf(pk);
  const where = `adviser ${id}`;
  const [key, clear] = [await emailKey(email), clearKey(email)];
  const [reserved, inClear] = await Promise.all([get<Reservation>(key), get<Reservation>(clear)]);
  const reserve = () => tryUpdate(key, { set: { adviserId: id }, when: [['pk', 'absent']] });
  const problem = 'its e-mail address is not reserved for it';
  // Where another account has taken the address meanwhile, a person has to decide whose it is.
  const isFree = !reserved || reserved.adviserId === id;
  return [
    ...(reserved?.adviserId === id ? [] : [{ where, problem, ...(isFree && { repair: reserve }) }]),
    ...(inClear
      ? [
          {
            where,
            problem: 'its e-mail address stands in clear in a key',
            ...(isFree && { repair: removing([clear]) }),
          },
        ]
      : []),
  ];
}

const isReservation = (item: Item): item is Item & Reservation => item.sk === 'EMAIL';

/** Whether an account stands behind a reservation, under either key: whose it is, is the account's own check. */
async function isOwned({ pk, adviserId }: Reservation): Promise<boolean> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  return !!account && [(await emailKey(account.email)).pk, clearKey(account.email).pk].includes(pk);
}

/** Addresses in clear in other keys, and reservations that no account has. */
export async function checkAddresses(): Promise<Finding[]> {
  const items = await otherItems();
  const counters = items.filter(({ pk }) => pk.startsWith('ATTEMPTS#') && pk.includes('@'));
  const left: Reservation[] = [];
  for (const item of items.filter(isReservation)) if (!(await isOwned(item))) left.push(item);
  const found = [
    { problem: `${counters.length} counters of attempts with an address in clear`, keys: counters },
    { problem: `${left.length} reservations of addresses that no account has`, keys: left },
  ];
  return found
    .filter(({ keys }) => keys.length > 0)
    .map(({ problem, keys }) => ({ where: 'firm', problem, repair: removing(keys) }));
}
