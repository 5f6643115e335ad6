import { get, query, tryUpdate } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { FACTOR, factorKey, factorsOn, sameFactors, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { PASSKEYS } from '#functions/domain/accounts/factors/passkeys.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import type { Finding } from './finding.ts';

/** Whether an account says of its second factors what there is of them. */
export async function checkFactors(id: string): Promise<Finding[]> {
  const [account, factors] = [await get<AdviserItem>(adviserKey(id)), await query(adviserPartition(id), FACTOR)];
  if (!account) return [];
  const hasApp = factors.some(({ sk }) => sk === factorKey(id, TOTP).sk);
  const passkeys = factors.filter(({ sk }) => sk.startsWith(PASSKEYS)).length;
  const set = factorsOn({ totp: hasApp || undefined, passkeys });
  const { totp, card } = account;
  const asStored = [totp, account.passkeys, card.secondFactor];
  const problem = `its second factors are noted wrongly: there are ${passkeys} passkeys and ${hasApp ? 'an' : 'no'} app`;
  const repair = () => tryUpdate(adviserKey(id), { set, when: sameFactors(account) });
  return Object.values(set).every((value, i) => value === asStored[i])
    ? []
    : [{ where: `adviser ${id}`, problem, repair }];
}
