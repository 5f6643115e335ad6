import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { backoff } from './backoff.ts';
import { counted } from './counted.ts';
import { env } from './env.ts';

// The SDK also repeats what SES may have taken before the answer was lost, and would mail it twice.
const ses = counted(new SESClient({ maxAttempts: 1 }));
const ATTEMPTS = 3;

/** What SES is to send: a whole mail as MIME, and what it gives back with what it tells of the mail later. */
interface RawMail {
  to: string;
  tag: { name: string; value: string };
  mime: string;
}

/** What became of a mail that SES did not take: it never will be, it may be when sent again, or its answer was lost and it may have been. */
export type Failure = 'refused' | 'put off' | 'unknown';

const THROTTLES = ['Throttling', 'ThrottlingException', 'TooManyRequestsException'];
/** The whole day's mail is spent: waiting for tomorrow would hold up all that comes after. */
const SPENT = /daily/i;
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** What a thrown error of {@link sendRaw} says of the mail. */
export function failureOf(thrown: unknown): Failure {
  const error = thrown as { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = error.$metadata?.httpStatusCode;
  if (!status) return NEVER_LEFT.includes(error.code ?? '') ? 'put off' : 'unknown';
  if (THROTTLES.includes(error.name ?? '')) return SPENT.test(error.message ?? '') ? 'refused' : 'put off';
  return status >= 500 ? 'put off' : 'refused';
}

/** Sends a mail through SES, again after a pause where SES put it off. Throws what SES throws. */
export async function sendRaw({ to, tag, mime }: RawMail): Promise<void> {
  const command = new SendRawEmailCommand({
    Source: env('MAIL_FROM'),
    ConfigurationSetName: env('MAIL_CONFIGURATION'),
    Tags: [{ Name: tag.name, Value: tag.value }],
    Destinations: [to],
    RawMessage: { Data: Buffer.from(mime) },
  });
  for (let attempt = 1; ; attempt += 1)
    try {
      await ses.send(command);
      return;
    } catch (error) {
      if (failureOf(error) !== 'put off' || attempt === ATTEMPTS) throw error;
      await backoff(attempt);
    }
}
