import { transact, type Write } from '../../aws/table.ts';
import { HttpError, unauthorised } from '../../services/errors.ts';
import { sessionKey } from './account.ts';
import type { Enrolling, Staff } from './session.ts';

const MINUTE_MS = 60_000;
/** Minutes for which a password or passkey counts as re-authentication: for own credentials, and for what only admins do. */
const VALID = { own: 10, admin: 60 } as const;

type Session = Pick<Staff | Enrolling, 'provedAt'>;

function requireWithin({ provedAt }: Session, minutes: number, now: Date): void {
  if (now.getTime() - provedAt.getTime() >= minutes * MINUTE_MS)
    throw new HttpError(403, 'Please confirm that it is you', { more: { confirm: true } });
}

/** Throws 403 with `confirm` unless the session re-authenticated within ten minutes: for changes of own credentials. */
export const requireFresh = (session: Session, now: Date): void => requireWithin(session, VALID.own, now);

/** Throws 403 with `confirm` unless the session re-authenticated within an hour: for other accounts and the firm's safety. */
export const requireRecent = (session: Session, now: Date): void => requireWithin(session, VALID.admin, now);

export async function noteProof({ session }: Staff | Enrolling, now: Date, also: readonly Write[] = []): Promise<void> {
  const change = { set: { provedAt: now.toISOString() }, when: [['pk', 'exists']] as const };
  await transact([...also, { update: sessionKey(session.adviserId, session.id), change, refuse: unauthorised() }]);
}
