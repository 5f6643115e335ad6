import { errorToast } from '../../lib/http/failure.ts';
import { portalLink } from '../../lib/navigation/paths.ts';
import { adviserChange, execute } from '../refreshes.ts';
import { copyLink } from './copy-link.ts';

const VOID =
  'The old link was emailed to the former address and no longer works. Please email the client the new link.';

const isRenewed = (answer: unknown) => typeof answer === 'object' && answer !== null && 'linkRenewed' in answer;

/** Returns the toast's text after a change of a client's address, which may have voided the portal link. */
export const describeAddress = (said: string) => (answer: unknown) =>
  isRenewed(answer) ? `${said.replace(/\.?$/, '.')} ${VOID}` : said;

/** Fetches the token of the portal link. Each call adds an entry to the client's audit log. */
export const revealToken = adviserChange('GET /api/clients/{id}/token', {
  failure: errorToast('Portal link not available'),
});

/** Copies the portal link. A link that cannot be fetched has its own toast. */
export const copyPortalLink = (id: string) =>
  copyLink(execute(revealToken, { params: { id } }).then(({ token }) => portalLink(token))).catch(() => undefined);

export const emailPortalLink = (email: string) =>
  adviserChange('POST /api/clients/{id}/send-portal-link', {
    success: { title: 'Email Sent', description: `The portal link has been sent to ${email}.` },
    failure: errorToast('Failed to send portal link email'),
  });
