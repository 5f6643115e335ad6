import type { Happened } from '#shared/audit-log/actions.ts';
import { addressOf } from '#shared/contract/address.ts';
import type { Message } from '#shared/contract/messages.ts';
import { type Condition, type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { fitting } from '../../aws/json-size.ts';
import { Conflict } from '../../aws/retry.ts';
import { type Key, type Range, transact } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import {
  childItemKey,
  childKeyOf,
  clientIdOf,
  getChild,
  idOfChild,
  isChildId,
  newChildKey,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import { refreshPagesOfAdmins, refreshWrite } from '../../services/notices.ts';
import { addCall, type HelpSubject, NO_CALLS } from '../clients/calls-for-help.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import {
  accessChecks,
  accessConditions,
  type ChangeContext,
  changeOf,
  takeFromLink,
} from '../clients/client-writes.ts';
import { idOfPerson } from '../clients/person.ts';
import type { RequestItem } from '../requests/request.ts';
import type { TaskItem } from '../tasks/task.ts';

type Side = Message['senderType'];
const OTHER = { adviser: 'client', client: 'adviser' } as const;

/** `read` is not stored: it is derived from how far the other side has read. */
export interface MessageItem extends Key {
  v: 1;
  senderId: string;
  senderType: Message['senderType'];
  senderName?: string;
  content: string;
}

/** Key of the newest message that a side has seen, and when they saw it. */
export interface ReadMark {
  upTo: string | undefined;
  at: string | undefined;
}

const readMark = (client: ClientItem, side: Message['senderType']): ReadMark =>
  side === 'client'
    ? { upTo: client.readByClient, at: client.readByClientAt }
    : { upTo: client.readByAdviser, at: client.readByAdviserAt };

/** Converts an item; `mark` is how far its recipient has read. */
function toMessage(item: MessageItem, mark?: ReadMark): Message {
  const key = childKeyOf(item);
  const read = mark?.upTo !== undefined && key <= mark.upTo;
  return {
    id: idOfChild(item),
    clientId: clientIdOf(item),
    senderId: item.senderId,
    senderType: item.senderType,
    senderName: item.senderName ?? null,
    content: item.content,
    read,
    readAt: (read && mark?.at) || null,
    createdAt: timeOfKey(key),
  };
}

/** Converts a message with how far its recipient has read. */
export const toClientsMessage = (item: MessageItem, client: ClientItem): Message =>
  toMessage(item, readMark(client, OTHER[item.senderType]));

const MAX = 200;
const MAX_BYTES = 1_000_000;

/** Returns the range of a page: newest first, with one extra message to detect an older page. */
export const messageRange = (before: string | undefined): Range => ({
  newestFirst: true,
  before: before && `${PREFIX.message}${before}`,
  limit: MAX + 1,
  maxBytes: MAX_BYTES,
});

function messagePage(found: readonly MessageItem[]): { page: MessageItem[]; prev: string | undefined } {
  const messages = found.slice(0, MAX).map((item) => toMessage(item));
  const page = found.slice(0, fitting(messages, MAX_BYTES).length).reverse();
  const [oldest] = page;
  if (!oldest || found.length === page.length) return { page, prev: undefined };
  const older = { before: childKeyOf(oldest) };
  return { page, prev: addressOf('GET /api/clients/{id}/messages', { id: clientIdOf(oldest) }, older).url };
}

function helpMessage(title: string | undefined, text: string | null | undefined): string {
  const about = title === undefined ? 'I need help' : `I need help with “${title}”`;
  return text ? `${about}: ${text}` : `${about}.`;
}

const sideOf = (kind: string): Side => (kind === 'client' ? 'client' : 'adviser');

const READ_BY = { adviser: 'readByAdviser', client: 'readByClient' } as const;

/** Returns a key after everything that the other side has read, so that no unseen message counts as read. */
function keyOfNew(side: Side, client: ClientItem, now: Date): { key: string; when: Condition[] } {
  const path = READ_BY[OTHER[side]];
  const upTo = client[path];
  const fresh = newChildKey(now);
  const isAfter = upTo === undefined || fresh > upTo;
  const key = isAfter ? fresh : newChildKey(new Date(Date.parse(timeOfKey(upTo)) + 1));
  return { key, when: [unchanged(path, upTo)] };
}

/** Counts a client's message as unread. The oldest unread message says since when they wait. */
const countAsUnread = ({ summary }: ClientItem, key: string): ItemChange => ({
  set: { newestFromClient: key, ...(summary.unread === 0 && { 'summary/unreadSince': timeOfKey(key) }) },
  add: { 'summary/unread': 1 },
  when: summary.unread === 0 ? [['summary/unread', '=', 0]] : [],
});

/** Adds a message. A client's message counts as unread; a reply from staff ends the client's calls for help. */
async function post(
  context: ChangeContext,
  content: string,
  happened: Pick<Happened, 'action' | 'data'>,
  help: ItemChange = {},
): Promise<MessageItem> {
  const { actor, client, now } = context;
  const side = sideOf(actor.kind);
  const { key, when } = keyOfNew(side, client, now);
  const message: MessageItem = {
    ...childItemKey(PREFIX.message, clientIdOf(client), key),
    v: 1,
    senderId: actor.person ? idOfPerson(actor.person) : actor.id,
    senderType: side,
    senderName: actor.name,
    content,
  };
  const change = side === 'client' ? countAsUnread(client, key) : { set: NO_CALLS };
  const event = { ...happened, ref: idOfChild(message) } as Happened;
  await transact([...changeOf(context, event, together(change, help, { when })), { put: { ...message } }]);
  return message;
}

/** `once` runs a side effect once, even if the request is retried. */
type Sending = ChangeContext & { once: (effect: () => Promise<void>) => Promise<void> };

/** Throws 429 if the client's link has sent too many. */
export async function sendMessage({ once, ...context }: Sending, content: string): Promise<MessageItem> {
  await once(() => takeFromLink('message', context));
  return post(context, content, { action: 'message-sent', data: {} });
}

const NO_SUBJECT = 'Task not found';

/** Returns the task or request that a client needs help with. Throws 400 for one that they cannot see. */
async function subjectOf(
  clientId: string,
  ref: string | null | undefined,
): Promise<{ subject: HelpSubject; title?: string }> {
  if (!ref) return { subject: {} };
  if (!isChildId(ref) || !ref.startsWith(`${clientId}.`)) throw invalid('ref', NO_SUBJECT);
  const [task, request] = await Promise.all([
    getChild<TaskItem>(PREFIX.task, ref),
    getChild<RequestItem>(PREFIX.request, ref),
  ]);
  if (request) return { subject: { request: ref }, title: request.summary.title };
  if (task?.summary.responsibility !== 'client') throw invalid('ref', NO_SUBJECT);
  return { subject: { task: ref }, title: task.summary.title };
}

/** Sends a client's call for help, optionally about a task or request. Throws 429 if their link has sent too many. */
export async function callForHelp(
  { once, ...context }: Sending,
  { ref, text }: { ref?: string | null | undefined; text?: string | null | undefined },
): Promise<MessageItem> {
  const { subject, title } = await subjectOf(clientIdOf(context.client), ref);
  await once(() => takeFromLink('message', context));
  const happened = { action: 'help-requested', data: { ...(title && { title }) } } as const;
  return post(context, helpMessage(title, text), happened, addCall(context.client, subject, context.now));
}

export async function endCallForHelp(context: ChangeContext): Promise<void> {
  if (context.client.summary.helpSince === undefined) return;
  await transact(changeOf(context, { action: 'help-resolved', data: {} }, { set: NO_CALLS }));
}

const reachedBy = (side: Side, page: readonly MessageItem[], isAll: boolean) =>
  page.findLast(({ senderType }) => senderType === OTHER[side]) ?? (isAll ? undefined : page[0]);

function isSeen(key: string | undefined, page: readonly MessageItem[], isAll: boolean): boolean {
  const keys = page.map(childKeyOf);
  return key === undefined || keys.includes(key) || (!isAll && key < (keys[0] ?? ''));
}

function changeFor(side: Side, { newestFromClient }: ClientItem, upTo: string, at: string) {
  if (side === 'client') return { set: { readByClient: upTo, readByClientAt: at }, when: [] };
  const set = { readByAdviser: upTo, readByAdviserAt: at, 'summary/unread': 0, 'summary/unreadSince': undefined };
  return { set, when: [unchanged('newestFromClient', newestFromClient)] };
}

/** Marks the newest page as read. Refreshes the open pages of staff, except the reader's. */
async function markRead(
  { actor, client, now }: Pick<ChangeContext, 'actor' | 'client' | 'now'>,
  page: readonly MessageItem[],
  isAll: boolean,
): Promise<ReadMark> {
  const side = sideOf(actor.kind);
  const known = readMark(client, side);
  const newest = reachedBy(side, page, isAll);
  const upTo = newest && childKeyOf(newest);
  if (upTo === undefined || (known.upTo !== undefined && known.upTo >= upTo)) return known;
  // Client and page are read in parallel: the client's newest message may be missing from the page.
  if (side === 'adviser' && !isSeen(client.newestFromClient, page, isAll)) throw new Conflict();
  const at = now.toISOString();
  const { set, when } = changeFor(side, client, upTo, at);
  const conditions = [...accessConditions({ actor, client }), unchanged(READ_BY[side], known.upTo), ...when];
  const update = { update: clientKey(clientIdOf(client)), change: { set, when: conditions } };
  const [id, adviserId] = [clientIdOf(client), adviserIdOf(client)];
  await transact([
    update,
    ...accessChecks({ actor }),
    ...(actor.id === adviserId ? [] : [refreshWrite(adviserId, at, id)]),
  ]);
  // No audit entry says that messages were read, so no event handler refreshes these pages.
  await refreshPagesOfAdmins(actor.id, at, id);
  return { upTo, at };
}

/** Returns a page of the thread, oldest first. Marks it as read if it is the newest one and in view. */
export async function readMessages(
  context: Pick<ChangeContext, 'actor' | 'client' | 'now'>,
  found: readonly MessageItem[],
  { isInView }: { isInView: boolean },
): Promise<{ messages: Message[]; prev: string | undefined }> {
  const { actor, client } = context;
  const side = sideOf(actor.kind);
  const { page, prev } = messagePage(found);
  const own = isInView ? await markRead(context, page, prev === undefined) : readMark(client, side);
  const other = readMark(client, OTHER[side]);
  const messages = page.map((message) => toMessage(message, message.senderType === side ? other : own));
  return { messages, prev };
}
