import { type Budget, MAX_OPEN } from './budget.ts';
import { refused } from './refusals.ts';
import type { Part } from './unpack.ts';

// Reads mails (RFC 5322, RFC 2045 to 2049, RFC 2231) as far as their attachments need it.

const NAMES = /\.(eml|emlx|mbox)$/i;
const HEAD = 8192;
const MAX_HEADERS = 256 * 1024;
/** Multiparts within each other. Signed mails with pictures and alternatives have five. */
const MAX_NESTED = 20;

const HEADER_LINE = /^[a-z][\w-]*:/i;
const MIME_HEADER = /^(mime-version|content-type|content-transfer-encoding)\s*:/im;
const END_OF_HEADERS = /\r?\n\r?\n|\r\r/g;
/** Line before the headers, in the formats of Apple Mail and of mailboxes. */
const FIRST_LINE = /^(?:\d+\s*|From [^\r\n]*)\r?\n/;

interface Headers {
  values: Map<string, string[]>;
  /** Start of the body. */
  end: number;
}

/** Returns true for a mail, by its name or its first lines. */
export function isMail(name: string, bytes: Buffer): boolean {
  if (NAMES.test(name)) return true;
  const head = bytes.toString('latin1', 0, HEAD).trimStart().replace(FIRST_LINE, '');
  return HEADER_LINE.test(head) && MIME_HEADER.test(head.split(/\r?\n\r?\n/, 1)[0] ?? '');
}

function headersOf(text: string, budget: Budget): Headers {
  END_OF_HEADERS.lastIndex = 0;
  // A part may have no headers at all.
  const isBare = /^\r?\n/.exec(text);
  const found = isBare ?? END_OF_HEADERS.exec(text);
  const length = isBare ? 0 : (found?.index ?? text.length);
  if (length > MAX_HEADERS) throw refused('hidden');
  const values = new Map<string, string[]>();
  for (const line of text
    .slice(0, length)
    .replace(/[\r\n]+[ \t]+/g, ' ')
    .split(/[\r\n]+/)) {
    budget.token();
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const others = values.get(name);
    if (others) others.push(line.slice(colon + 1).trim());
    else values.set(name, [line.slice(colon + 1).trim()]);
  }
  return { values, end: length + (found?.[0].length ?? 0) };
}

const ENCODED_WORD = /=\?[^?\s]{1,80}\?([bq])\?([^?]*)\?=\s*/gi;

const unquoted = (text: string) =>
  text.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const decodedWords = (text: string) =>
  text.replace(ENCODED_WORD, (_, kind: string, word: string) =>
    /b/i.test(kind) ? Buffer.from(word, 'base64').toString('latin1') : unquoted(word.replaceAll('_', ' ')),
  );

const percentDecoded = (text: string) =>
  text
    .replace(/^[\w-]*'[\w-]*'/, '')
    .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const PARAMETER = /;\s*([\w-]+)((?:\*\d{0,3}){0,2}\*?)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"]*))/g;

/** Returns the parameters of a header by their names in lower case. Joins those in pieces (RFC 2231). */
function parametersOf(value: string, budget: Budget): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', form = '', quoted, bare = ''] of value.matchAll(PARAMETER)) {
    budget.token();
    const text = quoted?.replace(/\\([\s\S])/g, '$1') ?? bare.trim();
    const key = name.toLowerCase();
    found.set(key, (found.get(key) ?? '') + (form.endsWith('*') ? percentDecoded(text) : decodedWords(text)));
  }
  return found;
}

/** Returns the pieces between the delimiter lines of a multipart. */
function* piecesOf(body: string, boundary: string, budget: Budget): Generator<string> {
  const mark = `\n--${boundary}`;
  const text = `\n${body}`;
  let start = -1;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    budget.token();
    const line = /^(--)?[ \t]*(?:\r?\n|$)/.exec(text.slice(at + mark.length, at + mark.length + 1000));
    if (!line) continue;
    if (start >= 0) yield text.slice(start, at);
    if (line[1]) return;
    start = at + mark.length + line[0].length;
  }
  // Readers show the last part even without the closing line.
  if (start >= 0) yield text.slice(start);
}

const PLAIN = ['', '7bit', '8bit', 'binary'];

function decoded(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return Buffer.from(unquoted(body.replace(/=[ \t]{0,76}\r?\n/g, '')), 'latin1');
  if (!PLAIN.includes(encoding)) throw refused('hidden');
  return Buffer.from(body, 'latin1');
}

/** Names of files that old mail programs put into the text (uuencode). */
const UUENCODED = /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]{1,255})/gm;
/** First bytes of a Windows program in base64, where a body begins: found whatever the structure of the mail is. */
const PROGRAM = /(?:\r?\n\r?\n|\r\r)[ \t]{0,8}TV[o-r][\w+/]{20}/;

/** Returns the single value of a header. Throws 400 for more than one, as readers differ in which they take. */
function only({ values }: Headers, name: string): string {
  const found = values.get(name) ?? [];
  if (found.length > 1) throw refused('hidden');
  return found[0] ?? '';
}

function* entityParts(text: string, depth: number, budget: Budget): Generator<Part> {
  if (depth > MAX_NESTED) throw refused('hidden');
  const headers = headersOf(text, budget);
  const type = only(headers, 'content-type');
  const body = text.slice(headers.end);
  const parameters = parametersOf(type, budget);
  const media = type.split(/[;\s]/, 1)[0]?.toLowerCase() ?? '';
  if (media.startsWith('multipart/')) {
    const boundary = parameters.get('boundary')?.trimEnd();
    if (!boundary) throw refused('hidden');
    for (const piece of piecesOf(body, boundary, budget)) yield* entityParts(piece, depth + 1, budget);
    return;
  }
  const disposition = parametersOf(only(headers, 'content-disposition'), budget);
  const names = [disposition.get('filename'), parameters.get('name')].filter((name) => name !== undefined);
  const encoding = only(headers, 'content-transfer-encoding')
    .replace(/\s*[;(].*/, '')
    .toLowerCase();
  const bytes = decoded(body, encoding);
  const own = media === 'message/rfc822' ? 'message.eml' : '';
  yield { name: names[0] ?? own, bytes, isWhole: true };
  const held = media === '' || media.startsWith('text/') ? [...bytes.toString('latin1').matchAll(UUENCODED)] : [];
  for (const name of [...names.slice(1), ...held.slice(0, MAX_OPEN).map(([, name = '']) => name)])
    yield { name, bytes: Buffer.alloc(0), isWhole: true };
}

/** Returns the parts of a mail as files. A second name of a part is a file without content. */
export function* mailParts(bytes: Buffer, budget: Budget): Generator<Part> {
  const text = bytes.toString('latin1').trimStart().replace(FIRST_LINE, '');
  if (PROGRAM.test(text)) throw refused('program', true);
  let files = 0;
  for (const part of entityParts(text, 0, budget)) {
    budget.file(files);
    budget.unpack(part.bytes.length);
    files += 1;
    // Names that are not encoded are in UTF-8.
    yield { ...part, name: Buffer.from(part.name, 'latin1').toString() };
  }
}
