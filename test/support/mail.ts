import { setTimeout as pause } from 'node:timers/promises';
import { siteOrigin } from './stack.ts';

/** A mail that was sent, as /__mail tells it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;

/** The mails to an address, newest first; where `count` is given, once there are so many or that takes too long: jobs send them a moment later. */
export async function mailsTo(address: string, count = 0): Promise<SentMail[]> {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(PAUSE_MS)) {
    const url = `${siteOrigin()}/__mail?${new URLSearchParams({ to: address })}`;
    const mails: SentMail[] = await (await fetch(url, { headers: { accept: 'application/json' } })).json();
    if (mails.length >= count || Date.now() > until) return mails;
  }
}

/** The token of a reset link in a mail; blank where there is none. */
export const resetTokenIn = (mail: SentMail | undefined) =>
  /\/reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** The token of the link that confirms an address in a mail; blank where there is none. */
export const confirmTokenIn = (mail: SentMail | undefined) =>
  /\/confirm-address\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
