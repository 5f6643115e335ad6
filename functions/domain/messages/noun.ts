import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, timeOfKey } from '../../services/keys/keys.ts';
import { type Finding, recounted } from '../finding.ts';
import { type ClientFile, type Nouns, section, time } from '../noun.ts';
import { type MessageItem, toClientsMessage } from './messages.ts';

function check({ client, of }: ClientFile): Finding[] {
  const unread = of<MessageItem>(KEYS.message).filter(
    (item) => item.senderType === 'client' && childKeyOf(item) > (client.readByAdviser ?? ''),
  );
  return recounted(client, {
    'summary/unread': unread.length,
    'summary/unreadSince': unread[0] && timeOfKey(childKeyOf(unread[0])),
  });
}

export const nouns = {
  message: {
    name: 'message',
    rest: ['client', 'key'],
    key: KEYS.message,
    owner: 'client',
    exported: section('messages', 'Messages', {}, (item: MessageItem, { client }) => toClientsMessage(item, client), {
      createdAt: ['Sent', ({ createdAt }) => time(createdAt)],
      senderType: 'From',
      content: 'Message',
    }),
    restored: 'back',
    verified: check,
  },
} as const satisfies Nouns;
