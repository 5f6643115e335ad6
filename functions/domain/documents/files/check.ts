import { fileTypeFromBuffer } from 'file-type';
import { displayName, PREVIEW_TYPES } from '#shared/rules/documents.ts';
import { Budget } from './budget.ts';
import { checkContents } from './contents.ts';
import { pdfActs } from './pdf.ts';
import { isSmall } from './picture.ts';
import { extensionOf, plainName, refused } from './refusals.ts';
import { kindOfExtension } from './refused-types.ts';
import { isText, textOf } from './text.ts';
import { isCompound } from './unpack.ts';

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

/** Returns the media type of the first bytes. The name counts for plain text and compound files only. */
async function typeOf(name: string, bytes: Buffer): Promise<{ mime: string; ext?: string }> {
  const extension = extensionOf(name);
  if (TEXT_NAMES.includes(extension) && isText(bytes) && bytes.toString('latin1', 0, 5) !== '%PDF-')
    return { mime: 'text/plain' };
  if (isCompound(bytes)) return { mime: COMPOUND[extension] ?? UNKNOWN };
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // file-type takes any text that begins with "MZ" for a program. Real programs were refused before.
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
export async function checkFile(
  name: string,
  bytes: Buffer,
  budget: Budget = new Budget(bytes.length),
): Promise<FileKind> {
  if (isPage(bytes)) throw refused('page');
  await checkContents(name, bytes, budget);
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
// A document type may hold anything, so what follows it counts as a page without a search for its root.
const OWN_DECLARATIONS = /<!doctype[^>[]*\[/iy;
const PAGE_ANYWHERE = /<(?:[\w-]+:)?(html|svg)[\s>/]/i;
// Beginnings by which browsers recognise a page without a media type (WHATWG MIME Sniffing, 7.1).
const PAGE_START = /<(head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>/]/iy;

/** Returns the first characters of a text in any encoding, without NUL bytes. */
const headOf = (bytes: Buffer) => textOf(bytes.subarray(0, HEAD)).replace(BYTE_ORDER_MARK, '');

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

/** Web page that a browser saved as an email (MHTML). */
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
    // A comment longer than the inspected part may hide a page behind it.
    (head.startsWith('<!--', at) && PAGE_ANYWHERE.test(textOf(bytes))) ||
    isSavedPage(head)
  );
}
