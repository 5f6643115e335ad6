import * as z from 'zod/mini';
import type { MailProblem } from '#shared/rules/clients.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const ids = z.optional(z.array(z.string()));

/** What SES tells of a mail, as far as it matters here (SES: contents of event data that is published to SNS). */
const mailEvent = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.object({ client: ids, adviser: ids }) }),
  bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
  complaint: z.optional(
    z.object({ complainedRecipients: recipients, complaintFeedbackType: z.optional(z.nullable(z.string())) }),
  ),
});
/** What SES tells of a mail. */
type MailEvent = z.infer<typeof mailEvent>;

/**
 * Parses the SES event in an SNS message; `undefined` for the plain-text message by which SES tests a topic. Throws on
 * any other shape.
 */
export function readMailEvent(message: string): MailEvent | undefined {
  return message.startsWith('{') ? z.parse(mailEvent, JSON.parse(message)) : undefined;
}

/** The addresses that get no more mail, in lower case, and the reason. */
export interface Undelivered {
  problem: MailProblem;
  addresses: readonly string[];
}

const undelivered = (problem: MailProblem, to: z.infer<typeof recipients>): Undelivered => ({
  problem,
  addresses: to.map(({ emailAddress }) => emailAddress.toLowerCase()),
});

/**
 * The problem that an event reports for its addresses; `undefined` for a transient bounce or a complaint of "not spam".
 */
export function undeliveredOf({ bounce, complaint }: MailEvent): Undelivered | undefined {
  if (bounce?.bounceType === 'Permanent') return undelivered('bounced', bounce.bouncedRecipients);
  if (complaint && complaint.complaintFeedbackType !== 'not-spam')
    return undelivered('complained', complaint.complainedRecipients);
  return undefined;
}
