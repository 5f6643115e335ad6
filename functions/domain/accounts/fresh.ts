import type { Enrolling, Staff } from '../actor.ts';
import { HttpError } from '../errors.ts';

/** How long a password or a passkey proves who somebody is, for a change of what they sign in by. */
const FRESH_MS = 10 * 60_000;

/** Throws 403 with `confirm` where a session has not proved who it is within ten minutes. */
export function requireFresh({ provedAt }: Staff | Enrolling, now: Date): void {
  if (now.getTime() - provedAt.getTime() >= FRESH_MS)
    throw new HttpError(403, 'Please confirm that it is you', { more: { confirm: true } });
}
