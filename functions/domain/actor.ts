import type { Caller } from '#shared/contract/api.ts';
import type { Role } from '#shared/rules/people.ts';
import { get, getTogether } from '../aws/table.ts';
import { type AdviserItem, adviserKey, isKnownRole, signOutKey } from './accounts/account.ts';
import type { Session } from './accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from './clients/client.ts';
import type { TokenClaim } from './clients/portal-token.ts';
import { unauthorised } from './errors.ts';
import { clientIdOf } from './keys.ts';

interface StaffAs<R extends Role> {
  kind: R;
  id: string;
  name: string;
  email: string;
  session: Session;
}
/** A signed-in person. */
export type Staff = StaffAs<'adviser'> | StaffAs<'admin'>;
/** A client with a live portal token. */
export interface PortalClient {
  kind: 'client';
  id: string;
  name: string;
  client: ClientItem;
}
/** Who makes a call. */
export type Actor = { kind: 'anonymous' } | Staff | PortalClient;
/** The actors that a call may have, from the callers its contract line allows. */
export type ActorOf<C extends Caller> = Extract<Actor, { kind: C }>;

/** The client of a token of ours, if it is the live one. Throws 401 for an unknown, revoked or broken one alike. */
export async function clientOfToken(claim: TokenClaim | undefined): Promise<PortalClient> {
  const item = claim && (await get<ClientItem>(clientKey(claim.clientId)));
  if (!item || item.deleting || item.tokenVersion !== claim.version)
    throw unauthorised('Invalid or expired access token. Please contact your adviser.');
  return { kind: 'client', id: clientIdOf(item), name: item.name, client: item };
}

/** The person of a session, as the table knows it now; anonymous where the session ended. */
export async function staffOfSession(session: Session | undefined): Promise<Staff | { kind: 'anonymous' }> {
  if (!session) return { kind: 'anonymous' };
  const items = await getTogether([adviserKey(session.adviserId), signOutKey(session.adviserId, session.id)]);
  const adviser = items.find((item) => item.sk === 'ADVISER') as AdviserItem | undefined;
  const signedOut = items.some((item) => item.sk !== 'ADVISER');
  if (!adviser || signedOut || adviser.sessionVersion !== session.version || !isKnownRole(adviser.role))
    return { kind: 'anonymous' };
  return { kind: adviser.role, id: session.adviserId, name: adviser.name, email: adviser.email, session };
}

/** Whether an actor may know of a client: its own adviser, an admin, the client itself (product 6). */
export function mayKnow(actor: Actor, client: ClientItem): boolean {
  switch (actor.kind) {
    case 'admin':
      return true;
    case 'adviser':
      return actor.id === adviserIdOf(client);
    case 'client':
      return actor.id === clientIdOf(client);
    default:
      return false;
  }
}
