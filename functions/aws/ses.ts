import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { counted } from './counted.ts';
import { env } from './env.ts';

const ses = counted(new SESClient({}));

/** A mail in plain words: paragraphs, and one link to follow. */
export interface Mail {
  to: string;
  /** Who it is for; SES gives it back with what it tells of the mail later. */
  reader: { kind: 'client' | 'adviser'; id: string };
  subject: string;
  greeting: string;
  before: string;
  link: { label: string; url: string };
  after: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const asText = ({ greeting, before, link, after }: Mail, firm: string) =>
  [greeting, before, link.url, after, firm].join('\n\n');

function asHtml({ greeting, before, link, after }: Mail, firm: string): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const button = `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#17453b;color:#ffffff;text-decoration:none">${escapeHtml(link.label)}</a></p>`;
  const body = [paragraph(greeting), paragraph(before), button, paragraph(after), paragraph(firm)].join('\n');
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1d2925"><div style="max-width:520px;margin:0 auto">${body}</div></body></html>`;
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Sends a mail through SES, as HTML and as text. Throws what SES throws. */
export async function sendMail(mail: Mail): Promise<void> {
  const firm = env('FIRM_NAME');
  await ses.send(
    new SendEmailCommand({
      Source: env('MAIL_FROM'),
      ConfigurationSetName: env('MAIL_CONFIGURATION'),
      Tags: [{ Name: mail.reader.kind, Value: mail.reader.id }],
      Destination: { ToAddresses: [mail.to] },
      Message: {
        Subject: utf8(mail.subject),
        Body: { Text: utf8(asText(mail, firm)), Html: utf8(asHtml(mail, firm)) },
      },
    }),
  );
}
