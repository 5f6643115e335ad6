import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Write } from '../../../aws/table.ts';
import type { HttpError } from '../../../services/errors.ts';
import { childKeyOf } from '../../../services/keys/keys.ts';
import { isOurChallenge, newChallenge, type Purpose, spendChallenge } from './challenges.ts';
import { isPasskeyId, type PasskeyItem, passkeyKey } from './passkeys.ts';
import { challengeIn, found, isCrossOrigin, library, site } from './webauthn.ts';

/** Signatures that passkeys make: Ed25519, ECDSA on P-256, RSA, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];
/** Longest public key that is kept, in characters of base64url: one of RSA with 4096 bits takes 700. */
const MAX_KEY = 2000;
/** Ways to reach a device, as browsers name them: "usb", "smart-card". */
const [TRANSPORT, MAX_TRANSPORTS] = [/^[a-z-]{1,20}$/, 8];

const makeFor = (adviserId: string): Purpose => `make:${adviserId}`;

/** What a browser is asked for to make a passkey for an account: one that names its account by itself, on a device that has none of `own`. */
export async function makeOptions(
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
export async function checkMade(
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
