import { newsOf, type Subject } from '#shared/audit-log/news.ts';
import { type NoticeKind, rulesOf } from '#shared/audit-log/notices.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { senderName } from '#shared/rules/people.ts';
import { nameBesideClient } from '#shared/rules/persons.ts';
import { KEEP_IT } from '#shared/rules/reminder-text.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { env } from '../../../aws/env.ts';
import { type Email, type Firm, type FirmOfClients, isOurClient, type Reader } from './layout.ts';
import { portalOf } from './links.ts';

export interface NoticeText {
  kind: NoticeKind;
  text: string;
  clientName?: string | undefined;
  person?: string | undefined;
}

const titleOf = ({ kind, text, clientName = 'A client', person }: NoticeText) =>
  rulesOf(kind).subject?.(nameBesideClient(person, clientName)) ?? text;

function sentenceOf(notice: NoticeText): string {
  const { kind, text, clientName: client, person } = notice;
  const clientName = client && nameBesideClient(person, client);
  const { says } = rulesOf(kind);
  if (says === 'alone') return `${text}.`;
  if (clientName && says === 'does') return `${clientName} ${uncapitalised(text)}.`;
  if (clientName && says === 'about') return `${clientName}: ${text}.`;
  return `${titleOf(notice)}.`;
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

/** News about one subject: how many items there are of it. */
export interface News {
  subject: Subject;
  count: number;
}

/** Email about news on a client's page. It contains no details, because others may read the mailbox. */
export const clientMailEmail = (
  firm: FirmOfClients,
  to: Reader,
  { first, rest, adviserName, token }: { first: News; rest: readonly News[]; adviserName: string; token: string },
): Email => ({
  firm,
  to,
  title: newsOf(first.subject).title(senderName(adviserName, firm.name), first.count),
  sentences: [
    ...[first, ...rest].map(({ subject, count }) => newsOf(subject).sentence(adviserName || firm.name, count)),
    'To protect your privacy, the details are on your page and not in this email.',
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${isOurClient(firm)} ${KEEP_IT}`,
});
