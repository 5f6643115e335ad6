import * as z from 'zod/mini';
import { undelivered } from '../rules/clients.ts';
import { listOf } from '../rules/counted-words.ts';
import { type Kind, kind, mail } from './kind.ts';

const subjects = z.array(
  z.enum(['message', 'task', 'document', 'request', 'again', 'reopened', 'answer', 'task-reopened']),
);
const ABOUT: Readonly<Record<z.infer<typeof subjects>[number], string>> = {
  message: 'a new message',
  task: 'a new task',
  'task-reopened': 'a task that is to be done after all',
  document: 'a new document',
  request: 'documents to send',
  again: 'documents to send again',
  reopened: 'documents that are needed after all',
  answer: 'an answer of a provider',
};

export const mailActions = {
  'mail-bounced': kind(['notifyAdviser'], mail, ({ to }) => undelivered('bounced', to)),
  'mail-complained': kind(['notifyAdviser'], mail, ({ to }) => undelivered('complained', to)),
  'mail-allowed': kind(['mailReturned'], mail, ({ to }) => `Allowed emails to ${to} again`),
  'client-notified': kind(
    [],
    z.extend(mail, { about: subjects }),
    ({ to, about }) => `Emailed ${to} about ${listOf(about.map((subject) => ABOUT[subject]))}`,
  ),
} as const satisfies Record<string, Kind>;
