import type { SentMail } from './mail-page.ts';

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString();
/** The words of a header, each of which holds whole characters. */
const words = (value: string) =>
  value.replace(/=\?UTF-8\?B\?([^?]*)\?=\s*/gi, (_, encoded: string) => decoded(encoded)).trim();

/** What a mail of the product's says, for emulators that keep no more than what was sent (functions/services/mail/mime.ts). */
export function readMime(mime: string): Omit<SentMail, 'sentAt'> {
  const [head = ''] = mime.split(/\r?\n\r?\n/, 1);
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => words(new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1] ?? '');
  const part = (type: string) =>
    decoded(new RegExp(`^Content-Type: ${type};[^]*?\\r?\\n\\r?\\n([A-Za-z0-9+/=\\s]*)`, 'im').exec(mime)?.[1] ?? '');
  return { to: header('To'), subject: header('Subject'), text: part('text/plain'), html: part('text/html') };
}
