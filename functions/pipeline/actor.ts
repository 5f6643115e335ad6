import type { Caller } from '#shared/contract/call.ts';
import type { Enrolling, HalfSignedIn, Staff } from '../domain/accounts/actor.ts';
import { adviserIdOf, type ClientItem } from '../domain/clients/client.ts';
import type { PortalClient, Unconfirmed } from '../domain/portal/actor.ts';
import { clientIdOf } from '../services/keys/keys.ts';

/** Who makes a call. */
export type Actor = { kind: 'anonymous' } | HalfSignedIn | Unconfirmed | PortalClient | Enrolling | Staff;
/** The actors that a call may have, from the callers its contract line allows. */
export type ActorOf<C extends Caller> = Extract<Actor, { kind: C }>;

/** Returns true if an actor may know of a client: its own adviser, an admin, the client itself (product 6). */
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
