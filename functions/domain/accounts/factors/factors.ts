import { unchanged } from '../../../aws/expressions.ts';
import { getTogether, itemAt, type Key, type Write } from '../../../aws/table.ts';
import { conflict } from '../../../services/errors.ts';
import { idOf, itemKey } from '../../../services/keys/keys.ts';
import * as KEYS from '../../../services/keys/kinds.ts';
import type { Settings } from '../../../services/settings.ts';
import { type AdviserItem, adviserKey, hasSecondFactor } from '../account.ts';

/** Sort keys of all that an account signs in by besides its password begin with this. */
export const FACTOR = KEYS.factor.sk;

/** Where one of an account's factors is: its app, a passkey, its recovery codes. */
export const factorKey = (adviserId: string, name: string) => itemKey(KEYS.factor, adviserId, name);

/** Names of what an account has one of at most; of the app also the one that was begun and not confirmed. */
export const [TOTP, TOTP_BEGUN, RECOVERY] = ['TOTP', 'TOTP-BEGUN', 'RECOVERY'] as const;

/** An account with some of its factors, in the order of their names that were asked for; those that are not there are `undefined`. */
export interface Own<F extends Key = Key> {
  account: AdviserItem | undefined;
  factors: [F?, ...(Key | undefined)[]];
}

/** Reads an account with some of its factors, by their names, in one call. */
export async function readFactors<F extends Key = Key>(adviserId: string, ...names: string[]): Promise<Own<F>> {
  const account = adviserKey(adviserId);
  const keys = names.map((name) => factorKey(adviserId, name));
  const items = await getTogether([account, ...keys]);
  const factors = keys.map((key) => itemAt(items, key)) as Own<F>['factors'];
  return { account: itemAt<AdviserItem>(items, account), factors };
}

/** What an account says of its second factors. */
type SetUp = Pick<AdviserItem, 'totp' | 'passkeys'>;

/** The conditions that an account is there, with the second factors with which it was read. */
export const sameFactors = ({ totp, passkeys }: SetUp) =>
  [['pk', 'exists'], unchanged('totp', totp), unchanged('passkeys', passkeys)] as const;

/** What an account says where it has these second factors, for an update: all three, in the directory too. */
export const factorsOn = ({ totp, passkeys }: SetUp) => ({
  totp,
  passkeys: passkeys || undefined,
  'card/secondFactor': hasSecondFactor({ totp, passkeys }) || undefined,
});

/**
 * What goes with a change of factors: the account says what is set up then, and so does its row in the directory; with the
 * last factor the recovery codes go. `endsSessions` ends all sessions too.
 */
export function factorsChanged(account: AdviserItem, after: SetUp, { endsSessions = false } = {}): Write[] {
  const add = { sessionVersion: endsSessions ? 1 : 0 };
  const id = idOf(account.pk);
  return [
    { update: adviserKey(id), change: { set: factorsOn(after), add, when: sameFactors(account) } },
    ...(hasSecondFactor(after) ? [] : [{ delete: factorKey(id, RECOVERY) }]),
  ];
}

/** Throws 409 where the firm requires a second factor and there is none after a change. */
export function checkOneIsLeft(after: SetUp, { staff }: Pick<Settings, 'staff'>): void {
  if (staff.secondFactor === 'required' && !hasSecondFactor(after))
    throw conflict('Your firm requires a second factor. Set up another one before you remove this one.');
}
