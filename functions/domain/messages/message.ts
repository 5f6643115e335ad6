import { addressOf } from '#shared/contract/address.ts';
import type { Message } from '#shared/contract/messages.ts';
import { fitting } from '../../aws/json-size.ts';
import type { Key, Range } from '../../aws/table.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';

/** A message. Whether it was read follows from how far the other side has read. */
export interface MessageItem extends Key {
  v: 1;
  senderId: string;
  senderType: Message['senderType'];
  content: string;
}

/** How far a side has read: the key of the newest message of the other's that it has seen, and when it saw it. */
export interface ReadMark {
  upTo: string | undefined;
  at: string | undefined;
}

/** How far the staff's side, or the client's, has read. */
export const readMark = (client: ClientItem, side: Message['senderType']): ReadMark =>
  side === 'client'
    ? { upTo: client.readByClient, at: client.readByClientAt }
    : { upTo: client.readByAdviser, at: client.readByAdviserAt };

/** A message for people; `mark` is how far the other side has read. */
export function toMessage(item: MessageItem, mark?: ReadMark): Message {
  const key = childKeyOf(item);
  const read = mark?.upTo !== undefined && key <= mark.upTo;
  return {
    id: idOfChild(item),
    clientId: clientIdOf(item),
    senderId: item.senderId,
    senderType: item.senderType,
    content: item.content,
    read,
    readAt: (read && mark?.at) || null,
    createdAt: timeOfKey(key),
  };
}

// A page ends after so many messages or so much JSON, whichever is less (contract, Messages).
const MAX = 200;
const MAX_BYTES = 1_000_000;

/** What a client's partition has to give for a page: newest first from before a message, one more than is shown. */
export const messageRange = (before: string | undefined): Range => ({
  newestFirst: true,
  before: before && `${PREFIX.message}${before}`,
  limit: MAX + 1,
  maxBytes: MAX_BYTES,
});

/** One page of messages, oldest first, and the path of the page before it where there is one. */
export function messagePage(found: readonly MessageItem[]): { page: MessageItem[]; prev: string | undefined } {
  const messages = found.slice(0, MAX).map((item) => toMessage(item));
  const page = found.slice(0, fitting(messages, MAX_BYTES).length).reverse();
  const [oldest] = page;
  if (!oldest || found.length === page.length) return { page, prev: undefined };
  const older = { before: childKeyOf(oldest) };
  return { page, prev: addressOf('GET /api/clients/{id}/messages', { id: clientIdOf(oldest) }, older).url };
}

/** Returns the message that a client's call for help puts into the thread. */
export function helpMessage(title: string | undefined, text: string | null | undefined): string {
  const about = title === undefined ? 'I need help' : `I need help with “${title}”`;
  return text ? `${about}: ${text}` : `${about}.`;
}
