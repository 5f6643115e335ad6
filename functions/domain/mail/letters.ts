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
