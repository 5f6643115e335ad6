import * as KEYS from '../../services/keys/item-kinds.ts';
import { type Nouns, section, time } from '../noun.ts';
import { type MessageItem, toClientsMessage } from './messages.ts';

export const nouns = {
  message: {
    name: 'message',
    rest: ['client', 'key'],
    key: KEYS.message,
    owner: 'client',
    exported: section('messages', 'Messages', (item: MessageItem, { client }) => toClientsMessage(item, client), {
      Sent: ({ createdAt }) => time(createdAt),
      From: ({ senderType }) => senderType,
      Message: ({ content }) => content,
    }),
    restored: 'back',
  },
} as const satisfies Nouns;
