import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS } from '#shared/rules/limits.ts';
import { env } from '../../../aws/env.ts';
import { get, transact, updated, type Write } from '../../../aws/table.ts';
import { firmEntry } from '../../../services/audit-log/firm-log.ts';
import { conflict, type HttpError, invalid, notFound, unauthorised } from '../../../services/errors.ts';
import { childKeyOf } from '../../../services/keys/keys.ts';
import type { Settings } from '../../../services/settings.ts';
import { noteProof } from '../fresh.ts';
import { actorOf, type Enrolling, type Staff } from '../session.ts';
import { isOurChallenge, newChallenge, type Purpose, spendChallenge } from './challenges.ts';
import { checkOneIsLeft, factorsChanged, type Own, readFactors } from './factors.ts';
import type { VerifiedFactor } from './guesses.ts';
import { isPasskeyId, type PasskeyItem, passkeyClaimKey, passkeyKey, passkeyName } from './passkeys.ts';

type Holder = Staff | Enrolling;

const NO_PASSKEY = 'Passkey not found';

export function passkeyOptions(
  actor: Holder,
  own: readonly PasskeyItem[],
  { settings, now }: { settings: Pick<Settings, 'firm'>; now: Date },
) {
  if (own.length >= MAX_PASSKEYS) throw conflict(`You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
  return creationOptions(actor, { firm: settings.firm.name, own, now });
}

/** Adds a passkey. Throws 400 if it answers no challenge of the last five minutes, 409 if it was added before. */
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
    firmEntry(actorOf(actor), { action: 'factor-added', data: { factor: 'passkey', name } }, now),
  ]);
  return made.item;
}

export async function renamePasskey({ id: adviserId }: Holder, id: string, name: string): Promise<PasskeyItem> {
  const change = { set: { name }, when: [['pk', 'exists']] as const };
  const renamed = await updated<PasskeyItem>(passkeyKey(adviserId, id), change);
  if (!renamed) throw notFound(NO_PASSKEY);
  return renamed;
}

export const readPasskey = (adviserId: string, id: string): Promise<Own<PasskeyItem>> =>
  readFactors(adviserId, passkeyName(id));

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
    firmEntry(actorOf(actor), { action: 'factor-removed', data: { factor: 'passkey', name: passkey.name } }, now),
  ]);
}

/** COSE numbers of Ed25519, ECDSA on P-256 and RSA. */
const ALGORITHMS = [-8, -7, -257];
/** Longest stored public key, in characters of base64url. A 4096-bit RSA key takes 700. */
const MAX_KEY = 2000;
/** Transport names as browsers send them, such as "usb" or "smart-card". */
const [TRANSPORT, MAX_TRANSPORTS] = [/^[a-z-]{1,20}$/, 8];

const makeFor = (adviserId: string): Purpose => `make:${adviserId}`;

async function creationOptions(
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
    .filter((name) => typeof name === 'string' && TRANSPORT.test(name))
    .slice(0, MAX_TRANSPORTS);

/** Verifies a new passkey. Throws `refuse` if anything differs from the request. */
async function checkMade(
  sent: unknown,
  { adviserId, name, now, refuse }: { adviserId: string; name: string; now: Date; refuse: HttpError },
): Promise<{ item: PasskeyItem; challenge: Write }> {
  const { verifyRegistrationResponse } = await library();
  const response = sent as RegistrationResponseJSON;
  const made = await orUndefined(
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => isOurChallenge(challenge, makeFor(adviserId), now),
      ...site(),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!made?.verified) throw refuse;
  // The response has this form for certain only after the library has verified it.
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

const refuse = unauthorised('That passkey could not be used. Please try again, or sign in another way.');

/** Returns the options for signing in with any passkey of this site, so that they do not reveal who has one. */
export async function signInOptions(now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const challenge = await newChallenge('use', now);
  return generateAuthenticationOptions({ rpID: site().expectedRPID, challenge, userVerification: 'required' });
}

/** Returns the unverified account and id of a passkey. Throws 401 if one is missing or malformed. */
export function passkeyClaim(sent: unknown): { adviserId: string; id: string } {
  const { id, response } = sent as Partial<AuthenticationResponseJSON>;
  const handle = response?.userHandle;
  if (typeof id !== 'string' || !isPasskeyId(id) || typeof handle !== 'string') throw refuse;
  const adviserId = Buffer.from(handle, 'base64url').toString();
  // It becomes a part of a key.
  if (!/^[\w-]{22}$/.test(adviserId)) throw refuse;
  return { adviserId, id };
}

/** Verifies a passkey and returns the writes that consume the challenge. Synced devices may repeat a counter. */
async function verifyUse(sent: unknown, { pk, sk, publicKey, transports }: PasskeyItem, now: Date): Promise<Write[]> {
  const { verifyAuthenticationResponse } = await library();
  const response = sent as AuthenticationResponseJSON;
  const result = await orUndefined(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => isOurChallenge(challenge, 'use', now),
      ...site(),
      credential: {
        id: childKeyOf({ pk, sk }),
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        // 0 disables the library's check that the counter has grown.
        counter: 0,
        transports,
      },
      requireUserVerification: true,
    }),
  );
  if (!result?.verified || isCrossOrigin(response.response.clientDataJSON)) throw refuse;
  const set = { counter: result.authenticationInfo.newCounter, lastAt: now.toISOString() };
  return [
    spendChallenge(challengeIn(response.response.clientDataJSON), refuse, now),
    { update: { pk, sk }, change: { set, when: [['publicKey', '=', publicKey]] } },
  ];
}

/** Verifies a passkey. Throws 401 if it is wrong or another account's. */
export async function checkPasskey(adviserId: string, sent: unknown, now: Date): Promise<VerifiedFactor> {
  const claim = passkeyClaim(sent);
  const passkey = claim.adviserId === adviserId && (await get<PasskeyItem>(passkeyKey(adviserId, claim.id)));
  if (!passkey) throw refuse;
  return { by: 'passkey', writes: await verifyUse(sent, passkey, now) };
}

/** Re-authenticates by passkey and returns the cookie of the renewed session. Throws 401 if the passkey is wrong. */
export async function proveByPasskey(actor: Staff | Enrolling, sent: unknown, now: Date): Promise<string> {
  const { writes } = await checkPasskey(actor.session.adviserId, sent, now);
  return noteProof(actor, now, writes);
}

/** Lazy, because codes of an authenticator app do not need the library. */
const library = () => import('@simplewebauthn/server');

const site = () => {
  const expectedOrigin = env('ORIGIN');
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
};

const parsed = (clientData: string): { challenge: string; crossOrigin?: unknown; topOrigin?: unknown } =>
  JSON.parse(Buffer.from(clientData, 'base64url').toString());

const challengeIn = (clientData: string): string => parsed(clientData).challenge;

/** Detects responses made in a frame on another site (WebAuthn, 7.1 and 7.2). */
function isCrossOrigin(clientData: string): boolean {
  const { crossOrigin = false, topOrigin } = parsed(clientData);
  return crossOrigin !== false || topOrigin !== undefined;
}

/** Returns `undefined` if the library throws, as it does for every invalid response. */
const orUndefined = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined);
