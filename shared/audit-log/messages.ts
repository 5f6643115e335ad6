import * as z from 'zod/mini';
import { type Kind, kind, none, text } from './kind.ts';
import { type Causes, type NewsCauses, type NewsTable, type Notices, some, titleOfNew } from './told.ts';

export const messageActions = {
  'message-sent': kind(['notifyAdviser', 'mailClient'], none, () => 'Sent a message', 'both'),
  'help-requested': kind(
    ['notifyAdviser'],
    z.object({ title: z.optional(text) }),
    ({ title }) => (title ? `Asked for help with “${title}”` : 'Asked for help'),
    'both',
  ),
  'help-resolved': kind([], none, () => 'Marked the request for help as resolved', 'both'),
} as const satisfies Record<string, Kind>;

export const messageNotices = {
  message: {
    group: 'messages',
    place: 'messages',
    icon: 'message',
    subject: (client) => `${client} sent you a message`,
  },
  stuck: {
    group: 'messages',
    place: 'messages',
    icon: 'help',
    subject: (client) => `${client} asked for help`,
    says: 'does',
  },
} as const satisfies Notices;

export const messageCauses: Causes<typeof messageActions> = {
  'message-sent': { byClient: () => ({ kind: 'message', text: 'Sent you a message' }) },
  'help-requested': { byClient: (data) => ({ kind: 'stuck', text: messageActions['help-requested'].sentence(data) }) },
};

export const messageNews = {
  message: {
    noun: 'message',
    title: (sender, count) => titleOfNew('message', sender, count),
    sentence: (adviser, count) => `${adviser} has sent you ${some(count, 'message')}.`,
  },
} as const satisfies NewsTable;

export const messageNewsCauses: NewsCauses<typeof messageActions> = { 'message-sent': () => 'message' };
