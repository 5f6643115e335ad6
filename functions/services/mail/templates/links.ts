import { portalAddress } from '#shared/rules/clients.ts';
import { KEEP_IT } from '#shared/rules/reminder-text.ts';
import { env } from '../../../aws/env.ts';
import { type Email, type FirmOfClients, isOurClient, type Reader } from './layout.ts';

export const portalOf = (token: string) => portalAddress(env('ORIGIN'), token);

/** `adviserName` is blank if the adviser is unknown. `isKnown` if the client has opened the page before. */
export const portalLinkEmail = (
  firm: FirmOfClients,
  to: Reader,
  { adviserName, isKnown }: { adviserName: string; isKnown: boolean },
  token: string,
): Email => ({
  firm,
  to,
  title: `Your secure link from ${firm.name}`,
  sentences: [
    isKnown
      ? `Here is the link to your page again, from ${adviserName || firm.name}. You don’t need a password.`
      : `${adviserName || firm.name} has set up a secure page for you. You can follow your investment journey there, see what to do next, and send us documents safely. You don’t need a password.`,
    KEEP_IT,
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: `${isOurClient(firm)} If you were not expecting it, please tell us.`,
});

/** `isRequested` if the client requested the link on their page. */
export const newLinkEmail = (firm: FirmOfClients, to: Reader, isRequested: boolean, token: string): Email => ({
  firm,
  to,
  title: `Your new secure link from ${firm.name}`,
  sentences: [
    isRequested ? 'Here is the new link you asked for.' : 'We have replaced the link to your secure page.',
    `Your old link no longer works, so please use this one from now on. ${KEEP_IT}`,
  ],
  button: { label: 'Open your page', url: portalOf(token) },
  because: isRequested
    ? `${isOurClient(firm)} If you didn’t ask for a new link, please tell us.`
    : `${isOurClient(firm)} If you were not expecting it, please tell us.`,
});
