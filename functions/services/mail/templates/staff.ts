import type { Action } from '#shared/audit-log/actions.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { env } from '../../../aws/env.ts';
import type { EntryOf } from '../../audit-log/entry.ts';
import { dateTime, type Email, type Firm, NOT_YOU, type Reader } from './layout.ts';

export const resetEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to,
  title: `Reset your ${firm.name} password`,
  sentences: ['You can now choose a new password for your adviser account. The link works once, within the next hour.'],
  button: { label: 'Choose a new password', url: `${env('ORIGIN')}/reset-password/${token}` },
  because:
    'We sent you this because someone, hopefully you, asked for a new password. If it wasn’t you, ignore this email: your password stays the same.',
});

export const invitationEmail = (firm: Firm, to: Reader, inviter: string, token: string): Email => ({
  firm,
  to,
  title: `Your invitation to ${firm.name}`,
  sentences: [
    `${inviter} has created an adviser account for you. Choose a password to sign in. The link works once, within the next seven days.`,
  ],
  button: { label: 'Choose a password', url: `${env('ORIGIN')}/reset-password/${token}#invitation` },
  because: `We sent you this because ${inviter} invited you to ${firm.name}. If you were not expecting it, ignore this email.`,
});

export const confirmationEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to,
  title: `Confirm your ${firm.name} account`,
  sentences: [
    'Please confirm that this is your email address: open the page and enter the password you registered with. The link works once, within the next hour.',
  ],
  button: { label: 'Confirm your address', url: `${env('ORIGIN')}/confirm-address/${token}` },
  because:
    'We sent you this because someone, hopefully you, registered for an adviser account with this address. If it wasn’t you, ignore this email: there is no account until you confirm it.',
});

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
  'settings-weakened',
  'firm-changed',
  'unassigned',
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
  'task-completed': (client) => `${client} completed a task`,
  'task-noted': (client) => `${client} added notes to a task`,
  'new-device': (client) => `${client} opened the portal on a new device`,
  assigned: (client) => `You are now ${client}’s adviser`,
  undelivered: (client) => `Email to ${client} was not delivered`,
};
const DETAILED: readonly NoticeKind[] = [
  'stuck',
  'document',
  'task-document',
  'task-completed',
  'task-noted',
  'new-device',
];

function titleOf({ kind, text, clientName = 'A client' }: NoticeText): string {
  // The registering person chose the name, so it stays out of the subject.
  if (kind === 'new-account') return 'A new account was created';
  return isOfFirm(kind) ? text : SUBJECTS[kind](clientName);
}

function sentenceOf(notice: NoticeText): string {
  const { kind, text, clientName } = notice;
  if (clientName && DETAILED.includes(kind)) return `${clientName} ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
  if (clientName && kind === 'undelivered') return `${clientName}: ${text}.`;
  return kind === 'new-account' ? `${text}.` : `${titleOf(notice)}.`;
}

const LISTED = 20;

const listed = (notices: readonly NoticeText[]) => [
  ...notices.slice(0, LISTED).map(sentenceOf),
  ...(notices.length > LISTED ? [`And ${notices.length - LISTED} more.`] : []),
];

function reasonOf({ kind, clientName }: NoticeText): string {
  if (kind === 'unassigned') return 'you were this client’s adviser';
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
  return {
    firm,
    to,
    title: notices.length === 1 ? titleOf(first) : `${clientName ?? firm.name}: ${notices.length} updates`,
    sentences: listed(notices),
    button: { label: clientName ? `Open ${clientName}` : 'Open your inbox', url: env('ORIGIN') + path },
    because: `We sent you this because ${reasonOf(first)}.`,
    unsubscribe: `${env('ORIGIN')}/account`,
  };
}

export const summaryEmail = (firm: Firm, to: Reader, notices: readonly NoticeText[]): Email => ({
  firm,
  to,
  title: `Your summary: ${countOf(notices.length, 'update')}`,
  sentences: listed(notices),
  button: { label: 'Open your inbox', url: `${env('ORIGIN')}/inbox` },
  because: 'We sent you this because you chose a daily summary.',
  unsubscribe: `${env('ORIGIN')}/account`,
});

/** Email about a change to a sign-in. `by` is set if someone else made it, `wayIn` if new devices are blocked. */
export const securityEmail = (
  firm: Firm,
  to: Reader,
  { title, at, by, wayIn = false }: { title: string; at: Date; by: string | undefined; wayIn?: boolean },
): Email => ({
  firm,
  to,
  title,
  sentences: [
    by ? `${by} did this on ${dateTime(at)}.` : `This happened on ${dateTime(at)}.`,
    ...(wayIn
      ? [
          'You can still sign in on devices you have used before, or with a passkey. To sign in on a new device, reset your password first.',
        ]
      : []),
    by ? 'If you expected this, you don’t need to do anything.' : NOT_YOU,
    `If ${by ? 'you didn’t' : 'it wasn’t you'}, choose a new password now and tell an admin of your firm.`,
  ],
  button: { label: 'Check your account', url: `${env('ORIGIN')}/account` },
  because: 'We sent you this because it is about how you sign in.',
});

type Heading<A extends Action> = (entry: EntryOf<A>) => string | undefined;

const FACTORS = { totp: 'An authenticator app', passkey: 'A passkey' } as const;
const FIELDS: Readonly<Record<string, string>> = { email: 'email address', password: 'password' };

function ofAccount({ data: { fields, to } }: EntryOf<'account-changed'>): string | undefined {
  const changed = [...fields.flatMap((field) => FIELDS[field] ?? []), ...(to ? ['role'] : [])];
  return changed.length > 0 ? `Your ${listOf(changed)} ${changed.length > 1 ? 'were' : 'was'} changed` : undefined;
}

const HEADINGS: { readonly [A in Action]?: Heading<A> } = {
  'signed-in': ({ data: { newDevice } }) => newDevice && `You signed in on a new device: ${newDevice}`,
  'second-factor-refused': () => 'Someone entered your password and then five wrong codes',
  'sign-in-blocked': () => 'Someone entered 100 wrong passwords for your account',
  'password-changed': () => 'Your password was changed',
  'password-reset': () => 'A new password was set for your account',
  'account-changed': ofAccount,
  'factor-added': ({ data: { factor } }) => `${FACTORS[factor]} was set up for your account`,
  'factor-removed': ({ data: { factor } }) => `${FACTORS[factor]} was removed from your account`,
  'recovery-codes-made': () => 'New recovery codes were made for your account',
  'recovery-code-used': ({ data: { left } }) => `A recovery code was used: you have ${countOf(left, 'code')} left`,
  'second-factor-reset': () => 'The second factor of your account was reset',
};

export function securityTitle<A extends Action>(entry: EntryOf<A>): string | undefined {
  const heading: Heading<A> | undefined = HEADINGS[entry.action];
  return heading?.(entry);
}
