import { inflateSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import { displayName, PREVIEW_TYPES } from '#shared/rules/documents.ts';
import { checkContents, isCompound } from './contents.ts';
import { isSmall } from './picture.ts';
import { extensionOf, kindOfExtension, plainName, refused } from './refusals.ts';
import { isText } from './text.ts';

export interface FileKind {
  type: string;
  preview: boolean;
  /** Stored name of a PDF or picture whose own name has the ending of a program. */
  name?: string;
}

const UNKNOWN = 'application/octet-stream';
const PDF = 'application/pdf';
const TEXT_NAMES = ['txt', 'csv', 'md'];
// Which program wrote a compound file is in its name only.
const COMPOUND: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};

/** The media type that the first bytes show, and its ending; the name counts for plain text and for compound files only. */
async function typeOf(name: string, bytes: Buffer): Promise<{ mime: string; ext?: string }> {
  const extension = extensionOf(name);
  if (TEXT_NAMES.includes(extension) && isText(bytes) && bytes.toString('latin1', 0, 5) !== '%PDF-')
    return { mime: 'text/plain' };
  if (isCompound(bytes)) return { mime: COMPOUND[extension] ?? UNKNOWN };
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // Two letters make a program of a text for it: programs were looked for before.
  if (!found || found.ext === 'exe') return { mime: UNKNOWN };
  const kind = kindOfExtension(found.ext);
  if (kind) throw refused(kind);
  return found;
}

/** Adds the ending of a PDF or picture to a name with the ending of a program. Throws 400 for any other file. */
function withEnding(name: string, type: string, ext: string | undefined): Pick<FileKind, 'name'> {
  const ending = extensionOf(plainName(name));
  const kind = kindOfExtension(ending);
  if (!kind) return {};
  if (!ext || !(type === PDF || type.startsWith('image/'))) throw refused(kind, false, ending);
  return { name: displayName(`${name}.${ext}`) };
}

/** Recognises a file by its bytes, never by what the uploader claims. Throws 400 for what is refused. */
export async function checkFile(name: string, bytes: Buffer): Promise<FileKind> {
  if (isPage(bytes)) throw refused('page');
  await checkContents(name, bytes);
  const { mime: type, ext } = await typeOf(name, bytes);
  const isShown = PREVIEW_TYPES.some((shown) => shown === type);
  const isSafe = type === PDF ? !pdfActs(bytes) : !type.startsWith('image/') || isSmall(bytes);
  return { type, preview: isShown && isSafe, ...withEnding(name, type, ext) };
}

const HEAD = 64 * 1024;
const BYTE_ORDER_MARK = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

// Matches what can precede the first element: spaces, processing instructions, comments, a document type.
const BEFORE_ROOT = /\s+|<\?[\s\S]*?\?>|<!---?>|<!--[\s\S]*?-->|<!doctype[^>[]*>/iy;
const PAGE_DOCTYPE = /<!doctype\s+(html|svg)/iy;
const PAGE_ROOT = /<(?:[\w-]+:)?(html|svg)[\s>/]/iy;
// Behind declarations of a document's own, which may hold anything, the root is not looked for but taken as found.
const OWN_DECLARATIONS = /<!doctype[^>[]*\[/iy;
const PAGE_ANYWHERE = /<(?:[\w-]+:)?(html|svg)[\s>/]/i;
// With which browsers take a file for a page that does not say what it is (WHATWG MIME Sniffing, 7.1).
const PAGE_START = /<(head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>/]/iy;

/** The first characters of a text, whatever its encoding, one for each byte that is not NUL. */
const headOf = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD).replace(BYTE_ORDER_MARK, '').replaceAll('\0', '');

function afterProlog(head: string): number {
  BEFORE_ROOT.lastIndex = 0;
  let at = 0;
  while (!matches(PAGE_DOCTYPE, head, at) && matches(BEFORE_ROOT, head, at)) at = BEFORE_ROOT.lastIndex;
  return at;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** A web page that a browser saved with all that it shows, in the form of a mail that nobody sent. */
function isSavedPage(head: string): boolean {
  const [headers = ''] = head.split(/\r?\n\r?\n/, 1);
  return /^content-type:\s*multipart\/related/im.test(headers) && !/^(to|received|message-id):/im.test(headers);
}

/** Returns true if a browser would show the file as a web page or an SVG drawing, under any name. */
function isPage(bytes: Buffer): boolean {
  const head = headOf(bytes);
  const at = afterProlog(head);
  const isXml = head.trimStart().startsWith('<?xml');
  return (
    [PAGE_DOCTYPE, PAGE_ROOT].some((pattern) => matches(pattern, head, at)) ||
    (!isXml && matches(PAGE_START, head, at)) ||
    (matches(OWN_DECLARATIONS, head, at) && PAGE_ANYWHERE.test(head)) ||
    // A comment longer than what is looked at may hide what follows it.
    (head.startsWith('<!--', at) && PAGE_ANYWHERE.test(bytes.toString('latin1').replaceAll('\0', ''))) ||
    isSavedPage(head)
  );
}

// PDF names for actions that run by themselves or open another file, and for embedded files (ISO 32000-2: 7.11.4, 12.6, 12.7.6, 13.7).
const ACTS =
  /\/(JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|ImportData|RichMedia|RichMediaContent|XFA|GoToE|GoToR)(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const END_OF_NAME = '(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])';

/** Matches a name with its value. Short names occur in compressed bytes by chance, so they count only with a fitting one. */
const valued = (name: string, value: string) => ({ name, value: new RegExp(`/${name}[\\0\\s]*(?:${value})`) }) as const;
const OBJECT = '\\(|<|\\d+\\s+\\d+\\s+R\\b';
const ACTING = [
  valued('JS', OBJECT),
  valued('AA', OBJECT),
  valued('EF', OBJECT),
  // Every action of the standard but GoTo and URI (ISO 32000-2, table 201); the others of it are in ACTS.
  valued(
    'S',
    `/(?:Thread|Sound|Movie|Hide|Named|ResetForm|SetOCGState|Rendition|Trans|GoTo3DView|GoToDp|RichMediaExecute)${END_OF_NAME}`,
  ),
  valued('Subtype', `/(?:Sound|Movie|Screen|3D)${END_OF_NAME}`),
];
const ENCRYPTED = new RegExp(`/Encrypt${END_OF_NAME}`);
const LINK = /\/URI[\0\s]*(?:\(([^)]{0,20})|<(?!<)([0-9a-f\s]{0,40})|(\d))/gi;
/** Addresses that a link may lead to: of the web, of people, or without a scheme. */
const HARMLESS = /^\s*(https?:|mailto:|tel:|[^:\\/][^:\\]*$)/i;
const STREAM = /\bstream\r?\n/g;
const EXTERNAL = /\/F(?:[\0\s]*[(<]|[\0\s]+\d)/;

/** Removes comments behind a name, so that its value follows. One name at a time, as a comment may hold another. */
const withoutComments = (text: string, name: string) =>
  text.replace(new RegExp(`(/${name})(?:[\\0\\s]*%[^\\r\\n]*)+`, 'g'), '$1 ');

const END = /startxref\s+\d+\s+%%EOF/;
// Readers that do not look for its type know an object stream by /First, which no other stream has.
const OBJECT_STREAM = /\/(ObjStm|First)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const REFERENCE = /^\/First\s+\d+\s+\d+\s+R\b/;
const STRINGS = /\((?:\\[\s\S]|[^\\()])*\)|<(?!<)[^<>]*>|%[^\r\n]*/g;
const MAX_NESTED = 8;
const END_OF_OBJECT = />>\s*(endobj)\b|\bstream\b/;
const ONLY_DEFLATED = /\/Filter\s*(\[\s*\/FlateDecode\s*\]|\/FlateDecode(?=[\s/>]))/;
const OTHERWISE = /\/(DecodeParms|DP|F)(?=[\s/<([])/;
const MAX_DICTIONARY = 2048;
const MAX_STREAMS = 2000;
const MAX_NAMES = 10_000;
const MAX_ESCAPES = 20_000;
const MAX_INFLATED = 16 * 1024 * 1024;

/** Names may be written with escapes: `/J#61vaScript`. Throws where there are more than anyone writes or chance brings about. */
function unescaped(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 1: code = '' } of text.matchAll(/#([0-9a-f]{2})/gi)) {
    if (pieces.length > MAX_ESCAPES) throw new Error('too many escapes');
    pieces.push(text.slice(from, index) + String.fromCharCode(Number.parseInt(code, 16)));
    from = index + 3;
  }
  return pieces.join('') + text.slice(from);
}

/** Returns true if a link leads anywhere but to the web or to people, or if its address is elsewhere in the file. */
const leadsAstray = (text: string) =>
  [...withoutComments(text, 'URI').matchAll(LINK)].some(
    ([, typed, digits = '', elsewhere]) =>
      elsewhere !== undefined ||
      !HARMLESS.test(typed ?? Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1')),
  );

const acts = (text: string) =>
  ACTS.test(text) || ACTING.some(({ name, value }) => value.test(withoutComments(text, name))) || leadsAstray(text);

/** Returns true if the bytes of a stream are in another file, which a reader would fetch. Throws if there are too many streams. */
function hasExternalStream(text: string): boolean {
  let streams = 0;
  for (const { index } of text.matchAll(STREAM)) {
    streams += 1;
    if (streams > MAX_NAMES) throw new Error('too many streams');
    const before = text.slice(Math.max(0, index - MAX_DICTIONARY), index);
    if (EXTERNAL.test(withoutComments(before.slice(before.lastIndexOf('obj')), 'F'))) return true;
  }
  return false;
}

interface Place {
  start: number;
  end: number;
}

/** Returns true if a name is the /First of an outline, which refers to an object and belongs to no stream. */
function isOfOutline(text: string, at: number): boolean {
  let rest = text.slice(at, at + MAX_DICTIONARY);
  if (!REFERENCE.test(rest)) return false;
  for (let i = 0; i < MAX_NESTED; i += 1) rest = rest.replace(STRINGS, '');
  return END_OF_OBJECT.exec(rest)?.[1] !== undefined;
}

/** Returns the place of the object stream in whose dictionary a name is. Throws unless it is plainly deflated. */
function objectStream(bytes: Buffer, text: string, at: number): Place {
  const before = text.slice(Math.max(0, at - MAX_DICTIONARY), at);
  const after = /^[\s\S]*?\bstream\r?\n/.exec(text.slice(at, at + MAX_DICTIONARY))?.[0] ?? '';
  const dictionary = unescaped(before.slice(before.lastIndexOf('obj')) + after);
  if (!after || !ONLY_DEFLATED.test(dictionary) || OTHERWISE.test(dictionary)) throw new Error('not plainly deflated');
  const start = at + after.length;
  const end = bytes.indexOf('endstream', start);
  if (end < 0) throw new Error('without an end');
  return { start, end };
}

/** What the compressed object streams hold. Throws where one cannot be read: packed otherwise, damaged, or too much. */
function objectStreams(bytes: Buffer, text: string): string[] {
  const found = new Map<number, string>();
  let left = MAX_INFLATED;
  let packedLeft = bytes.length;
  let names = 0;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    names += 1;
    if (names > MAX_NAMES) throw new Error('too many names');
    if (isOfOutline(text, index)) continue;
    const place = objectStream(bytes, text, index);
    if (found.has(place.start)) continue;
    const packed = bytes.subarray(place.start, place.end);
    packedLeft -= packed.length;
    // Streams that share their bytes would have them unpacked again and again.
    if (packedLeft < 0) throw new Error('streams overlap');
    const stream = inflateSync(packed, { maxOutputLength: left }).toString('latin1');
    left -= stream.length;
    found.set(place.start, stream);
    if (found.size > MAX_STREAMS) throw new Error('too many object streams');
  }
  return [...found.values()];
}

function actsInside(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const plain = unescaped(text);
  if (!END.test(plain) || ENCRYPTED.test(plain) || acts(plain) || hasExternalStream(plain)) return true;
  const streams = objectStreams(bytes, text);
  const count = (source: string) => source.match(OBJECT_STREAM)?.length;
  // Names with escapes were not looked at.
  const isReadable = count(plain) === count(text);
  return !isReadable || streams.some((stream) => acts(unescaped(stream)));
}

/** Returns true if a PDF can act, run scripts or carry files, and if it cannot be read here. */
export function pdfActs(bytes: Buffer): boolean {
  try {
    return actsInside(bytes);
  } catch {
    return true;
  }
}
