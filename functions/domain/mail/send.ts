import { env } from '../../aws/env.ts';
import { sendRaw } from '../../aws/ses.ts';
import { type Letter, letterHtml, letterText, plain } from './letter.ts';
import { mimeOf } from './mime.ts';

/** Sends a letter. Throws what SES throws. */
export async function sendLetter(letter: Letter): Promise<void> {
  const { firm, to, title, unsubscribe } = letter;
  const mime = mimeOf({
    from: { name: plain(firm.name), address: env('MAIL_FROM') },
    to: to.email,
    subject: plain(title),
    text: letterText(letter),
    html: letterHtml(letter),
    unsubscribe,
  });
  await sendRaw({ to: to.email, tag: { name: to.kind, value: to.id }, mime });
}
