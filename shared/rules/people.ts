import { PASSWORD_MIN } from './limits.ts';
import { withoutUnseen } from './text.ts';
import { parsedUrl } from './url.ts';

export const ROLES = ['adviser', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Mailboxes that confirm an account's new address. */
export const MAILBOXES = ['old', 'new'] as const;
export type Mailbox = (typeof MAILBOXES)[number];

export const ADVISER_MESSAGES = {
  signIn: 'Please sign in',
  wrongPair: 'Invalid email or password',
  emailInUse: 'This email is already in use',
  resetRequested: 'If an account exists with that email, you will receive a password reset link.',
  resetDone: 'Your password has been reset. You can now log in with your new password.',
  resetInvalid: 'Invalid or expired reset token. Please request a new password reset.',
  hasClients: 'Advisers with assigned clients cannot be deleted. Reassign their clients first.',
  lastAdmin: 'The last admin cannot be demoted or deleted. Make another adviser an admin first.',
  ownAccount: 'You cannot delete your own account.',
  ownEmail: 'Change your own address on your account page. Both mailboxes have to confirm it.',
  commonPassword: 'This password is too common. Please choose another.',
  simplePassword: 'This password is too easy to guess. Please choose another.',
  shortPassword: `Password must be at least ${PASSWORD_MIN.own} characters`,
  unconfirmed: 'Please open the link in our email to you first.',
  confirmed: 'Your address is confirmed. You can now log in with your password.',
  confirmationInvalid:
    'This link was used, has expired or was replaced. Sign in with your password, and we will email you a new one.',
  confirmationWrong: 'This is not the password that you registered with. Please try again.',
  confirmationsSpent:
    'We have already emailed this address several times. Please open the newest link, or try again later.',
  /** Followed by the time to wait. */
  registrationsSpent: 'Too many people registered just now. Please try again in',
  notYourPassword: 'This is not your password',
  samePassword: 'Choose a different password from your current one',
} as const;

export const OTHER_ACCOUNT = 'Somebody else is signed in here now. Reload this page.';

/** Answers to a change of the own email address. */
export const EMAIL_CHANGE_MESSAGES = {
  invalid: 'This link has expired or was replaced. You can get a new one on your account page.',
  done: 'Your email address has changed. Use the new one to sign in.',
  /** Shown after the link in the named mailbox was opened. */
  halfDone: {
    old: 'Thank you. Now open the link that we emailed to your new address.',
    new: 'Thank you. Now open the link that we emailed to your old address.',
  },
  spent: 'You have asked for this several times. Please open the newest links, or try again later.',
  undelivered: 'Our emails do not reach your current address. Please ask an admin to change it.',
} as const;

/** Longest part of an adviser's name in a subject: mailboxes on phones show some 60 characters. */
const MAX_IN_SUBJECT = 60;

/** Returns "Sam Okafor at Harbour" for subjects. A long name is cut, so that the firm's name stays in view. */
export function senderName(adviser: string, firm: string): string {
  if (!adviser) return firm;
  const letters = [...adviser];
  const shown =
    letters.length > MAX_IN_SUBJECT
      ? `${letters
          .slice(0, MAX_IN_SUBJECT - 1)
          .join('')
          .trimEnd()}…`
      : adviser;
  return `${shown} at ${firm}`;
}

const ASCII = /^[!-~]*$/;
// Invisible in a domain, or would end it in a URL.
const NOT_OF_DOMAIN = /[\p{C}\s/?#%:\\@]/u;

// Word replaces hyphens with them.
const HYPHENS = /[\u2010-\u2015]/g;
// Matches only at the start of a run, so that many signs are scanned once.
const TAIL = /(?<![\s,;.。])[\s,;.。]+$/;

/** Extracts the address from copied text: `Jane Doe <jane@example.com>,` or `mailto:jane@example.com`. */
function pastedAddress(text: string): string {
  const pasted = text.trim().replace(TAIL, '');
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(pasted) ?? [];
  const address = (inBrackets ?? pasted)
    .trim()
    .replace(/^mailto:/i, '')
    .trim()
    .replace(TAIL, '');
  // Ambiguous, because there is another address before the brackets.
  return name.includes('@') && !name.includes(address) ? text : address;
}

/** Normalises equivalent spellings of an address: NFKC, and its domain in ASCII (IDNA) if possible. */
export function canonicalAddress(given: string): string {
  const address = pastedAddress(withoutUnseen(given).normalize('NFKC').replace(HYPHENS, '-'));
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (ASCII.test(domain) || NOT_OF_DOMAIN.test(domain)) return address;
  return address.slice(0, at) + (parsedUrl(`https://${domain}`)?.hostname ?? domain);
}

export const comparableAddress = (address: string) => canonicalAddress(address).toLowerCase();

/** Returns the ASCII domain of an address with letters beyond ASCII; `undefined` otherwise. */
export function foreignDomain(address: string): string | undefined {
  const domain = canonicalAddress(address).split('@').at(-1);
  return /(^|\.)xn--/i.test(domain ?? '') ? domain : undefined;
}

/** 'operator' runs commands; 'system' is a job or event handler. */
export const ACTOR_TYPES = ['client', 'adviser', 'admin', 'operator', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Returns why a new phone number is refused. Stored ones stay valid. */
export const phoneRefusal = (phone: string | null | undefined): string | undefined =>
  phone && !/\p{Nd}/u.test(phone) ? 'Enter a phone number with digits' : undefined;
