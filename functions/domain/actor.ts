import type { Caller } from '#shared/contract/call.ts';
import type { Role } from '#shared/rules/people.ts';
import type { Session } from './accounts/session.ts';
import { adviserIdOf, type ClientItem } from './clients/client.ts';
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
/** Whoever runs the operator's commands. */
interface Operator {
  kind: 'operator';
  id: string;
  name: string;
}
/** What acts by itself, and for nobody: a job. */
interface Service {
  kind: 'system';
  id: string;
  name: string;
}
/** Who a client's record can name. */
export type Recorded = Staff | PortalClient | Operator | Service;
/** Who makes a call. */
export type Actor = { kind: 'anonymous' } | Staff | PortalClient;
/** The actors that a call may have, from the callers its contract line allows. */
export type ActorOf<C extends Caller> = Extract<Actor, { kind: C }>;

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
