import type { FullClient } from '#shared/contract/clients.ts';

type MailFacts = Pick<FullClient, 'completed' | 'portalSuspended' | 'mailProblem'>;

/** Returns why the client gets no automatic email; undefined if they get it. */
export function whyNoEmail({ completed, portalSuspended, mailProblem }: MailFacts): string | undefined {
  if (completed) return 'the journey is completed';
  if (portalSuspended) return 'the portal is suspended';
  return mailProblem === null ? undefined : 'mail to this address was not delivered';
}
