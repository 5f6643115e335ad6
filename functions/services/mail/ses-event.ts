import * as z from 'zod/mini';
import type { MailProblem } from '#shared/rules/clients.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const ids = z.optional(z.array(z.string()));

/** The used part of an SES event (SES: contents of event data that is published to SNS). */
const mailEvent = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.object({ client: ids, adviser: ids }) }),
  bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
  complaint: z.optional(
    z.object({ complainedRecipients: recipients, complaintFeedbackType: z.optional(z.nullable(z.string())) }),
  ),
});
type MailEvent = z.infer<typeof mailEvent>;

/** Parses an SES event; `undefined` for the plain text with which SES tests a topic. */
export function readMailEvent(message: string): MailEvent | undefined {
  return message.startsWith('{') ? z.parse(mailEvent, JSON.parse(message)) : undefined;
}

export interface Undelivered {
  problem: MailProblem;
  addresses: readonly string[];
}

const undelivered = (problem: MailProblem, to: z.infer<typeof recipients>): Undelivered => ({
  problem,
  addresses: to.map(({ emailAddress }) => emailAddress.toLowerCase()),
});

/** Ignores transient bounces and complaints of "not spam". */
export function undeliveredOf({ bounce, complaint }: MailEvent): Undelivered | undefined {
  if (bounce?.bounceType === 'Permanent') return undelivered('bounced', bounce.bouncedRecipients);
  if (complaint && complaint.complaintFeedbackType !== 'not-spam')
    return undelivered('complained', complaint.complainedRecipients);
  return undefined;
}
