import { get } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem } from './client.ts';
import { workedFor } from './reach.ts';

/** Returns the account of an adviser. Throws 400 for `field` if there is none of this id. */
export async function assignee(adviserId: string, field = 'adviserId'): Promise<AdviserItem> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account) throw invalid(field, 'This adviser does not exist');
  return account;
}

export async function adviserNameOf(client: ClientItem, actor?: Staff): Promise<string> {
  const adviserId = adviserIdOf(client);
  const known = actor && workedFor(actor).get(adviserId);
  if (known !== undefined) return known;
  return (await get<AdviserItem>(adviserKey(adviserId)))?.summary.name ?? '';
}
