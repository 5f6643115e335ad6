import { FORMER_COOKIE_SECONDS, REAUTHENTICATION_MINUTES } from '#shared/rules/lifetimes.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { transact, type Write } from '../../aws/table.ts';
import { HttpError, unauthorised } from '../../services/errors.ts';
import { newId } from '../../services/keys/keys.ts';
import { sessionKey } from './account.ts';
import { type Enrolling, endReplaced, provedAt, type Staff, sessionCookie } from './session.ts';

type Session = Pick<Staff | Enrolling, 'signedIn'>;

function requireWithin({ signedIn }: Session, minutes: number, now: Date): void {
  if (now.getTime() - provedAt(signedIn).getTime() >= minutes * MINUTE_MS)
    throw new HttpError(403, 'Please confirm that it is you', { more: { confirm: true } });
}

/** Throws 403 with `confirm` unless the session re-authenticated within ten minutes. */
export const requireFresh = (session: Session, now: Date): void =>
  requireWithin(session, REAUTHENTICATION_MINUTES.own, now);

/** Throws 403 with `confirm` unless the session re-authenticated within an hour. */
export const requireRecent = (session: Session, now: Date): void =>
  requireWithin(session, REAUTHENTICATION_MINUTES.admin, now);

/** Records a re-authentication and returns the cookie of the renewed session. A retry returns the same session. */
export async function noteProof(
  { session, signedIn }: Staff | Enrolling,
  now: Date,
  also: readonly Write[] = [],
): Promise<string> {
  const { adviserId } = session;
  const { renewedAs, renewedFrom: _, ...kept } = signedIn;
  const [id, at] = [renewedAs ?? newId(), { provedAt: now.toISOString() }];
  const key = sessionKey(adviserId, id);
  const formerKey = sessionKey(adviserId, session.id);
  const endsAt = new Date(now.getTime() + FORMER_COOKIE_SECONDS * 1000).toISOString();
  const writes: Write[] = renewedAs
    ? [{ update: key, change: { set: at, when: [['pk', 'exists']] }, refuse: unauthorised() }]
    : [
        { put: { ...kept, ...key, ...at, renewedFrom: session.id } },
        {
          update: formerKey,
          change: {
            set: { renewedAs: id, endsAt },
            when: [
              ['pk', 'exists'],
              ['renewedAs', 'absent'],
            ],
          },
        },
        ...endReplaced(adviserId, signedIn),
      ];
  const [cookie] = await Promise.all([sessionCookie({ ...session, id }, now), transact([...also, ...writes])]);
  return cookie;
}
