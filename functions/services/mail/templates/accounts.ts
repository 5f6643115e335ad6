import { CONFIRMATION_LINK, EMAIL_CHANGE_LINK, INVITATION_LINK, RESET_LINK, theNext } from '#shared/rules/lifetimes.ts';
import type { Mailbox } from '#shared/rules/people.ts';
import { env } from '../../../aws/env.ts';
import { dateTime, type Email, type Firm, type Reader } from './layout.ts';

export const resetEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to,
  title: `Reset your ${firm.name} password`,
  sentences: [
    `You can now choose a new password for your adviser account. The link works once, within ${theNext(RESET_LINK)}.`,
  ],
  button: { label: 'Choose a new password', url: `${env('ORIGIN')}/reset-password/${token}` },
  because:
    'We sent you this because someone, hopefully you, asked for a new password. If it wasn’t you, ignore this email: your password stays the same.',
});

export const invitationEmail = (firm: Firm, to: Reader, inviter: string, token: string): Email => ({
  firm,
  to,
  title: `Your invitation to ${firm.name}`,
  sentences: [
    `${inviter} has created an adviser account for you. Choose a password to sign in. The link works once, within ${theNext(INVITATION_LINK)}.`,
  ],
  button: { label: 'Choose a password', url: `${env('ORIGIN')}/reset-password/${token}#invitation` },
  because: `We sent you this because ${inviter} invited you to ${firm.name}. If you were not expecting it, ignore this email.`,
});

export const confirmationEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to,
  title: `Confirm your ${firm.name} account`,
  sentences: [
    `Please confirm that this is your email address: open the page and enter the password you registered with. The link works once, within ${theNext(CONFIRMATION_LINK)}.`,
  ],
  button: { label: 'Confirm your address', url: `${env('ORIGIN')}/confirm-address/${token}` },
  because:
    'We sent you this because someone, hopefully you, registered for an adviser account with this address. If it wasn’t you, ignore this email: there is no account until you confirm it.',
});

/** Link to a mailbox's confirmation of a new address. The page has a text for each mailbox. */
const changeLink = (token: string, mailbox: Mailbox) => `${env('ORIGIN')}/confirm-address/${token}#${mailbox}`;

/** For the new mailbox. Leaves out the sender's name and old address, as the mailbox may be a stranger's. */
export const newAddressEmail = (firm: Firm, to: Reader, token: string): Email => ({
  firm,
  to: { ...to, name: '' },
  title: `Confirm your new email address at ${firm.name}`,
  sentences: [
    `Please confirm within ${theNext(EMAIL_CHANGE_LINK)} that this is your address. We also emailed a link to your old address: your account changes once you have opened both.`,
  ],
  button: { label: 'Confirm your new address', url: changeLink(token, 'new') },
  because:
    'We sent you this because someone, hopefully you, wants to use this address for an adviser account. If it wasn’t you, ignore this email: nothing changes.',
});

/** For the old mailbox, whose owner can prevent a change by an intruder. */
export const oldAddressEmail = (
  firm: Firm,
  to: Reader,
  { email, at }: { email: string; at: Date },
  token: string,
): Email => ({
  firm,
  to,
  title: `Confirm the change of your email address at ${firm.name}`,
  sentences: [
    `Someone signed in as you asked on ${dateTime(at)} to change your address to ${email}.`,
    `If it was you, please confirm it within ${theNext(EMAIL_CHANGE_LINK)}. We also emailed a link to the new address: your account changes once you have opened both.`,
    'If it wasn’t you, do not confirm. Choose a new password now, which cancels the change, and tell an admin of your firm.',
  ],
  button: { label: 'Confirm the change', url: changeLink(token, 'old') },
  because: 'We sent you this because this is the address of your adviser account.',
});
