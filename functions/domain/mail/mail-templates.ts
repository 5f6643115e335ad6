import { portalLink } from '#shared/rules/clients.ts';
import { env } from '../../aws/env.ts';
import type { Mail } from '../../aws/ses.ts';
import type { AdviserItem } from '../accounts/account.ts';
import type { ClientItem } from '../clients/client.ts';
import { clientIdOf, idOf } from '../keys.ts';

/** The mail with a link to a new password. */
export const resetMail = ({ pk, card: { email, name } }: Pick<AdviserItem, 'pk' | 'card'>, token: string): Mail => ({
  to: email,
  reader: { kind: 'adviser', id: idOf(pk) },
  subject: `Reset your ${env('FIRM_NAME')} password`,
  greeting: `Hello ${name},`,
  before:
    'Someone, hopefully you, asked to reset the password of your adviser account. Follow this link to choose a new one.',
  link: { label: 'Choose a new password', url: `${env('ORIGIN')}/reset-password/${token}` },
  after:
    'The link works once and for one hour. If you did not ask for it, you can ignore this email: your password stays as it is.',
});

/** The mail with a client's portal link. */
export const portalLinkMail = (
  client: Pick<ClientItem, 'pk' | 'sk' | 'card'>,
  adviserName: string,
  token: string,
): Mail => ({
  to: client.card.email,
  reader: { kind: 'client', id: clientIdOf(client) },
  subject: `Your secure link from ${env('FIRM_NAME')}`,
  greeting: `Hello ${client.card.name},`,
  before: `${adviserName || env('FIRM_NAME')} has opened a secure page for you. It shows where your investment journey stands, what to do next, and lets you send us documents safely. There is no password to remember.`,
  link: { label: 'Open your journey', url: portalLink(env('ORIGIN'), token) },
  after:
    'The link is yours alone, so please do not forward this email. If you were not expecting it, tell your adviser.',
});
