import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { siteOrigin } from './stack.ts';

/** An email as /__mail reports it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

const PATIENCE_MS = MINUTE_MS;
const PAUSE_MS = 200;

/** Returns the emails to an address, newest first; waits until there are `count`, because jobs send them. */
export async function mailsTo(address: string, count = 0): Promise<SentMail[]> {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(PAUSE_MS)) {
    const url = `${siteOrigin()}/__mail?${new URLSearchParams({ to: address })}`;
    const mails: SentMail[] = await (await fetch(url, { headers: { accept: 'application/json' } })).json();
    if (mails.length >= count || Date.now() > until) return mails;
  }
}

export const resetTokenIn = (mail: SentMail | undefined) =>
  /\/reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

export const portalTokenIn = (mail: SentMail | undefined) => /\/portal\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

export const confirmTokenIn = (mail: SentMail | undefined) =>
  /\/confirm-address\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** Returns the code in a subject; empty if there is none. */
export const codeIn = (mail: SentMail | undefined) =>
  /^(\d{3}) (\d{3}) is your code (?:for|to sign at) /
    .exec(mail?.subject ?? '')
    ?.slice(1)
    .join('') ?? '';
