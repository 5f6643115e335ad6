import type { Happened } from '#shared/activity.ts';
import type { Message } from '#shared/contract/messages.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { Conflict, transact } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { isChildId, newChildKey, timeOfKey } from '../../services/keys/ids.ts';
import { childItemKey, childKeyOf, clientIdOf, getChild, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { stir } from '../../services/notices.ts';
import { accessConditions, type ChangeContext, changeOf } from '../clients/change.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import type { TaskItem } from '../tasks/task.ts';
import { helpMessage, type MessageItem, type ReadMark, readMark, toMessage } from './message.ts';

/** A side of a conversation. */
type Side = MessageItem['senderType'];
const OTHER = { adviser: 'client', client: 'adviser' } as const;

/** The side that someone reads and writes on. */
export const sideOf = (kind: string): Side => (kind === 'client' ? 'client' : 'adviser');

const READ_BY = { adviser: 'readByAdviser', client: 'readByClient' } as const;

/**
 * The key of a side's new message, and the condition that comes with it: it is after all that the other side has read, however
 * late the message is kept, so that none is taken for read unseen.
 */
function keyOfNew(side: Side, client: ClientItem, now: Date): { key: string; when: Condition[] } {
  const path = READ_BY[OTHER[side]];
  const upTo = client[path];
  const fresh = newChildKey(now);
  if (upTo === undefined) return { key: fresh, when: [[path, 'absent']] };
  const key = fresh > upTo ? fresh : newChildKey(new Date(Date.parse(timeOfKey(upTo)) + 1));
  return { key, when: [[path, '<', key]] };
}

/** Puts a message into the thread. A client's waits to be read; an answer of the staff's ends the client's call for help. */
async function post(context: ChangeContext, content: string, happened: Pick<Happened, 'action' | 'data'>, stuck = {}) {
  const { actor, client, now } = context;
  const side = sideOf(actor.kind);
  const { key, when } = keyOfNew(side, client, now);
  const message: MessageItem = {
    ...childItemKey(PREFIX.message, clientIdOf(client), key),
    v: 1,
    senderId: actor.id,
    senderType: side,
    content,
  };
  const waits = { set: { newestFromClient: key, ...stuck }, add: { 'card/unread': 1 } };
  const change = side === 'client' ? waits : { set: { 'card/stuckSince': undefined } };
  const said = { ...happened, ref: idOfChild(message) } as Happened;
  await transact([...changeOf(context, said, { ...change, when }), { put: { ...message } }]);
  return toMessage(message);
}

/** Sends a message to the other side. */
export const sendMessage = (context: ChangeContext, content: string): Promise<Message> =>
  post(context, content, { action: 'message-sent', data: {} });

/** Returns the title of the task that a client needs help with. Throws 400 for a task that the client does not see. */
export async function titleToHelpWith(clientId: string, ref: string | null | undefined): Promise<string | undefined> {
  if (!ref) return undefined;
  if (!isChildId(ref) || !ref.startsWith(`${clientId}.`)) throw invalid('ref', 'Task not found');
  const task = await getChild<TaskItem>(PREFIX.task, ref);
  if (task?.card.responsibility !== 'client') throw invalid('ref', 'Task not found');
  return task.card.title;
}

/** Puts a client's call for help into the thread, about a task if it names one. */
export function callForHelp(
  context: ChangeContext,
  title: string | undefined,
  text: string | null | undefined,
): Promise<Message> {
  const happened = { action: 'client-stuck', data: { ...(title && { title }) } } as const;
  const since = { 'card/stuckSince': context.client.card.stuckSince ?? context.now.toISOString() };
  return post(context, helpMessage(title, text), happened, since);
}

/** Ends a client's call for help; idempotent. */
export async function endCallForHelp(context: ChangeContext): Promise<void> {
  if (context.client.card.stuckSince === undefined) return;
  const change = { set: { 'card/stuckSince': undefined } };
  await transact(changeOf(context, { action: 'stuck-sorted', data: {} }, change));
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
