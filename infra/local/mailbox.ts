import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses';
import { emulatorClient } from './emulator.ts';
import { type EmulatorKind, sentMail } from './emulators.ts';
import type { Mailbox } from './mail-page.ts';

/** SES counts the mails of a day: after that, one more and one fewer would be the same. */
const KEPT_MS = 60_000;

/** The mail that an emulator sent, newest first. Its whole list is read only where SES has sent more since: it grows, and tests ask often. */
export function mailboxOf(url: string, kind: EmulatorKind): Mailbox {
  const read = () => sentMail(url, kind);
  if (!kind.mailbox?.isCounted) return read;
  const ses = new SESClient(emulatorClient(url));
  let last: { sent: number | undefined; at: number; mails: ReturnType<Mailbox> } | undefined;
  return async () => {
    const { SentLast24Hours: sent } = await ses.send(new GetSendQuotaCommand({}));
    const at = Date.now();
    if (last && last.sent === sent && at - last.at < KEPT_MS) return last.mails;
    const mails = read();
    last = { sent, at, mails };
    mails.catch(() => {
      last = undefined;
    });
    return mails;
  };
}
