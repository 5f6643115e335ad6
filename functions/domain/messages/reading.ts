import { type Condition, unchanged } from '../../aws/expressions.ts';
import { Conflict, transact } from '../../aws/table.ts';
import { newChildKey, timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { stir } from '../../services/notices.ts';
import { accessConditions, type ChangeContext } from '../clients/change.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { type MessageItem, type ReadMark, readMark } from './message.ts';

/** A side of a conversation. */
export type Side = MessageItem['senderType'];
const OTHER = { adviser: 'client', client: 'adviser' } as const;

/** The side that someone reads and writes on. */
export const sideOf = (kind: string): Side => (kind === 'client' ? 'client' : 'adviser');

const READ_BY = { adviser: 'readByAdviser', client: 'readByClient' } as const;

/**
 * The key of a side's new message, and the condition that comes with it: it is after all that the other side has read, however
 * late the message is kept, so that none is taken for read unseen.
 */
export function keyOfNew(side: Side, client: ClientItem, now: Date): { key: string; when: Condition[] } {
  const path = READ_BY[OTHER[side]];
  const upTo = client[path];
  const fresh = newChildKey(now);
  if (upTo === undefined) return { key: fresh, when: [[path, 'absent']] };
  const key = fresh > upTo ? fresh : newChildKey(new Date(Date.parse(timeOfKey(upTo)) + 1));
  return { key, when: [[path, '<', key]] };
}

/**
 * The key up to which a reader has read after seeing the newest page: the other side's newest message on it, or
 * everything before the page if it has none.
 */
const reachedBy = (side: Side, page: readonly MessageItem[], isAll: boolean) =>
  page.findLast(({ senderType }) => senderType === OTHER[side]) ?? (isAll ? undefined : page[0]);

/** Whether a message is on the page, or before it. */
function isSeen(key: string | undefined, page: readonly MessageItem[], isAll: boolean): boolean {
  const keys = page.map(childKeyOf);
  return key === undefined || keys.includes(key) || (!isAll && key < (keys[0] ?? ''));
}

/** What a reading sets. The staff's also settles how many of the client's messages wait. */
function changeFor(side: Side, { newestFromClient }: ClientItem, upTo: string, at: string) {
  if (side === 'client') return { set: { readByClient: upTo, readByClientAt: at }, when: [] };
  const set = { readByAdviser: upTo, readByAdviserAt: at, 'card/unread': 0 };
  return { set, when: [unchanged('newestFromClient', newestFromClient)] };
}

/**
 * Marks what a reader saw of the newest page as read, and gives how far it has read then. The adviser's open pages are told
 * where the client has read (contract, New: the client's reading shows). Throws {@link Conflict} where another reading or a
 * message came between.
 */
export async function markRead(
  { actor, client, now }: Pick<ChangeContext, 'actor' | 'client' | 'now'>,
  page: readonly MessageItem[],
  isAll: boolean,
): Promise<ReadMark> {
  const side = sideOf(actor.kind);
  const known = readMark(client, side);
  const newest = reachedBy(side, page, isAll);
  const upTo = newest && childKeyOf(newest);
  if (upTo === undefined || (known.upTo !== undefined && known.upTo >= upTo)) return known;
  // The client was read beside the page: its newest message may have come after that.
  if (side === 'adviser' && !isSeen(client.newestFromClient, page, isAll)) throw new Conflict();
  const at = now.toISOString();
  const { set, when } = changeFor(side, client, upTo, at);
  const conditions = [...accessConditions({ actor, client }), unchanged(READ_BY[side], known.upTo), ...when];
  const update = { update: clientKey(clientIdOf(client)), change: { set, when: conditions } };
  await transact([update, ...(side === 'client' ? [stir(adviserIdOf(client), at)] : [])]);
  return { upTo, at };
}
