import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { TOTP as App, Secret } from 'otpauth';
import { AUTHENTICATOR_SET_UP_HOURS } from '#shared/rules/lifetimes.ts';
import { HOUR_SECONDS } from '#shared/rules/time.ts';
import { secret } from '../../../aws/derived-keys.ts';
import { type Key, put, transact, type Write } from '../../../aws/table.ts';
import { removedAfter } from '../../../aws/table-index.ts';
import { firmEntry } from '../../../services/audit-log/firm-log.ts';
import { conflict, invalid, notFound, unauthorised } from '../../../services/errors.ts';
import { idOf } from '../../../services/keys/keys.ts';
import type { Settings } from '../../../services/settings.ts';
import { actorOf, type Enrolling, type Staff } from '../session.ts';
import { checkOneIsLeft, factorKey, factorsChanged, type Own, TOTP, TOTP_BEGUN } from './factors.ts';

/** Never rotated: a new version could not decrypt the secrets of existing apps. */
const KEY_VERSION = 1;
const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** A code is valid for 30 seconds, and for one step before and after, because clocks of phones differ. */
const [STEP_SECONDS, WINDOW] = [30, 1];

export interface TotpItem extends Key {
  v: 1;
  /** The app's secret, encrypted: IV, authentication tag, ciphertext, as base64. */
  sealed: string;
  createdAt: string;
  /** Step of the last accepted code. That code and earlier ones are refused. */
  step: number;
}

export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32;

const appOf = (base32: string) =>
  new App({ secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** Returns the URL for the QR code. `issuer` is the firm's name, `label` the person's email address. */
export function totpUrl(base32: string, { issuer, label }: { issuer: string; label: string }): string {
  const app = appOf(base32);
  Object.assign(app, { issuer, label });
  return app.toString();
}

/** Returns the step of a code, counted from 1970 (RFC 6238); `undefined` if it is not valid now. */
export function stepOfCode(base32: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = appOf(base32).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/** Encrypts a secret under a derived key, bound to the account. */
export async function sealTotp(base32: string, adviserId: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await secret('totp', KEY_VERSION), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(adviserId));
  const text = Buffer.concat([cipher.update(base32), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Decrypts a secret. Throws if it was altered or belongs to another account. */
export async function openTotp(sealed: string, adviserId: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, await secret('totp', KEY_VERSION), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(adviserId));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
}

/** Returns the write that consumes a code; `undefined` if it is wrong or was used. */
export async function takeTotp(
  { pk, sk, sealed, step: last }: TotpItem,
  code: string,
  now: Date,
): Promise<Write | undefined> {
  const step = stepOfCode(await openTotp(sealed, idOf(pk)), code, now);
  if (step === undefined || step <= last) return undefined;
  const when = [
    ['sealed', '=', sealed],
    ['step', '<', step],
  ] as const;
  return { update: { pk, sk }, change: { set: { step }, when } };
}

type Holder = Staff | Enrolling;

/** An unconfirmed app. It does not count as a second factor. */
export interface BegunItem extends Key {
  sealed: string;
  endsAt: string;
}

/** Starts the set-up of an app. An app in use stays valid until the new one is confirmed. */
export async function beginTotp({ id, email }: Holder, issuer: string, now: Date) {
  const secret = newTotpSecret();
  const endsAt = new Date(now.getTime() + AUTHENTICATOR_SET_UP_HOURS * HOUR_SECONDS * 1000);
  await put({
    ...factorKey(id, TOTP_BEGUN),
    v: 1,
    sealed: await sealTotp(secret, id),
    endsAt: endsAt.toISOString(),
    ...removedAfter(Math.floor(endsAt.getTime() / 1000)),
  });
  return { secret, url: totpUrl(secret, { issuer, label: email }) };
}

/** Replaces the app with the unconfirmed one. Throws 400 for a wrong code, 409 after an hour. */
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
    firmEntry(actorOf(actor), { action: 'factor-added', data: { factor: 'totp' } }, now),
  ]);
}

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
    firmEntry(actorOf(actor), { action: 'factor-removed', data: { factor: 'totp' } }, now),
  ]);
}
