import { env } from '../../aws/env.ts';
import { sendRaw } from '../../aws/ses.ts';
import { mimeOf } from './mime.ts';
import { type Email, emailHtml, emailText, plain, subjectOf } from './templates/layout.ts';

/** Sends an email that says it left at `at`. Throws what SES throws. */
export async function sendEmail(email: Email, at: Date): Promise<void> {
  const { firm, to, unsubscribe } = email;
  const mime = mimeOf({
    from: { name: plain(firm.name), address: env('MAIL_FROM') },
    to: to.email,
    subject: subjectOf(email),
    text: emailText(email, at),
    html: emailHtml(email, at),
    unsubscribe,
  });
  await sendRaw({ to: to.email, tag: { name: to.kind, value: to.id }, mime });
}
