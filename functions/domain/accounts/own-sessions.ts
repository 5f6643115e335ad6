import type { SessionLine } from '#shared/contract/account.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { query, transact, type Write } from '../../aws/table.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { notFound } from '../../services/errors.ts';
import { adviserPartition, childKeyOf } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import { adviserKey, SESSION_PREFIX, sessionKey } from './account.ts';
import {
  actorOf,
  clearedCookie,
  type Enrolling,
  endReplaced,
  hasSessionEnded,
  isIdle,
  type Session,
  type SessionItem,
  type Staff,
  sessionCookie,
} from './session.ts';

type Person = Staff | Enrolling;

const isLive = (item: SessionItem, own: Session, { staff }: Pick<Settings, 'staff'>, now: Date) =>
  item.version === own.version &&
  item.keyVersion === own.keyVersion &&
  item.renewedAs === undefined &&
  !isIdle(item, staff.idleMinutes, now) &&
  !hasSessionEnded(item, now);

export const sessionsOf = async (adviserId: string | undefined): Promise<SessionItem[]> =>
  adviserId ? query<SessionItem>(adviserPartition(adviserId), SESSION_PREFIX) : [];

export function listSessions(
  { session }: Person,
  items: readonly SessionItem[],
  settings: Settings,
  now: Date,
): SessionLine[] {
  return items
    .filter((item) => isLive(item, session, settings, now))
    .map((item) => ({
      id: childKeyOf(item),
      label: item.label,
      at: item.createdAt,
      lastAt: item.lastAt ?? item.createdAt,
      current: childKeyOf(item) === session.id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.at.localeCompare(a.at));
}

export async function signOut(actor: Person, now: Date): Promise<string> {
  const { adviserId, id } = actor.session;
  await transact([
    { delete: sessionKey(adviserId, id), when: [['pk', 'exists']] },
    ...endReplaced(adviserId, actor.signedIn),
    firmEntry(actorOf(actor), { action: 'signed-out', data: {} }, now),
  ]);
  return clearedCookie();
}

export async function endSession(
  actor: Person,
  item: SessionItem | undefined,
  settings: Settings,
  now: Date,
): Promise<void> {
  if (!item || !isLive(item, actor.session, settings, now)) throw notFound();
  await transact([
    { delete: item, when: [['pk', 'exists']], refuse: notFound() },
    ...endReplaced(actor.session.adviserId, item),
    firmEntry(actorOf(actor), { action: 'session-ended', data: { label: item.label } }, now),
  ]);
}

interface KeptSession {
  change: ItemChange;
  moved: Write;
  cookie: () => Promise<string>;
}

/** Returns the writes that end all other sessions. This one gets a new cookie, so that copies of the old one end. */
export function keepOnlySession(session: Session, now: Date): KeptSession {
  const version = session.version + 1;
  return {
    change: { add: { sessionVersion: 1 }, when: [unchanged('sessionVersion', session.version)] },
    moved: {
      update: sessionKey(session.adviserId, session.id),
      change: { set: { version }, when: [['pk', 'exists']] },
    },
    cookie: () => sessionCookie({ ...session, version }, now),
  };
}

export async function endOtherSessions(actor: Person, now: Date): Promise<string> {
  const { change, moved, cookie } = keepOnlySession(actor.session, now);
  const entry = firmEntry(actorOf(actor), { action: 'sessions-ended', data: {} }, now);
  const [made] = await Promise.all([cookie(), transact([{ update: adviserKey(actor.id), change }, moved, entry])]);
  return made;
}
