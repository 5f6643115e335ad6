import { errorToast } from '../lib/failure.ts';
import { adviserChange } from './refreshes.ts';

/** Reads the token of the portal link, which the client's record notes each time (contract, activity). */
export const revealToken = adviserChange('GET /api/clients/{id}/token', {
  failure: errorToast('Portal link not available'),
});

/** Mails the portal link to the client. */
export const emailPortalLink = (email: string) =>
  adviserChange('POST /api/clients/{id}/send-portal-link', {
    success: { title: 'Email Sent', description: `The portal link has been sent to ${email}.` },
    failure: errorToast('Failed to send portal link email'),
  });
