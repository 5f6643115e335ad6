import type { IncomingMessage, ServerResponse } from 'node:http';
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { emulatorClient } from '../tools/emulator-access.ts';
import { type EmulatorKind, type SentMail, sentMail } from './emulator-kinds.ts';

/** Age limit of the cached list. One mail more and one expired leave SES's 24-hour count unchanged. */
const KEPT_MS = MINUTE_MS;

/** Returns the sent mail, newest first. Reads the list only if SES's count changed, because tests poll often. */
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

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
const linked = (text: string) => escaped(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1d2925;background:#f6f7f5}
article{background:#fff;border:1px solid #d8ddd9;border-radius:8px;margin:0 0 1.5rem;padding:1rem 1.25rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:0}p{margin:.25rem 0 .75rem;color:#5a6761}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}iframe{width:100%;height:26rem;border:0}
summary{cursor:pointer;color:#17453b}`;

/** Formatted mail in a frame without scripts; its links open in this window. */
const frame = (html: string) =>
  `<details><summary>As formatted</summary><iframe title="Mail as formatted" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escaped(`<base target="_top">${html}`)}"></iframe></details>`;

const article = ({ to, subject, text, html, sentAt }: SentMail) =>
  `<article><h2>${escaped(subject)}</h2><p>To ${escaped(to)} · <time datetime="${sentAt}">${sentAt.slice(0, 16).replace('T', ' ')} UTC</time></p><pre>${linked(text)}</pre>${html ? frame(html) : ''}</article>`;

const page = (mails: readonly SentMail[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sent mail</title><style>${STYLE}</style></head><body><h1>Mail that would have been sent</h1>${mails.map(article).join('') || '<p>None yet.</p>'}</body></html>`;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Returns sent mail, newest first; `undefined` if the emulator does not list it. */
export type Mailbox = () => Promise<readonly SentMail[] | undefined>;

function sentTo({ url = '' }: IncomingMessage, mails: readonly SentMail[]): readonly SentMail[] {
  const to = new URLSearchParams(url.split('?')[1]).get('to');
  return to === null ? mails : mails.filter((mail) => mail.to === to);
}

/** Serves `/__mail` as a page for browsers, otherwise as JSON. */
export const mailPage = (mailbox: Mailbox) => async (request: IncomingMessage, response: ServerResponse) => {
  const all = await mailbox();
  if (!all) return void response.writeHead(501, HEADERS).end('This emulator does not list sent mail.');
  const mails = sentTo(request, all);
  const asPage = String(request.headers.accept).includes('text/html');
  const type = asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(200, { ...HEADERS, vary: 'accept', 'content-type': type });
  response.end(asPage ? page(mails) : JSON.stringify(mails));
};
