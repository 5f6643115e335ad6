import { env } from '../../aws/env.ts';
import { sendRaw } from '../../aws/ses.ts';
import { mimeOf } from './mime.ts';
import { type Letter, letterHtml, letterText, plain, subjectOf } from './templates/layout.ts';

/** Sends an email that says it left at `at`. Throws what SES throws. */
export async function sendLetter(letter: Letter, at: Date): Promise<void> {
  const { firm, to, unsubscribe } = letter;
  const mime = mimeOf({
    from: { name: plain(firm.name), address: env('MAIL_FROM') },
    to: to.email,
    subject: subjectOf(letter),
    text: letterText(letter, at),
    html: letterHtml(letter, at),
    unsubscribe,
  });
  await sendRaw({ to: to.email, tag: { name: to.kind, value: to.id }, mime });
}
