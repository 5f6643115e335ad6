import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { transact, updated, type Write } from '../../../aws/table.ts';
import { firmLine } from '../../../services/audit-log/firm-log.ts';
import { conflict, type HttpError, invalid, notFound, unauthorised } from '../../../services/errors.ts';
import { childKeyOf } from '../../../services/keys/keys.ts';
import type { Settings } from '../../../services/settings.ts';
import { type Enrolling, recordedAs, type Staff } from '../actor.ts';
import { isOurChallenge, newChallenge, type Purpose, spendChallenge } from './challenges.ts';
import { checkOneIsLeft, factorsChanged, type Own, readFactors } from './factors.ts';
import { isPasskeyId, type PasskeyItem, passkeyClaimKey, passkeyKey, passkeyName } from './passkeys.ts';
import { challengeIn, found, isCrossOrigin, library, site } from './webauthn.ts';

type Holder = Staff | Enrolling;

/** Most passkeys that an account has. */
const MAX_PASSKEYS = 20;
const NO_PASSKEY = 'Passkey not found';

/** Returns the options for creating a passkey. Throws 409 if the account has the maximum number. */
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

/** Signatures that passkeys make: Ed25519, ECDSA on P-256, RSA, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];
/** Longest public key that is kept, in characters of base64url: one of RSA with 4096 bits takes 700. */
const MAX_KEY = 2000;
/** Ways to reach a device, as browsers name them: "usb", "smart-card". */
const [TRANSPORT, MAX_TRANSPORTS] = [/^[a-z-]{1,20}$/, 8];

const makeFor = (adviserId: string): Purpose => `make:${adviserId}`;

/** Returns the options for creating a discoverable passkey on a device that holds none of `own`. */
async function makeOptions(
  { id, name, email }: { id: string; name: string; email: string },
  { firm, own, now }: { firm: string; own: readonly PasskeyItem[]; now: Date },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: firm,
    rpID: site().expectedRPID,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: await newChallenge(makeFor(id), now),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map((item) => ({ id: childKeyOf(item), transports: item.transports })),
  });
}

const knownTransports = (sent: unknown): string[] =>
  (Array.isArray(sent) ? sent : [])
    .filter((one) => typeof one === 'string' && TRANSPORT.test(one))
    .slice(0, MAX_TRANSPORTS);

/**
 * A passkey that a browser made for an account, and what uses up its challenge. Throws `refuse` where anything about it is not
 * as it was asked for.
 */
async function checkMade(
  sent: unknown,
  { adviserId, name, now, refuse }: { adviserId: string; name: string; now: Date; refuse: HttpError },
): Promise<{ item: PasskeyItem; challenge: Write }> {
  const { verifyRegistrationResponse } = await library();
  const response = sent as RegistrationResponseJSON;
  const made = await found(
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => isOurChallenge(challenge, makeFor(adviserId), now),
      ...site(),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!made?.verified) throw refuse;
  // Only what the library has verified is sure to have this form.
  const { clientDataJSON } = response.response;
  if (isCrossOrigin(clientDataJSON)) throw refuse;
  const { id, counter, transports, ...credential } = made.registrationInfo.credential;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  if (!isPasskeyId(id) || publicKey.length > MAX_KEY) throw refuse;
  const item: PasskeyItem = {
    ...passkeyKey(adviserId, id),
    v: 1,
    name,
    publicKey,
    counter,
    transports: knownTransports(transports),
    createdAt: now.toISOString(),
  };
  return { item, challenge: spendChallenge(challengeIn(clientDataJSON), refuse, now) };
}
