/** What the firm is called, and how it is reached where that was given. */
export interface Firm {
  name: string;
  phone?: string | null;
  hours?: string | null;
}

/** Whom a letter is for; SES gives kind and id back with what it tells of the mail later. */
export interface Reader {
  kind: 'client' | 'adviser';
  id: string;
  name: string;
  email: string;
}

/** A letter in plain words: every mail of ours is one. Its texts may hold what people typed; see {@link plain}. */
export interface Letter {
  firm: Firm;
  to: Reader;
  /** The subject, and the heading. */
  title: string;
  /** A paragraph each. */
  sentences: readonly string[];
  button?: { label: string; url: string };
  /** Why the reader gets it: "You get this because …". */
  because: string;
  /** The page on which the reader chooses to get no more of its kind. */
  unsubscribe?: string;
}

// What mail programs would take for a link that is ours, and what would break a header or a paragraph.
const NOT_PLAIN = /(?::\/\/|www\.|[\p{Cc}\s])+/giu;

/** A text as it may stand in a mail: on one line, and with nothing in it that mail programs make a link of. */
export const plain = (text: string) => text.toWellFormed().replace(NOT_PLAIN, ' ').trim();

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
const inHtml = (text: string) => escaped(plain(text));

const greeting = ({ to }: Letter) => `Hello ${to.name},`;
const STOP = 'Choose which of these emails you get';

const firmLines = ({ name, phone, hours }: Firm) => [
  name,
  ...(phone ? [`Phone: ${phone}`] : []),
  ...(hours ? [`Hours: ${hours}`] : []),
];

/** A letter as text. */
export function letterText(letter: Letter): string {
  const { firm, sentences, button, because, unsubscribe } = letter;
  return [
    plain(greeting(letter)),
    ...sentences.map(plain),
    ...(button ? [`${plain(button.label)}:\n${button.url}`] : []),
    plain(because),
    ...(unsubscribe ? [`${STOP}:\n${unsubscribe}`] : []),
    firmLines(firm).map(plain).join('\n'),
  ].join('\n\n');
}

const paragraph = (html: string, style = '') => `<p style="margin:0 0 16px${style}">${html}</p>`;
const SMALL = ';font-size:14px;color:#5a6761';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#17453b;color:#ffffff;text-decoration:none';
const PAGE = 'margin:0;padding:24px;font:16px/1.5 sans-serif;background:#ffffff;color:#1d2925';

/** A letter as HTML that loads nothing from anywhere. */
export function letterHtml(letter: Letter): string {
  const { firm, title, sentences, button, because, unsubscribe } = letter;
  const body = [
    `<h1 style="margin:0 0 16px;font-size:20px">${inHtml(title)}</h1>`,
    paragraph(inHtml(greeting(letter))),
    ...sentences.map((sentence) => paragraph(inHtml(sentence))),
    ...(button ? [paragraph(`<a href="${escaped(button.url)}" style="${BUTTON}">${inHtml(button.label)}</a>`)] : []),
    paragraph(inHtml(because), SMALL),
    ...(unsubscribe ? [paragraph(`<a href="${escaped(unsubscribe)}" style="color:inherit">${STOP}</a>`, SMALL)] : []),
    paragraph(firmLines(firm).map(inHtml).join('<br>'), SMALL),
  ].join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${inHtml(title)}</title></head><body style="${PAGE}"><div style="max-width:520px;margin:0 auto">${body}</div></body></html>`;
}
