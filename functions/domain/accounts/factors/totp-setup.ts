import type { Key } from '../../../aws/table.ts';
import { put, transact } from '../../../aws/table.ts';
import { removedAfter } from '../../../aws/table-index.ts';
import { firmLine } from '../../../services/audit-log/firm-log.ts';
import { conflict, invalid, notFound, unauthorised } from '../../../services/errors.ts';
import type { Settings } from '../../../services/settings.ts';
import { type Enrolling, recordedAs, type Staff } from '../actor.ts';
import { checkOneIsLeft, factorKey, factorsChanged, type Own, TOTP, TOTP_BEGUN } from './factors.ts';
import { newTotpSecret, openTotp, sealTotp, stepOfCode, type TotpItem, totpUrl } from './totp.ts';

type Holder = Staff | Enrolling;

/** Seconds in which an app that was begun is to be confirmed. */
const BEGUN_SECONDS = 60 * 60;

/** An app that was begun and not confirmed: it counts for nothing. */
export interface BegunItem extends Key {
  sealed: string;
  /** When it can be confirmed no more, ISO. */
  endsAt: string;
}

/**
 * Makes a secret for an authenticator app, in place of one that was begun before; an app that is set up stays until the new
 * one is confirmed. `issuer` is the name under which the app keeps it.
 */
export async function beginTotp({ id, email }: Holder, issuer: string, now: Date) {
  const secret = newTotpSecret();
  const endsAt = new Date(now.getTime() + BEGUN_SECONDS * 1000);
  await put({
    ...factorKey(id, TOTP_BEGUN),
    v: 1,
    sealed: await sealTotp(secret, id),
    endsAt: endsAt.toISOString(),
    ...removedAfter(Math.floor(endsAt.getTime() / 1000)),
  });
  return { secret, url: totpUrl(secret, { issuer, label: email }) };
}

/**
 * Sets the app up that was begun, which comes with the account, by a code of it, in place of another one. Throws 400 where the code is wrong, 409 where none
 * was begun in the last hour.
 */
export async function confirmTotp(
  actor: Holder,
  { account, factors: [begun] }: Own<BegunItem>,
  { code, now }: { code: string; now: Date },
): Promise<void> {
  const { id } = actor;
  if (!account) throw unauthorised();
  if (!begun || begun.endsAt <= now.toISOString())
    throw conflict('This took too long. Please begin again with a new QR code.');
  const { sealed } = begun;
  const step = stepOfCode(await openTotp(sealed, id), code, now);
  if (step === undefined)
    throw invalid('code', 'That code is not right. Please enter the one that your app shows now.');
  const item: TotpItem = { ...factorKey(id, TOTP), v: 1, sealed, createdAt: now.toISOString(), step };
  await transact([
    ...factorsChanged(account, { ...account, totp: true }),
    { put: { ...item } },
    { delete: begun, when: [['sealed', '=', sealed]] },
    firmLine(recordedAs(actor), { action: 'factor-added', data: { factor: 'totp' } }, now),
  ]);
}

/** Removes the app. Throws 404 where there is none, 409 where the firm requires it. */
export async function removeTotp(
  actor: Holder,
  { account }: Pick<Own, 'account'>,
  { settings, now }: { settings: Pick<Settings, 'staff'>; now: Date },
): Promise<void> {
  if (!account?.totp) throw notFound('No authenticator app is set up');
  const after = { passkeys: account.passkeys };
  checkOneIsLeft(after, settings);
  await transact([
    ...factorsChanged(account, after),
    { delete: factorKey(actor.id, TOTP) },
    firmLine(recordedAs(actor), { action: 'factor-removed', data: { factor: 'totp' } }, now),
  ]);
}
