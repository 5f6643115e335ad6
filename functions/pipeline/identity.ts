import { get, getTogether } from '../aws/table.ts';
import { type AdviserItem, adviserKey, isKnownRole, sessionKey } from '../domain/accounts/account.ts';
import { readSession, type Session } from '../domain/accounts/session.ts';
import type { Actor, PortalClient, Staff } from '../domain/actor.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { readPortalToken, type TokenClaim } from '../domain/clients/portal-token.ts';
import { unauthorised } from '../domain/errors.ts';
import { clientIdOf } from '../domain/keys.ts';
import type { Received } from './received.ts';

/** Who a request is from as far as signatures tell, without a read of the table. */
interface Proof {
  /** The portal token that was sent: it is the identity, whether or not a cookie comes with it. */
  token?: string | undefined;
  /** What the token says, if it is one of ours. */
  claim?: TokenClaim | undefined;
  /** The session of the cookie, if it is one of ours. */
  session?: Session | undefined;
}

/** The portal token of a request: in its header, or else in its path. */
export const tokenOf = ({ headers, params }: Received) => headers['x-client-token'] ?? params.token;

/** What the token of a request proves or, without one, its cookie. */
export async function proofOf(request: Received, now: Date): Promise<Proof> {
  const token = tokenOf(request);
  if (token === undefined) return { session: await readSession(request.headers.cookie, now) };
  return { token, claim: await readPortalToken(token) };
}

/** The client of a token of ours, if it is the live one. Throws 401 for an unknown, revoked or broken one alike. */
async function clientOf(claim: TokenClaim | undefined): Promise<PortalClient> {
  const item = claim && (await get<ClientItem>(clientKey(claim.clientId)));
  if (!item || item.deleting || item.tokenVersion !== claim.version)
    throw unauthorised('Invalid or expired access token. Please contact your adviser.');
  return { kind: 'client', id: clientIdOf(item), name: item.card.name, client: item };
}

/** The person of a session, as the table knows it now; anonymous where the session ended. */
async function staffOf(session: Session | undefined): Promise<Staff | { kind: 'anonymous' }> {
  if (!session) return { kind: 'anonymous' };
  const items = await getTogether([adviserKey(session.adviserId), sessionKey(session.adviserId, session.id)]);
  const adviser = items.find((item) => item.sk === 'ADVISER') as AdviserItem | undefined;
  const signedIn = items.some((item) => item.sk !== 'ADVISER');
  if (!adviser || !signedIn || adviser.sessionVersion !== session.version || !isKnownRole(adviser.card.role))
    return { kind: 'anonymous' };
  const { role, name, email } = adviser.card;
  return { kind: role, id: session.adviserId, name, email, session };
}

/** Who makes a request, as the table knows them now. Throws 401 where a token was sent that does not count. */
export const actorOf = ({ token, claim, session }: Proof): Promise<Actor> =>
  token === undefined ? staffOf(session) : clientOf(claim);
