import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
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
import type { Given } from './guesses.ts';
import { isPasskeyId, type PasskeyItem, passkeyClaimKey, passkeyKey, passkeyName } from './passkeys.ts';

type Holder = Staff | Enrolling;

const MAX_PASSKEYS = 20;
const NO_PASSKEY = 'Passkey not found';

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

/** Verifies a passkey that a browser made. Throws `refuse` if anything differs from the request. */
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

const refuse = unauthorised('That passkey could not be used. Please try again, or sign in another way.');

/** Returns the options for signing in with any passkey of this site, so that they do not reveal who has one. */
export async function askOptions(now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const challenge = await newChallenge('use', now);
  return generateAuthenticationOptions({ rpID: site().expectedRPID, challenge, userVerification: 'required' });
}

/** Whose a passkey that was used says it is, and its id: nothing is checked yet. Throws 401 where it says neither. */
export function passkeyClaim(sent: unknown): { adviserId: string; id: string } {
  const { id, response } = sent as Partial<AuthenticationResponseJSON>;
  const handle = response?.userHandle;
  if (typeof id !== 'string' || !isPasskeyId(id) || typeof handle !== 'string') throw refuse;
  return { adviserId: Buffer.from(handle, 'base64url').toString(), id };
}

/** Returns the writes that consume the challenge. A counter may stay the same: two devices can hold one passkey. */
async function used(sent: unknown, { pk, sk, publicKey, transports }: PasskeyItem, now: Date): Promise<Write[]> {
  const { verifyAuthenticationResponse } = await library();
  const response = sent as AuthenticationResponseJSON;
  const answer = await found(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => isOurChallenge(challenge, 'use', now),
      ...site(),
      credential: {
        id: childKeyOf({ pk, sk }),
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        // The library refuses a counter that has not grown since this one.
        counter: 0,
        transports,
      },
      requireUserVerification: true,
    }),
  );
  if (!answer?.verified || isCrossOrigin(response.response.clientDataJSON)) throw refuse;
  const set = { counter: answer.authenticationInfo.newCounter, lastAt: now.toISOString() };
  return [
    spendChallenge(challengeIn(response.response.clientDataJSON), refuse, now),
    { update: { pk, sk }, change: { set, when: [['publicKey', '=', publicKey]] } },
  ];
}

/** Verifies a passkey for a sign-in. Throws 401 if it is wrong, or another account's. */
export async function checkPasskey(adviserId: string, sent: unknown, now: Date): Promise<Given> {
  const claim = passkeyClaim(sent);
  const passkey = claim.adviserId === adviserId && (await get<PasskeyItem>(passkeyKey(adviserId, claim.id)));
  if (!passkey) throw refuse;
  return { by: 'passkey', writes: await used(sent, passkey, now) };
}

/** Re-authenticates a session by a passkey of its account. Returns the cookie of the renewed session. Throws 401 if the passkey is wrong. */
export async function proveByPasskey(actor: Staff | Enrolling, sent: unknown, now: Date): Promise<string> {
  const { writes } = await checkPasskey(actor.session.adviserId, sent, now);
  return noteProof(actor, now, writes);
}

/** The library is loaded with the first passkey: codes of an app do without it. */
const library = () => import('@simplewebauthn/server');

/** What a passkey is bound to, and says where it was used: the site's host name, and its address. */
const site = () => {
  const expectedOrigin = env('ORIGIN');
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
};

const parsed = (clientData: string): { challenge: string; crossOrigin?: unknown; topOrigin?: unknown } =>
  JSON.parse(Buffer.from(clientData, 'base64url').toString());

const challengeIn = (clientData: string): string => parsed(clientData).challenge;

/** Returns true if a browser's answer was made in a frame of another site (WebAuthn, 7.1 and 7.2). */
function isCrossOrigin(clientData: string): boolean {
  const { crossOrigin = false, topOrigin } = parsed(clientData);
  return crossOrigin !== false || topOrigin !== undefined;
}

/** What the library found; `undefined` where it throws, as it does for whatever is not as it should be. */
const found = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined);
