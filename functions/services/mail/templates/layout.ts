import type { FirmSettings } from '#shared/contract/firm.ts';
import { contactLines, type LegalLine, legalLines } from '#shared/rules/legal-lines.ts';
import { sayLongDay, sayTime } from '#shared/rules/say-date.ts';

type LegalLines = FirmSettings['legal'];

export interface Firm {
  name: string;
  phone?: string | null;
  hours?: string | null;
  legal?: LegalLines;
}

/** Sender of emails to clients, which have the legal lines in their foot. */
export interface FirmOfClients extends Firm {
  legal: LegalLines;
}

/** Recipient of an email; SES returns kind and id with its events about the email. */
export interface Reader {
  kind: 'client' | 'adviser';
  id: string;
  /** Blank if a stranger chose it. */
  name: string;
  email: string;
}

/** Email in plain text. Its texts may contain user input; see {@link plain}. */
export interface Email {
  firm: Firm;
  to: Reader;
  title: string;
  /** Replaces the title and the firm's name. */
  subject?: string;
  sentences: readonly string[];
  button?: { label: string; url: string };
  because: string;
  /** Lists between the sentences and the button. */
  lists?: readonly { heading: string; lines: readonly string[] }[];
  /** Page on which the reader can turn off this kind of email. A POST to `oneClick` does it at once. */
  unsubscribe?: { url: string; label?: string; oneClick?: string };
}

export const NOT_YOU = 'If this was you, you don’t need to do anything.';

export const isOurClient = ({ name }: Firm) => `We sent you this because you are a client of ${name}.`;

// Characters that start a link in email programs, or break a header or a paragraph.
const NOT_PLAIN = /(?:[:：][/／⁄∕\\＼]+|[\\＼]{2,}|www[.。．｡․]|[\p{Cc}\s])+/giu;
// Dots in "evil.example", "evil.1com" and "192.0.2.7", not in "2.5". IDNA reads the other characters as dots too.
const DOT_OF_DOMAIN = /[.。．｡․](?=\p{L}|\p{N}+(?:[\p{L}-]|[.。．｡․]\p{N}))/gu;
/** Invisible and not allowed in a domain: email programs do not link across it. */
const WORD_JOINER = '\u2060';

/** Returns one line of text in which email programs find no link. */
export const plain = (text: string) =>
  text.toWellFormed().replace(NOT_PLAIN, ' ').replace(DOT_OF_DOMAIN, `$&${WORD_JOINER}`).trim();

/** Formats an instant by London's clock, such as "23 November 2026 at 12:31". */
export const dateTime = (at: Date): string => `${sayLongDay(at)} at ${sayTime(at)}`;

export const subjectOf = ({ title, subject, firm }: Email) =>
  plain(subject ?? (title.includes(firm.name) ? title : `${title} – ${firm.name}`));

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
const inHtml = (text: string) => escaped(plain(text));

const greeting = ({ to }: Email) => (to.name ? `Hello ${to.name},` : 'Hello,');
const CHOOSE = 'Choose which of these emails you get';
const DOUBT = 'Not sure this email is from us? Call us on a number you already have, not one from this email.';

const notes = ({ to, because }: Email, at: Date) => [
  because,
  ...(to.kind === 'client' ? [DOUBT] : []),
  `Sent on ${dateTime(at)}.`,
];

type FootLine = Omit<LegalLine, 'field'>;

/** Lines of the foot in groups: how to reach the firm, then its legal lines. */
const footOf = ({ firm, firm: { legal }, to, button }: Email): FootLine[][] => [
  contactLines(firm).map((text) => ({ text })),
  ...(legal && to.kind === 'client' ? legalLines(legal, { hasPage: button !== undefined }) : []),
];

const lineText = ({ text, url }: FootLine) => (url ? `${text}: ${url}` : plain(text));

export function emailText(email: Email, at: Date): string {
  const { title, sentences, lists = [], button, unsubscribe } = email;
  return [
    plain(title),
    plain(greeting(email)),
    ...sentences.map(plain),
    ...lists.map(({ heading, lines }) => [heading, ...lines.map((line) => `- ${plain(line)}`)].join('\n')),
    ...(button ? [`${plain(button.label)}:\n${button.url}`] : []),
    ...notes(email, at).map(plain),
    ...(unsubscribe ? [`${unsubscribe.label ?? CHOOSE}:\n${unsubscribe.url}`] : []),
    ...footOf(email).map((lines) => lines.map(lineText).join('\n')),
  ].join('\n\n');
}

// Colours of the web app (web/src/ui/theme/tokens.ts).
const LIGHT = {
  page: '#f6f4ee',
  sheet: '#fffefb',
  line: '#dcd7ca',
  ink: '#1b2530',
  muted: '#4d5863',
  brand: '#1d4b63',
};
const DARK = { page: '#10171e', sheet: '#1b2631', line: '#384858', ink: '#ece8df', muted: '#b9c2ca', brand: '#8fc1d9' };
const ON_BRAND = { light: '#ffffff', dark: '#10161c' };

/** For email programs that support dark mode; all others use the inline styles. */
const DARK_RULES = [
  `.page{background:${DARK.page}!important}`,
  `.sheet{background:${DARK.sheet}!important;border-color:${DARK.line}!important}`,
  `.ink{color:${DARK.ink}!important}`,
  `.muted{color:${DARK.muted}!important}`,
  `.rule{border-color:${DARK.line}!important}`,
  `.link{color:${DARK.brand}!important}`,
  `.brand{background:${DARK.brand}!important;color:${ON_BRAND.dark}!important}`,
  `.tick{background:${ON_BRAND.dark}!important}`,
].join('');
const HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1">',
  '<meta name="color-scheme" content="light dark">',
  '<meta name="supported-color-schemes" content="light dark">',
  // Prevents iPhones from turning numbers and dates into links.
  '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
  `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_RULES}}</style>`,
].join('');

const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Georgia,'Times New Roman',serif";
const table = (cells: string, style = '') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${style}"><tr>${cells}</tr></table>`;
const paragraph = (html: string) => `<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink}">${html}</p>`;
const note = (html: string) =>
  `<p class="muted" style="margin:0 0 12px;font-size:14px;line-height:20px;color:${LIGHT.muted}">${html}</p>`;
const link = (url: string, label: string) =>
  `<a class="link" href="${escaped(url)}" style="color:${LIGHT.brand};overflow-wrap:anywhere;word-break:break-word">${label}</a>`;

const lineHtml = ({ text, url }: FootLine) => (url ? link(url, text) : inHtml(text));

const listHtml = ({ heading, lines }: NonNullable<Email['lists']>[number]) => {
  const items = lines.map((line) => `<li style="margin:0 0 4px">${inHtml(line)}</li>`).join('');
  return `<h2 class="ink" style="margin:0 0 8px;font-size:16px;line-height:24px;color:${LIGHT.ink}">${inHtml(heading)}</h2><ul class="ink" style="margin:0 0 16px;padding-left:20px;color:${LIGHT.ink}">${items}</ul>`;
};

/** Heights of the mark's seven steps in pixels, as in the web app (web/src/ui/eager/wordmark.tsx). */
const STEPS = [3, 5, 7, 9, 11, 13, 15];
const tick = (height: number) =>
  `<td valign="bottom" style="padding:0 1px 0 0;font-size:0;line-height:0"><div class="tick" style="width:2px;height:${height}px;border-radius:1px;background:${ON_BRAND.light}"></div></td>`;
const MARK = `<td class="brand" aria-hidden="true" bgcolor="${LIGHT.brand}" align="center" width="32" height="32" style="width:32px;height:32px;border-radius:7px;background:${LIGHT.brand}">${table(STEPS.map(tick).join(''), 'margin:0 auto')}</td>`;

const header = (firm: Firm) =>
  table(
    `${MARK}<td class="ink" style="padding-left:12px;${SERIF};font-size:18px;line-height:24px;font-weight:bold;color:${LIGHT.ink}">${inHtml(firm.name)}</td>`,
    'margin:0 0 24px',
  );

const buttonOf = ({ label, url }: NonNullable<Email['button']>) => [
  table(
    `<td class="brand" bgcolor="${LIGHT.brand}" style="border-radius:8px;background:${LIGHT.brand}"><a class="brand" href="${escaped(url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:${LIGHT.brand};color:${ON_BRAND.light};font-weight:bold;text-decoration:none">${inHtml(label)}</a></td>`,
    'margin:8px 0 20px',
  ),
  note(`The button opens this address:<br>${link(url, escaped(url))}`),
];

/** Text that mailbox lists show beside the subject, instead of the firm's name and the greeting. */
const preview = ([first]: readonly string[]) =>
  first ? `<div style="display:none;max-height:0;overflow:hidden">${inHtml(first)}</div>` : '';

/** Returns the HTML part of an email, sent at `at`. It loads no remote content. */
export function emailHtml(email: Email, at: Date): string {
  const { firm, title, sentences, lists = [], button, unsubscribe } = email;
  const body = [
    header(firm),
    `<h1 class="ink" style="margin:0 0 16px;${SERIF};font-size:24px;line-height:30px;color:${LIGHT.ink}">${inHtml(title)}</h1>`,
    paragraph(inHtml(greeting(email))),
    ...sentences.map((sentence) => paragraph(inHtml(sentence))),
    ...lists.map(listHtml),
    ...(button ? buttonOf(button) : []),
    `<div class="rule" style="margin:24px 0 0;border-top:1px solid ${LIGHT.line};padding-top:20px">`,
    ...notes(email, at).map((sentence) => note(inHtml(sentence))),
    ...(unsubscribe ? [note(link(unsubscribe.url, unsubscribe.label ?? CHOOSE))] : []),
    ...footOf(email).map((lines) => note(lines.map(lineHtml).join('<br>'))),
    '</div>',
  ].join('\n');
  const sheet = `<td class="sheet" style="padding:28px 24px;border:1px solid ${LIGHT.line};border-radius:12px;background:${LIGHT.sheet};${SANS};font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word">${body}</td>`;
  return `<!doctype html><html lang="en"><head>${HEAD}<title>${inHtml(title)}</title></head><body class="page" style="margin:0;padding:0;background:${LIGHT.page}">${preview(sentences)}<div class="page" style="padding:24px 12px;background:${LIGHT.page}">${table(sheet, 'width:100%;max-width:560px;margin:0 auto')}</div></body></html>`;
}
