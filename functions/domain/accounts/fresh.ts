import { transact, type Write } from '../../aws/table.ts';
import type { Enrolling, Staff } from '../actor.ts';
import { HttpError, unauthorised } from '../errors.ts';
import { sessionKey } from './account.ts';

/** How long a password or a passkey proves who somebody is, for a change of what they sign in by. */
const FRESH_MS = 10 * 60_000;

/** Throws 403 with `confirm` where a session has not proved who it is within ten minutes. */
export function requireFresh({ provedAt }: Staff | Enrolling, now: Date): void {
  if (now.getTime() - provedAt.getTime() >= FRESH_MS)
    throw new HttpError(403, 'Please confirm that it is you', { more: { confirm: true } });
}

/**
 * Notes that a session has just proved who it is, with `also` in the same transaction. Throws 401 where the session has
 * ended.
 */
export async function noteProof({ session }: Staff | Enrolling, now: Date, also: readonly Write[] = []): Promise<void> {
  const change = { set: { provedAt: now.toISOString() }, when: [['pk', 'exists']] as const };
  await transact([...also, { update: sessionKey(session.adviserId, session.id), change, refuse: unauthorised() }]);
}
