import { type Item, type Key, remove, tryUpdate } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import type { Finding } from '#functions/domain/finding.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { idOf, isOf } from '#functions/services/keys/keys.ts';
import type { Source } from './source.ts';

type Reservation = Key & { adviserId: string };

const removing = (keys: readonly Key[]) => async () => {
  for (const key of keys) await remove(key);
  return true;
};

/** Checks the reservation of an account's address, without which the account cannot sign in. */
export async function checkReservation({ pk, summary: { email } }: AdviserItem, source: Source): Promise<Finding[]> {
  const id = idOf(pk);
  const where = `adviser ${id}`;
  const key = await emailKey(email);
  const reserved = await source.get<Reservation>(key);
  if (reserved?.adviserId === id) return [];
  const repair = () => tryUpdate(key, { set: { v: 1, adviserId: id }, when: [['pk', 'absent']] });
  // If another account has taken the address, a person has to decide whose it is.
  return [{ where, problem: 'its email address is not reserved', ...(!reserved && { repair }) }];
}

const UNOWNED = 'reserved addresses without an account';
const isReservation = (item: Item): item is Item & Reservation => isOf(KEYS.address, item);

async function isOwned({ pk, adviserId }: Reservation, source: Source): Promise<boolean> {
  const account = await source.get<AdviserItem>(adviserKey(adviserId));
  return !!account && (await emailKey(account.summary.email)).pk === pk;
}

/** Finds reservations that no account has. */
export async function checkAddresses(source: Source): Promise<Finding[]> {
  const items = await source.others();
  const left: Reservation[] = [];
  for (const item of items.filter(isReservation)) if (!(await isOwned(item, source))) left.push(item);
  return left.length > 0 ? [{ where: 'firm', problem: `${left.length} ${UNOWNED}`, repair: removing(left) }] : [];
}
