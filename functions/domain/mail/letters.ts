import { portalLink } from '#shared/rules/clients.ts';
import { env } from '../../aws/env.ts';
import type { AdviserItem } from '../accounts/account.ts';
import type { ClientItem } from '../clients/client.ts';
import { clientIdOf, idOf } from '../keys.ts';
import type { Firm, Letter, Reader } from './letter.ts';

/** A client as the reader of a letter. */
export const toClient = (client: Pick<ClientItem, 'pk' | 'sk' | 'card'>): Reader => ({
  kind: 'client',
  id: clientIdOf(client),
  name: client.card.name,
  email: client.card.email,
});

/** An adviser as the reader of a letter. */
export const toAdviser = ({ pk, card }: Pick<AdviserItem, 'pk' | 'card'>): Reader => ({
  kind: 'adviser',
  id: idOf(pk),
  name: card.name,
  email: card.email,
});

/** The letter with a link to a new password. */
export const resetLetter = (firm: Firm, to: Reader, token: string): Letter => ({
  firm,
  to,
  title: `Reset your ${firm.name} password`,
  sentences: ['Here you can choose a new password for your adviser account. The link works once and for one hour.'],
  button: { label: 'Choose a new password', url: `${env('ORIGIN')}/reset-password/${token}` },
  because:
    'You get this because someone, hopefully you, asked for a new password. If it was not you, you can ignore this email: your password stays as it is.',
});

/** The letter with the link that confirms the address of a registration. */
export const confirmationLetter = (firm: Firm, to: Reader, token: string): Letter => ({
  firm,
  to,
  title: `Confirm your ${firm.name} account`,
  sentences: [
    'Please confirm that this address is yours: open the page and enter the password that you registered with. The link works once and for one hour.',
  ],
  button: { label: 'Confirm your address', url: `${env('ORIGIN')}/confirm-address/${token}` },
  because:
    'You get this because someone, hopefully you, registered for an adviser account with this address. If it was not you, you can ignore this email: there is no account before you confirm it.',
});

/** The letter with a client's portal link. `adviserName` is blank where the adviser is not known. */
export const portalLinkLetter = (firm: Firm, to: Reader, adviserName: string, token: string): Letter => ({
  firm,
  to,
  title: `Your secure link from ${firm.name}`,
  sentences: [
    `${adviserName || firm.name} has opened a secure page for you. It shows where your investment journey stands, what to do next, and lets you send us documents safely. There is no password to remember.`,
    'The link is yours alone, so please do not forward this email.',
  ],
  button: { label: 'Open your journey', url: portalLink(env('ORIGIN'), token) },
  because: `You get this because you are a client of ${firm.name}. If you were not expecting it, please tell us.`,
});

/** The letter that tells a client of a device that was confirmed. `label` is the device in words. */
export const deviceLetter = (firm: Firm, to: Reader, label: string, token: string): Letter => ({
  firm,
  to,
  title: `A new device can open your page: ${label}`,
  sentences: ['If that was you, there is nothing to do.'],
  button: { label: 'Not you? Remove it', url: `${portalLink(env('ORIGIN'), token)}#devices` },
  because: `You get this because you are a client of ${firm.name}, and a device was confirmed for your page.`,
});

/** The letter with a code that confirms a client's device. */
export const codeLetter = (firm: Firm, to: Reader, code: string): Letter => ({
  firm,
  to,
  title: `${code.slice(0, 3)} ${code.slice(3)} is your code`,
  sentences: [
    'Type it on the page that asked for it. It is good for 15 minutes and for one device.',
    `Nobody at ${firm.name} will ever ask you for it.`,
  ],
  because:
    'You get this because someone, hopefully you, opened your page on a new device. If it was not you, please tell us: whoever it was has your link, and cannot open the page without the code.',
});
