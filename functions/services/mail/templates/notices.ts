import { KEEP_IT } from '#shared/rules/chase/reminder-text.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { senderName } from '#shared/rules/people.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { env } from '../../../aws/env.ts';
import { type Email, type Firm, type FirmOfClients, isOurClient, type Reader } from './layout.ts';
import { portalOf } from './links.ts';

export interface NoticeText {
  kind: NoticeKind;
  text: string;
  clientName?: string | undefined;
}

/** Kinds about the firm, an account or a former client. Their texts contain no input of clients. */
const OF_FIRM = [
  'damaged',
  'factor-reset',
  'new-admin',
  'new-account',
  'admin-changed',
  'name-changed',
  'settings-weakened',
  'firm-changed',
  'unassigned',
  'client-deleted',
] as const satisfies readonly NoticeKind[];
type OfFirm = (typeof OF_FIRM)[number];

const isOfFirm = (kind: NoticeKind): kind is OfFirm => OF_FIRM.some((ofFirm) => ofFirm === kind);

/** Subjects about a client. Input of clients, such as file names and titles, stays out of them. */
const SUBJECTS: Readonly<Record<Exclude<NoticeKind, OfFirm>, (client: string) => string>> = {
  message: (client) => `${client} sent you a message`,
  stuck: (client) => `${client} asked for help`,
  'no-code': (client) => `${client} can’t open the email with their code`,
  document: (client) => `${client} uploaded a document`,
  'task-document': (client) => `${client} sent a file for a task`,
  request: (client) => `${client} answered a request`,
  'loa-due': (client) => `A provider has not answered for ${client}`,
  'task-completed': (client) => `${client} completed a task`,
  'task-noted': (client) => `${client} added notes to a task`,
  'new-device': (client) => `${client} opened the portal on a new device`,
  'by-admin': (client) => `An admin acted for ${client}`,
  assigned: (client) => `You are now ${client}’s adviser`,
  'no-answer': (client) => `${client} has not answered reminders`,
  'reminders-stopped': (client) => `${client} stopped reminder emails`,
  undelivered: (client) => `Email to ${client} was not delivered`,
};
const DETAILED: readonly NoticeKind[] = [
  'stuck',
  'document',
  'task-document',
  'request',
  'task-completed',
  'task-noted',
  'new-device',
  'no-answer',
];
/** Kinds whose text is no predicate of the client. */
const ABOUT_CLIENT: readonly NoticeKind[] = ['loa-due', 'undelivered', 'by-admin'];

/** Subjects without the name that a person chose for themself. */
const WITHOUT_NAME: Partial<Record<OfFirm, string>> = {
  'new-account': 'A new account was created',
  'name-changed': 'An adviser changed their name',
};

function titleOf({ kind, text, clientName = 'A client' }: NoticeText): string {
  return isOfFirm(kind) ? (WITHOUT_NAME[kind] ?? text) : SUBJECTS[kind](clientName);
}

function sentenceOf(notice: NoticeText): string {
  const { kind, text, clientName } = notice;
  if (clientName && DETAILED.includes(kind)) return `${clientName} ${uncapitalised(text)}.`;
  if (clientName && ABOUT_CLIENT.includes(kind)) return `${clientName}: ${text}.`;
  return `${isOfFirm(kind) ? text : titleOf(notice)}.`;
}

const LISTED = 20;

/** Returns each sentence once, such as "Mia Wood sent you a message (3 times)." */
function listed(notices: readonly NoticeText[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of notices.map(sentenceOf)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const lines = [...counts].map(([line, times]) => (times === 1 ? line : `${line.slice(0, -1)} (${times} times).`));
  return lines.length > LISTED ? [...lines.slice(0, LISTED), `And ${lines.length - LISTED} more.`] : lines;
}

function reasonOf({ kind, clientName }: NoticeText): string {
  if (kind === 'unassigned' || kind === 'client-deleted') return 'you were this client’s adviser';
  return clientName ? `${clientName} is your client` : 'you are an admin';
}

/** Email about one client's notices to an adviser, or about the firm's to an admin. `path` links to them. */
export function noticeEmail(
  firm: Firm,
  to: Reader,
  notices: readonly [NoticeText, ...NoticeText[]],
  path: string,
): Email {
  const [first] = notices;
  const { clientName } = first;
  const title = notices.length === 1 ? titleOf(first) : `${clientName ?? firm.name}: ${notices.length} updates`;
  return {
    firm,
    to,
    title,
    sentences: listed(notices).filter((sentence) => sentence !== `${title}.`),
    button: { label: clientName ? `Open ${clientName}` : 'Open your inbox', url: env('ORIGIN') + path },
    because: `We sent you this because ${reasonOf(first)}.`,
    unsubscribe: { url: `${env('ORIGIN')}/account` },
  };
}

export const summaryEmail = (firm: Firm, to: Reader, notices: readonly NoticeText[]): Email => ({
  firm,
  to,
  title: `Your summary: ${countOf(notices.length, 'update')}`,
  sentences: listed(notices),
  button: { label: 'Open your inbox', url: `${env('ORIGIN')}/inbox` },
  because: 'We sent you this because you chose a daily summary.',
  unsubscribe: { url: `${env('ORIGIN')}/account` },
});

export type Subject = 'request' | 'again' | 'reopened' | 'answer' | 'message' | 'task' | 'task-reopened' | 'document';

/** News about one subject: how many items there are of it. */
export interface News {
  subject: Subject;
  count: number;
}

interface NewsText {
  title(sender: string, count: number): string;
  sentence(adviser: string, count: number): string;
}

/** News of things that staff added, such as "3 new tasks". */
const added = (noun: string, sentence: (count: number) => string): NewsText => ({
  title: (sender, count) => `${count === 1 ? `A new ${noun}` : `${count} new ${noun}s`} from ${sender}`,
  sentence: (adviser, count) => `${adviser} ${sentence(count)}.`,
});

const some = (count: number, noun: string) => (count === 1 ? `a ${noun}` : `${count} ${noun}s`);

const explained = (count: number) => (count === 1 ? 'what it is for' : 'what each one is for');

const NEWS: Readonly<Record<Subject, NewsText>> = {
  request: {
    title: (sender, count) => `${sender} needs ${countOf(count, 'document')} from you`,
    sentence: (adviser, count) =>
      `${adviser} has asked you for ${countOf(count, 'document')}. Your page says ${explained(count)}, what counts, and by when.`,
  },
  again: {
    title: (sender) => `${sender} needs something again`,
    sentence: (adviser, count) =>
      `${adviser} has looked at what you sent, and needs ${countOf(count, 'thing')} again, or a little more of ${count === 1 ? 'it' : 'them'}. Your page says what to change.`,
  },
  reopened: {
    title: (sender) => `${sender} needs something again`,
    sentence: (adviser, count) =>
      `${adviser} needs ${countOf(count, 'document')} after all. Your page says ${explained(count)}, and by when.`,
  },
  answer: {
    title: () => 'Something you were waiting for has arrived',
    sentence: (adviser, count) =>
      `${count === 1 ? 'One of your providers has answered' : 'Your providers have answered'} ${adviser}. Your page shows what is still to come.`,
  },
  message: added('message', (count) => `has sent you ${some(count, 'message')}`),
  task: added('task', (count) => `has given you ${some(count, 'new task')}`),
  'task-reopened': {
    title: (sender) => `${sender} needs something again`,
    sentence: (adviser, count) => `${adviser} has reopened ${some(count, 'task')}. Your page says what is still to do.`,
  },
  document: added('document', (count) => `has added ${some(count, 'document')} for you`),
};

/** Email about news on a client's page. It contains no details, because others may read the mailbox. */
export const clientMailEmail = (
  firm: FirmOfClients,
  to: Reader,
  { first, rest, adviserName, token }: { first: News; rest: readonly News[]; adviserName: string; token: string },
): Email => ({
  firm,
  to,
  title: NEWS[first.subject].title(senderName(adviserName, firm.name), first.count),
  sentences: [
    ...[first, ...rest].map(({ subject, count }) => NEWS[subject].sentence(adviserName || firm.name, count)),
    'To protect your privacy, the details are on your page and not in this email.',
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${isOurClient(firm)} ${KEEP_IT}`,
});
