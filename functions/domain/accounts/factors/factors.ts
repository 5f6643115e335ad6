import { unchanged } from '../../../aws/expressions.ts';
import { getTogether, itemAt, type Key, type Write } from '../../../aws/table.ts';
import { conflict } from '../../../services/errors.ts';
import * as KEYS from '../../../services/keys/item-kinds.ts';
import { idOf, itemKey } from '../../../services/keys/keys.ts';
import type { Settings } from '../../../services/settings.ts';
import { type AdviserItem, adviserKey, hasSecondFactor } from '../account.ts';

export const FACTOR = KEYS.factor.sk;

export const factorKey = (adviserId: string, name: string) => itemKey(KEYS.factor, adviserId, name);

/** Key names of the factors that an account has at most once. TOTP_BEGUN is an unconfirmed app. */
export const [TOTP, TOTP_BEGUN, RECOVERY] = ['TOTP', 'TOTP-BEGUN', 'RECOVERY'] as const;

/** An account with the requested factors, in the order of their names; missing ones are `undefined`. */
export interface Own<F extends Key = Key> {
  account: AdviserItem | undefined;
  factors: [F?, ...(Key | undefined)[]];
}

export async function readFactors<F extends Key = Key>(adviserId: string, ...names: string[]): Promise<Own<F>> {
  const account = adviserKey(adviserId);
  const keys = names.map((name) => factorKey(adviserId, name));
  const items = await getTogether([account, ...keys]);
  const factors = keys.map((key) => itemAt(items, key)) as Own<F>['factors'];
  return { account: itemAt<AdviserItem>(items, account), factors };
}

type SetUp = Pick<AdviserItem, 'totp' | 'passkeys'>;

export const sameFactors = ({ totp, passkeys }: SetUp) =>
  [['pk', 'exists'], unchanged('totp', totp), unchanged('passkeys', passkeys)] as const;

export const factorsOn = ({ totp, passkeys }: SetUp) => ({
  totp,
  passkeys: passkeys || undefined,
  'summary/secondFactor': hasSecondFactor({ totp, passkeys }) || undefined,
});

/** Returns the writes of a change of factors. Without any factor left, they delete the recovery codes too. */
export function factorsChanged(account: AdviserItem, after: SetUp, { endsSessions = false } = {}): Write[] {
  const add = { sessionVersion: endsSessions ? 1 : 0 };
  const id = idOf(account.pk);
  return [
    { update: adviserKey(id), change: { set: factorsOn(after), add, when: sameFactors(account) } },
    ...(hasSecondFactor(after) ? [] : [{ delete: factorKey(id, RECOVERY) }]),
  ];
}

export function checkOneIsLeft(after: SetUp, { staff }: Pick<Settings, 'staff'>): void {
  if (staff.secondFactor === 'required' && !hasSecondFactor(after))
    throw conflict('Your firm requires a second factor. Set up another one before you remove this one.');
}
