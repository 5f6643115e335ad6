import { TOTP as App, Secret } from 'otpauth';
import { put } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { newChallenge, type Purpose } from '#functions/domain/accounts/factors/challenges.ts';
import { factorKey, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { type PasskeyItem, passkeyKey } from '#functions/domain/accounts/factors/passkeys.ts';
import { newRecoveryCodes } from '#functions/domain/accounts/factors/recovery.ts';
import { newTotpSecret, sealTotp, type TotpItem } from '#functions/domain/accounts/factors/totp.ts';
import { changeStored, stored } from '../aws.ts';
import { siteOrigin } from '../stack.ts';
import { Authenticator } from './authenticator.ts';

// Stores factors directly, as their calls would.

/** The app's code `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new App({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.includes(code));
  return wrong ?? '777777';
}

export async function appFor(accountId: string): Promise<string> {
  const secret = newTotpSecret();
  const sealed = await sealTotp(secret, accountId);
  const item: TotpItem = { ...factorKey(accountId, TOTP), v: 1, sealed, createdAt: new Date().toISOString(), step: 0 };
  await put({ ...item });
  await changeStored(adviserKey(accountId), { totp: true, 'summary/secondFactor': true });
  return secret;
}

export async function recoveryFor(accountId: string): Promise<string[]> {
  const { codes, item } = await newRecoveryCodes(accountId, new Date());
  await put({ ...item });
  return codes;
}

export async function passkeyFor(accountId: string): Promise<Authenticator> {
  const authenticator = new Authenticator(siteOrigin());
  const { id, publicKey } = authenticator;
  const item: PasskeyItem = {
    ...passkeyKey(accountId, id),
    v: 1,
    name: 'Laptop',
    publicKey,
    counter: 0,
    transports: ['internal'],
    createdAt: new Date().toISOString(),
  };
  await put({ ...item });
  const account = await stored<AdviserItem>(adviserKey(accountId));
  await changeStored(adviserKey(accountId), { passkeys: (account?.passkeys ?? 0) + 1, 'summary/secondFactor': true });
  return authenticator;
}

export const challengeFor = async (purpose: Purpose, at = new Date()) => ({
  challenge: (await newChallenge(purpose, at)).toString('base64url'),
});
