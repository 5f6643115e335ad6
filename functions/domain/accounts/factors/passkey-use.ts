import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { get, type Write } from '../../../aws/table.ts';
import { unauthorised } from '../../../services/errors.ts';
import { childKeyOf } from '../../../services/keys/keys.ts';
import type { Enrolling, Staff } from '../actor.ts';
import { noteProof } from '../fresh.ts';
import { isOurChallenge, newChallenge, spendChallenge } from './challenges.ts';
import type { Given } from './guesses.ts';
import { isPasskeyId, type PasskeyItem, passkeyKey } from './passkeys.ts';
import { challengeIn, found, isCrossOrigin, library, site } from './webauthn.ts';

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

/**
 * What goes with what a passkey lets happen: its challenge is used up, and its use noted. That its counter has not grown is no
 * reason to refuse it: two devices may hold one passkey.
 */
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

/** Checks a passkey that signs somebody in, and gives what goes with the sign-in. Throws 401 where it is not right, or none of the account's. */
export async function checkPasskey(adviserId: string, sent: unknown, now: Date): Promise<Given> {
  const claim = passkeyClaim(sent);
  const passkey = claim.adviserId === adviserId && (await get<PasskeyItem>(passkeyKey(adviserId, claim.id)));
  if (!passkey) throw refuse;
  return { by: 'passkey', writes: await used(sent, passkey, now) };
}

/** Notes that a session has just proved who it is, by a passkey of its account. Throws 401 where the passkey is not right. */
export async function proveByPasskey(actor: Staff | Enrolling, sent: unknown, now: Date): Promise<void> {
  const { writes } = await checkPasskey(actor.session.adviserId, sent, now);
  await noteProof(actor, now, writes);
}
