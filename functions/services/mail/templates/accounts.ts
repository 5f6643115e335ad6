import { CONFIRMATION_LINK, INVITATION_LINK, RESET_LINK, theNext } from '#shared/rules/lifetimes.ts';
import { env } from '../../../aws/env.ts';
import type { Email, Firm, Reader } from './layout.ts';

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
