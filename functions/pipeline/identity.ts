import { getTogether, type Key } from '../aws/table.ts';
import { type AdviserItem, adviserKey, isKnownRole, sessionKey } from '../domain/accounts/account.ts';
import { readSession, type Session } from '../domain/accounts/session.ts';
import type { Actor, PortalClient, Staff } from '../domain/actor.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { readPortalToken, type TokenClaim } from '../domain/clients/portal-token.ts';
import { unauthorised } from '../domain/errors.ts';
import { clientIdOf } from '../domain/keys.ts';
import { SETTINGS, type Settings, type SettingsItem, settingsOf } from '../domain/settings.ts';
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

/** Who makes a request, and the firm's settings, which nobody gets who is not known. */
interface Identity<A extends Actor = Actor> {
  actor: A;
  settings?: Settings;
}
const NOBODY: Identity<{ kind: 'anonymous' }> = { actor: { kind: 'anonymous' } };

const settingsIn = (items: readonly Key[]) =>
  settingsOf(items.find(({ sk }) => sk === SETTINGS.sk) as SettingsItem | undefined);

/** The client of a token of ours, if it is the live one. Throws 401 for an unknown, revoked or broken one alike. */
async function clientOf(claim: TokenClaim | undefined): Promise<Identity<PortalClient>> {
  const items = claim ? await getTogether([clientKey(claim.clientId), SETTINGS]) : [];
  const item = items.find(({ sk }) => sk === 'CLIENT') as ClientItem | undefined;
  const settings = settingsIn(items);
  const isLive = item?.tokenVersion === claim?.version && settings.keys.portal === claim?.keyVersion;
  if (!item || item.deleting || !isLive)
    throw unauthorised('Invalid or expired access token. Please contact your adviser.');
  const actor: PortalClient = { kind: 'client', id: clientIdOf(item), name: item.card.name, client: item };
  return { actor, settings };
}

/** The person of a session, as the table knows it now; anonymous where the session ended. */
async function staffOf(session: Session | undefined): Promise<Identity<Staff | { kind: 'anonymous' }>> {
  if (!session) return NOBODY;
  const signedIn = sessionKey(session.adviserId, session.id);
  const items = await getTogether([adviserKey(session.adviserId), signedIn, SETTINGS]);
  const adviser = items.find((item) => item.sk === 'ADVISER') as AdviserItem | undefined;
  const settings = settingsIn(items);
  const isLive = items.some(({ sk }) => sk === signedIn.sk) && settings.keys.session === session.keyVersion;
  if (!adviser || !isLive || adviser.sessionVersion !== session.version || !isKnownRole(adviser.card.role))
    return NOBODY;
  const { role, name, email } = adviser.card;
  return { actor: { kind: role, id: session.adviserId, name, email, session }, settings };
}

/** Who makes a request, as the table knows them now, and the firm's settings, read with them. Throws 401 where a token was sent that does not count. */
export const identityOf = ({ token, claim, session }: Proof): Promise<Identity> =>
  token === undefined ? staffOf(session) : clientOf(claim);
