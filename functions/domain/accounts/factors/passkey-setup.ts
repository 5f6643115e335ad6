import { transact, updated } from '../../../aws/table.ts';
import { firmLine } from '../../../services/audit-log/firm-log.ts';
import { conflict, invalid, notFound, unauthorised } from '../../../services/errors.ts';
import { childKeyOf } from '../../../services/keys/keys.ts';
import type { Settings } from '../../../services/settings.ts';
import { type Enrolling, recordedAs, type Staff } from '../actor.ts';
import { checkOneIsLeft, factorsChanged, type Own, readFactors } from './factors.ts';
import { checkMade, makeOptions } from './passkey-making.ts';
import { type PasskeyItem, passkeyClaimKey, passkeyKey, passkeyName } from './passkeys.ts';

type Holder = Staff | Enrolling;

/** Most passkeys that an account has. */
const MAX_PASSKEYS = 20;
const NO_PASSKEY = 'Passkey not found';

/** What a browser is asked for to make a passkey. Throws 409 where an account has as many as it may. */
export function passkeyOptions(
  actor: Holder,
  own: readonly PasskeyItem[],
  { settings, now }: { settings: Pick<Settings, 'firm'>; now: Date },
) {
  if (own.length >= MAX_PASSKEYS) throw conflict(`An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
  return makeOptions(actor, { firm: settings.firm.name, own, now });
}

/** Adds a passkey that a browser made. Throws 400 where it is not what the browser was asked for in the last five minutes. */
export async function addPasskey(
  actor: Holder,
  { account }: Pick<Own, 'account'>,
  { name, passkey, now }: { name: string; passkey: unknown; now: Date },
): Promise<PasskeyItem> {
  const refuse = invalid('passkey', 'This passkey could not be added. Please try again.');
  const made = await checkMade(passkey, { adviserId: actor.id, name, now, refuse });
  if (!account) throw unauthorised();
  const passkeys = (account.passkeys ?? 0) + 1;
  if (passkeys > MAX_PASSKEYS) throw refuse;
  const claim = { ...passkeyClaimKey(childKeyOf(made.item)), v: 1, adviserId: actor.id };
  const onlyOnce = { when: [['pk', 'absent']], refuse: conflict('This passkey was added already.') } as const;
  await transact([
    made.challenge,
    ...factorsChanged(account, { ...account, passkeys }),
    { put: { ...made.item }, ...onlyOnce },
    { put: claim, ...onlyOnce },
    firmLine(recordedAs(actor), { action: 'factor-added', data: { factor: 'passkey', name } }, now),
  ]);
  return made.item;
}

/** Gives a passkey another name. Throws 404 where it is not one of the account's. */
export async function renamePasskey({ id: adviserId }: Holder, id: string, name: string): Promise<PasskeyItem> {
  const change = { set: { name }, when: [['pk', 'exists']] as const };
  const renamed = await updated<PasskeyItem>(passkeyKey(adviserId, id), change);
  if (!renamed) throw notFound(NO_PASSKEY);
  return renamed;
}

/** An account, with one of its passkeys if there is one of this id. */
export const readPasskey = (adviserId: string, id: string): Promise<Own<PasskeyItem>> =>
  readFactors(adviserId, passkeyName(id));

/** Removes a passkey. Throws 404 where it is not one of the account's, 409 where the firm requires it. */
export async function removePasskey(
  actor: Holder,
  { account, factors: [passkey] }: Own<PasskeyItem>,
  { settings, now }: { settings: Pick<Settings, 'staff'>; now: Date },
): Promise<void> {
  if (!account || !passkey) throw notFound(NO_PASSKEY);
  const after = { totp: account.totp, passkeys: (account.passkeys ?? 0) - 1 };
  checkOneIsLeft(after, settings);
  await transact([
    ...factorsChanged(account, after),
    { delete: passkey, when: [['pk', 'exists']] },
    { delete: passkeyClaimKey(childKeyOf(passkey)) },
    firmLine(recordedAs(actor), { action: 'factor-removed', data: { factor: 'passkey', name: passkey.name } }, now),
  ]);
}
