import type { Message } from '#shared/contract/messages.ts';
import type { Key } from '../../aws/table.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
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
