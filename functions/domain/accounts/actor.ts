import type { Role } from '#shared/rules/people.ts';
import type { Recorded } from '../../services/audit-log/entry.ts';
import type { HalfSession } from './half-session.ts';
import type { Session } from './session.ts';

interface Named {
  id: string;
  name: string;
  email: string;
}
interface StaffAs<R extends Role> extends Named {
  kind: R;
  session: Session;
  /** When this session last re-authenticated, by a password or a passkey. */
  provedAt: Date;
}
/** A signed-in person. */
export type Staff = StaffAs<'adviser'> | StaffAs<'admin'>;
/** A person who is signed in, and has to set up a second factor before anything else. */
export interface Enrolling extends Named {
  kind: 'must-enrol';
  role: Role;
  session: Session;
  provedAt: Date;
}
/** A person whose password was right, and who owes something before it is signed in. */
export interface HalfSignedIn extends Named {
  kind: 'half-session';
  role: Role;
  half: HalfSession;
}

/** Returns a person as audit logs name it, also one who is not fully signed in yet. */
export const recordedAs = ({ id, name, ...person }: Enrolling | HalfSignedIn | Staff): Recorded => ({
  kind: 'role' in person ? person.role : person.kind,
  id,
  name,
});
