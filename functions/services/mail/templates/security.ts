import type { Action } from '#shared/audit-log/actions.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { PORTAL_CODE } from '#shared/rules/lifetimes.ts';
import { env } from '../../../aws/env.ts';
import type { EntryOf } from '../../audit-log/entry.ts';
import { dateTime, type Email, type Firm, type FirmOfClients, isOurClient, NOT_YOU, type Reader } from './layout.ts';
import { portalOf } from './links.ts';

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

export const codeEmail = (firm: FirmOfClients, to: Reader, code: string): Email => ({
  firm,
  to,
  title: `${code.slice(0, 3)} ${code.slice(3)} is your code for ${firm.name}`,
  sentences: [
    `Enter it on the page that asked for it. It works for ${PORTAL_CODE.words} and on one device.`,
    `Nobody at ${firm.name} will ever ask you for it.`,
  ],
  because:
    'We sent you this because someone, hopefully you, opened your page on a new device. If it wasn’t you, please tell us: they have your link, but can’t open the page without the code.',
});

/** `code` signs one document of the reader's. */
export const signCodeEmail = (firm: FirmOfClients, to: Reader, code: string): Email => ({
  firm,
  to,
  title: `${code.slice(0, 3)} ${code.slice(3)} is your code to sign at ${firm.name}`,
  sentences: [
    `Enter it on your page to sign the document. It works for ${PORTAL_CODE.words} and for this document only.`,
    `Nobody at ${firm.name} will ever ask you for it.`,
  ],
  because:
    'We sent you this because someone, hopefully you, is about to sign a document on your page. If it wasn’t you, please tell us: they have your link, but can’t sign without the code.',
});

export const signedEmail = (firm: FirmOfClients, to: Reader, { at, token }: { at: Date; token: string }): Email => ({
  firm,
  to,
  title: `You signed a document at ${firm.name}`,
  sentences: [
    `You signed it on ${dateTime(at)}. Your copy is on your page, with your documents.`,
    'If it wasn’t you, please tell us straight away.',
  ],
  button: { label: 'Open your documents', url: `${portalOf(token)}#documents` },
  because: isOurClient(firm),
});

export const deviceEmail = (
  firm: FirmOfClients,
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
  because: isOurClient(firm),
});

export const formerAddressEmail = (firm: FirmOfClients, to: Reader, at: Date): Email => ({
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
