import { get, type Key, query, queryIndex, transact, type Write } from '../../aws/table.ts';
import { type ActivityItem, dataOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { adviserPartition, childKeyOf, clientPartition, idOf, itemKey, PREFIX } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import { sideBySide } from '../../services/side-by-side.ts';
import { adviserKey, allAdvisers } from '../accounts/account.ts';
import type { Staff } from '../accounts/actor.ts';
import { changeOf } from './change.ts';
import { type ClientItem, clientKey, createdAtOf } from './client.ts';
import { linkAsRead, newLink } from './link.ts';

/** Clients that are checked in parallel. */
const AT_ONCE = 8;

/** The latest time at which an account saw a client's link. */
interface SeenLink extends Key {
  v: 1;
  /** ISO. */
  seenAt: string;
}

/** Returns the write that notes who saw a client's link, for the transaction that shows it. */
export const seeLink = ({ id }: Pick<Staff, 'id'>, clientId: string, now: Date): Write => ({
  update: itemKey(KEYS.seenLink, id, clientId),
  change: { set: { v: 1, seenAt: now.toISOString() } },
});

/** Replaces a client's link unless it is newer than `seenAt`; its mail follows from the entry. */
async function renewUnlessNewer(clientId: string, seenAt: string, now: Date): Promise<void> {
  const client = await get<ClientItem>(clientKey(clientId));
  if (!client || client.deleting || (client.linkIssuedAt ?? createdAtOf(client)) > seenAt) return;
  const change = { set: newLink(client, now), when: linkAsRead(client) };
  const renewed = { action: 'portal-link-renewed', data: { mailed: true } } as const;
  await transact(changeOf({ actor: SYSTEM, client, now }, renewed, change));
}

const SHOWS_LINK = ['portal-link-revealed', 'portal-link-regenerated'];

/** Returns when somebody last saw a link of a client, by the client's audit log; `undefined` for never. */
async function seenByLog(clientId: string, adviserId: string): Promise<string | undefined> {
  const keep = (item: object) => {
    const { actorId, action } = item as ActivityItem;
    return actorId === adviserId && SHOWS_LINK.includes(action);
  };
  const of = clientPartition(clientId);
  const [last] = await query<ActivityItem>(of, PREFIX.activity, { newestFirst: true, keep, limit: 1 });
  return last && timeOfKey(childKeyOf(last));
}

/** Renews links that an account saw before this was noted: looks into the audit log of every client. */
async function renewByLogs(adviserId: string, now: Date): Promise<void> {
  const advisers = [adviserId, ...(await allAdvisers()).map(({ pk }) => idOf(pk))];
  const lists = await Promise.all(advisers.map((id) => queryIndex(adviserPartition(id), PREFIX.indexedClient)));
  await sideBySide(lists.flat(), AT_ONCE, async ({ pk }) => {
    const seenAt = await seenByLog(idOf(pk), adviserId);
    if (seenAt) await renewUnlessNewer(idOf(pk), seenAt, now);
  });
}

/** Renews every portal link that the holder of a deleted account saw. Idempotent: a renewed link is newer than its last sight. */
export async function renewSeenLinks(deleted: ActivityItem, now: Date): Promise<void> {
  const adviserId = deleted.v === 2 ? deleted.ref : undefined;
  if (adviserId === undefined || (await get(adviserKey(adviserId)))) return;
  const seen = await query<SeenLink>(adviserPartition(adviserId), KEYS.seenLink.sk);
  for (const { sk, seenAt } of seen) await renewUnlessNewer(idOf(sk), seenAt, now);
  if (!dataOf(deleted, 'account-deleted').linksNoted) await renewByLogs(adviserId, now);
}
