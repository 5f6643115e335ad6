import type { Caller } from '#shared/contract/call.ts';
import type { Role } from '#shared/rules/people.ts';
import type { HalfSession } from './accounts/half-session.ts';
import type { Session } from './accounts/session.ts';
import { adviserIdOf, type ClientItem } from './clients/client.ts';
import type { DeviceItem } from './devices/device.ts';
import { clientIdOf } from './keys.ts';

interface Named {
  id: string;
  name: string;
}
interface StaffAs<R extends Role> extends Named {
  kind: R;
  email: string;
  session: Session;
  /** When this session last proved who it is, by a password or a passkey. */
  provedAt: Date;
}
/** A signed-in person. */
export type Staff = StaffAs<'adviser'> | StaffAs<'admin'>;
/** A person who is signed in, and has to set up a second factor before anything else. */
export interface Enrolling extends Named {
  kind: 'must-enrol';
  role: Role;
  email: string;
  session: Session;
  provedAt: Date;
}
/** A person whose password was right, and who owes something before it is signed in. */
export interface HalfSignedIn extends Named {
  kind: 'half-session';
  role: Role;
  email: string;
  half: HalfSession;
}
/** A client with a live portal token, on a device that may open its page. */
export interface PortalClient extends Named {
  kind: 'client';
  client: ClientItem;
  /** The device, where it was confirmed. */
  device?: DeviceItem | undefined;
}
/** A client with a live portal token, on a device that was not confirmed yet. */
export interface Unconfirmed extends Named {
  kind: 'client-unconfirmed';
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
export type Actor = { kind: 'anonymous' } | HalfSignedIn | Unconfirmed | PortalClient | Enrolling | Staff;

/** A client as records name it, on a device that was not confirmed yet. */
export const asClient = (actor: Unconfirmed): PortalClient => ({ ...actor, kind: 'client' });

/** A person as records name it, also one that is not signed in to everything yet. */
export const recordedAs = ({ id, name, ...person }: Enrolling | HalfSignedIn | Staff) => ({
  kind: 'role' in person ? person.role : person.kind,
  id,
  name,
});
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
