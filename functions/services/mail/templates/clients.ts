import { portalLink } from '#shared/rules/clients.ts';
import { env } from '../../../aws/env.ts';
import { dateTime, type Email, type Firm, NOT_YOU, type Reader } from './layout.ts';

const KEEP_IT = 'The link is for you alone, so please don’t forward this email.';
const aClientOf = ({ name }: Firm) => `We sent you this because you are a client of ${name}.`;
const portalOf = (token: string) => portalLink(env('ORIGIN'), token);

/** `adviserName` is blank if the adviser is unknown. */
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

/** `isRequested` if the client requested the link on their page. */
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

export type Subject = 'message' | 'task' | 'document';

const SUBJECTS: Readonly<Record<Subject, readonly [title: string, sentence: string]>> = {
  message: ['A new message', 'has sent you a message'],
  task: ['A new task', 'has given you a new task'],
  document: ['A new document', 'has added a document for you'],
};

/** Email about news on a client's page. It contains no details, because others may read the mailbox. */
export const clientMailEmail = (
  firm: Firm,
  to: Reader,
  { first, rest, adviserName, token }: { first: Subject; rest: readonly Subject[]; adviserName: string; token: string },
): Email => ({
  firm,
  to,
  title: `${SUBJECTS[first][0]} from ${adviserName ? `${adviserName} at ` : ''}${firm.name}`,
  sentences: [
    ...[first, ...rest].map((subject) => `${adviserName || firm.name} ${SUBJECTS[subject][1]}.`),
    'To protect your privacy, the details are on your page and not in this email.',
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${aClientOf(firm)} ${KEEP_IT}`,
});
