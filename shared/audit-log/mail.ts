import * as z from 'zod/mini';
import { undelivered } from '../rules/clients.ts';
import { listOf } from '../rules/counted-words.ts';
import { type Kind, kind, mail, ofHolder } from './kind.ts';
import type { Subject } from './news.ts';
import type { Causes, Notices } from './told.ts';

const ABOUT: Readonly<Record<Subject, string>> = {
  message: 'a new message',
  task: 'a new task',
  'task-reopened': 'a task that is to be done after all',
  document: 'a new document',
  request: 'documents to send',
  factfind: 'questions to answer',
  'factfind-asked': 'a question about answers',
  'factfind-opened': 'answers that were opened again',
  sign: 'a document to sign',
  again: 'documents to send again',
  reopened: 'documents that are needed after all',
  answer: 'an answer of a provider',
};
const subjects = z.array(z.enum(Object.keys(ABOUT) as [Subject, ...Subject[]]));

export const mailActions = {
  'mail-bounced': kind(['notifyAdviser'], z.extend(mail, ofHolder.shape), ({ to }) => undelivered('bounced', to)),
  'mail-complained': kind(['notifyAdviser'], z.extend(mail, ofHolder.shape), ({ to }) => undelivered('complained', to)),
  'mail-allowed': kind(['mailReturned'], mail, ({ to }) => `Allowed emails to ${to} again`),
  'client-notified': kind(
    [],
    z.extend(mail, { about: subjects }),
    ({ to, about }) => `Emailed ${to} about ${listOf(about.map((subject) => ABOUT[subject]))}`,
  ),
} as const satisfies Record<string, Kind>;

export const mailNotices = {
  undelivered: {
    group: 'clients',
    icon: 'mail failed',
    subject: (client) => `Email to ${client} was not delivered`,
    says: 'about',
  },
} as const satisfies Notices;

export const mailCauses: Causes<typeof mailActions> = {
  'mail-bounced': { byOthers: (data) => ({ kind: 'undelivered', text: mailActions['mail-bounced'].sentence(data) }) },
  'mail-complained': {
    byOthers: (data) => ({ kind: 'undelivered', text: mailActions['mail-complained'].sentence(data) }),
  },
};
