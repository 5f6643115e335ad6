import type { Message } from '#shared/contract/messages.ts';
import type { Key } from '../../aws/table.ts';
import { timeOfKey } from '../ids.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../keys.ts';

/** A message. Whether it was read follows from how far the other side has read. */
export interface MessageItem extends Key {
  v: 1;
  senderId: string;
  senderType: Message['senderType'];
  content: string;
}

/** A message for people; `readUpTo` is the key of the newest message that the other side has read. */
export const toMessage = (item: MessageItem, readUpTo: string | undefined): Message => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  senderId: item.senderId,
  senderType: item.senderType,
  content: item.content,
  read: readUpTo !== undefined && childKeyOf(item) <= readUpTo,
  createdAt: timeOfKey(childKeyOf(item)),
});
