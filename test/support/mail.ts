import { siteOrigin } from './stack.ts';

/** A mail that was sent, as /__mail tells it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

/** The mails to an address, newest first. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const response = await fetch(`${siteOrigin()}/__mail`, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as SentMail[];
  return mails.filter((mail) => mail.to === address);
}
