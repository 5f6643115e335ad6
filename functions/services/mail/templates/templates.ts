import { portalLink } from '#shared/rules/clients.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { countOf } from '#shared/rules/words.ts';
import { env } from '../../../aws/env.ts';
import { dateTime, type Email, type Firm, type Reader } from './layout.ts';

const NOT_YOU = 'If this was you, you don’t need to do anything.';
const KEEP_IT = 'The link is for you alone, so please don’t forward this email.';
const aClientOf = ({ name }: Firm) => `We sent you this because you are a client of ${name}.`;
const portalOf = (token: string) => portalLink(env('ORIGIN'), token);

/** Email with a link to choose a new password. */
export const resetEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to,
  title: `Reset your ${firm.name} password`,
  sentences: ['You can now choose a new password for your adviser account. The link works once, within the next hour.'],
  button: { label: 'Choose a new password', url: `${env('ORIGIN')}/reset-password/${token}` },
  because:
    'We sent you this because someone, hopefully you, asked for a new password. If it wasn’t you, ignore this email: your password stays the same.',
});

/** Email with the link by which an invited person chooses a password. `inviter` is who made the account. */
export const invitationEmail = (firm: Firm, to: Reader, inviter: string, token: string): Email => ({
  firm,
  to,
  title: `Your invitation to ${firm.name}`,
  sentences: [
    `${inviter} has made an adviser account for you. Choose a password to sign in. The link works once, within the next seven days.`,
  ],
  button: { label: 'Choose a password', url: `${env('ORIGIN')}/reset-password/${token}#invitation` },
  because: `We sent you this because ${inviter} invited you to ${firm.name}. If you were not expecting it, ignore this email.`,
});

/** Email with the link that confirms the address of a registration. */
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

/** Email with a client's portal link. `adviserName` is blank if the adviser is not known. */
export const portalLinkEmail = (firm: Firm, to: Reader, adviserName: string, token: string): Email => ({
  firm,
  to,
  title: `Your secure link from ${firm.name}`,
  sentences: [
    `${adviserName || firm.name} has set up a secure page for you. You can follow your investment journey there, see what to do next, and send us documents safely. You don’t need a password.`,
    KEEP_IT,
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${aClientOf(firm)} If you were not expecting it, please tell us.`,
});

/** Email with the link that replaces a client's former one. `isRequested` if the client asked for it on its page. */
export const newLinkEmail = (firm: Firm, to: Reader, isRequested: boolean, token: string): Email => ({
  firm,
  to,
  title: `Your new secure link from ${firm.name}`,
  sentences: [
    isRequested ? 'Here is the new link you asked for.' : 'We have replaced the link to your secure page.',
    `Your old link no longer works, so please use this one from now on. ${KEEP_IT}`,
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: isRequested
    ? `${aClientOf(firm)} If you didn’t ask for a new link, please tell us.`
    : `${aClientOf(firm)} If you were not expecting it, please tell us.`,
});

/** Email about a device that was confirmed at `at` for a client's page. `label` is the device in words. */
export const deviceEmail = (
  firm: Firm,
  to: Reader,
  { label, at, token }: { label: string; at: Date; token: string },
): Email => ({
  firm,
  to,
  title: `A new device can open your page at ${firm.name}`,
  sentences: [
    `Device: ${label}. Confirmed on ${dateTime(at)}.`,
    NOT_YOU,
    'If it wasn’t you, remove the device on your page and tell us.',
  ],
  button: { label: 'See your devices', url: `${portalOf(token)}#devices` },
  because: aClientOf(firm),
});

/** Email with a code that confirms a client's device. */
export const codeEmail = (firm: Firm, to: Reader, code: string): Email => ({
  firm,
  to,
  title: `${code.slice(0, 3)} ${code.slice(3)} is your code for ${firm.name}`,
  sentences: [
    'Enter it on the page that asked for it. It works for 15 minutes and on one device.',
    `Nobody at ${firm.name} will ever ask you for it.`,
  ],
  because:
    'We sent you this because someone, hopefully you, opened your page on a new device. If it wasn’t you, please tell us: they have your link, but can’t open the page without the code.',
});

/** Email to the address that a client had until staff changed it at `at`. */
export const formerAddressEmail = (firm: Firm, to: Reader, at: Date): Email => ({
  firm,
  to,
  title: `Your email address at ${firm.name} has changed`,
  sentences: [
    `We replaced this address on ${dateTime(at)}. From now on, we send your emails to your new address.`,
    'If you asked us to do this, you don’t need to do anything.',
    'If you didn’t, please tell us straight away.',
  ],
  because: `We sent you this because this was your address as a client of ${firm.name}.`,
});

/** Acts of staff that a client is emailed about. */
export type Subject = 'message' | 'task' | 'document';

const NEWS: Readonly<Record<Subject, readonly [title: string, sentence: string]>> = {
  message: ['A new message', 'has sent you a message'],
  task: ['A new task', 'has given you a new task'],
  document: ['A new document', 'has added a document for you'],
};

/** Email about what is new on a client's page: that there is something, not what, as others read mail too. */
export const newsEmail = (
  firm: Firm,
  to: Reader,
  { first, rest, adviserName, token }: { first: Subject; rest: readonly Subject[]; adviserName: string; token: string },
): Email => ({
  firm,
  to,
  title: `${NEWS[first][0]} from ${adviserName ? `${adviserName} at ` : ''}${firm.name}`,
  sentences: [
    ...[first, ...rest].map((subject) => `${adviserName || firm.name} ${NEWS[subject][1]}.`),
    'To protect your privacy, the details are on your page and not in this email.',
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${aClientOf(firm)} ${KEEP_IT}`,
});

/** A notice to staff, as an email about it needs it. */
export interface Told {
  kind: NoticeKind;
  text: string;
  clientName?: string | undefined;
}

/** Acts of a client, without details: file names and titles stay out of subjects. */
const ACTS: Partial<Record<NoticeKind, string>> = {
  message: 'sent you a message',
  stuck: 'asked for help',
  'no-code': 'can’t open the email with their code',
  document: 'uploaded a document',
  'task-completed': 'completed a task',
  'task-noted': 'added notes to a task',
  'new-device': 'opened their page on a new device',
};
/** Acts whose notice has more to say than {@link ACTS}. */
const DETAILED: readonly NoticeKind[] = ['stuck', 'document', 'task-completed', 'task-noted', 'new-device'];

function titleOf({ kind, text, clientName }: Told): string {
  if (!clientName) return text;
  if (kind === 'assigned') return `You are now ${clientName}’s adviser`;
  if (kind === 'undelivered') return `Email to ${clientName} was not delivered`;
  const act = ACTS[kind];
  return act ? `${clientName} ${act}` : `${clientName}: ${text}`;
}

function sentenceOf(told: Told): string {
  const { kind, text, clientName } = told;
  if (clientName && DETAILED.includes(kind)) return `${clientName} ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
  return clientName && kind === 'undelivered' ? `${clientName}: ${text}.` : `${titleOf(told)}.`;
}

/** Most notices that one email lists. */
const LISTED = 20;

const listed = (notices: readonly Told[]) => [
  ...notices.slice(0, LISTED).map(sentenceOf),
  ...(notices.length > LISTED ? [`And ${notices.length - LISTED} more.`] : []),
];

/** Email to an adviser about one client's notices, or to an admin about the firm's. `path` leads to them. */
export function noticeEmail(firm: Firm, to: Reader, notices: readonly [Told, ...Told[]], path: string): Email {
  const [first] = notices;
  const { clientName } = first;
  return {
    firm,
    to,
    title: notices.length === 1 ? titleOf(first) : `${clientName ?? firm.name}: ${notices.length} updates`,
    sentences: listed(notices),
    button: { label: clientName ? `Open ${clientName}` : 'Open your inbox', url: env('ORIGIN') + path },
    because: `We sent you this because ${clientName ? `${clientName} is your client` : 'you are an admin'}.`,
    unsubscribe: `${env('ORIGIN')}/account`,
  };
}

/** Email that sums up an adviser's notices since the last one. */
export const summaryEmail = (firm: Firm, to: Reader, notices: readonly Told[]): Email => ({
  firm,
  to,
  title: `Your summary: ${countOf(notices.length, 'update')}`,
  sentences: listed(notices),
  button: { label: 'Open your inbox', url: `${env('ORIGIN')}/inbox` },
  because: 'We sent you this because you chose a daily summary.',
  unsubscribe: `${env('ORIGIN')}/account`,
});

/** Email about how an account signs in: what happened, when, and who did it if it was somebody else. `wayIn` if new devices are blocked. */
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
