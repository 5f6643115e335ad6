import { fileTypeFromBuffer } from 'file-type';
import { PREVIEW_TYPES } from '#shared/rules/documents.ts';
import { isCompound } from './compound.ts';
import { checkContents } from './contents.ts';
import { extensionOf, kindOfExtension } from './extensions.ts';
import { isPage } from './markup.ts';
import { pdfActs } from './pdf.ts';
import { refused } from './refusals.ts';
import { isText } from './text.ts';

/** What a file is: the media type that its bytes show, and whether a browser may show it. */
export interface FileKind {
  type: string;
  preview: boolean;
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

/** The media type that the first bytes show; the name counts for plain text and for compound files only. */
async function typeOf(name: string, bytes: Buffer): Promise<string> {
  const extension = extensionOf(name);
  if (TEXT_NAMES.includes(extension) && isText(bytes) && bytes.toString('latin1', 0, 5) !== '%PDF-')
    return 'text/plain';
  if (isCompound(bytes)) return COMPOUND[extension] ?? UNKNOWN;
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // Two letters make a program of a text for it: programs were looked for before.
  if (!found || found.ext === 'exe') return UNKNOWN;
  const kind = kindOfExtension(found.ext);
  if (kind) throw refused(kind);
  return found.mime;
}

/**
 * Looks at an uploaded file: never at what the uploader claims that it is. Throws 400 for what is refused (contract,
 * Documents); what is not recognised is `application/octet-stream`.
 */
export async function checkFile(name: string, bytes: Buffer): Promise<FileKind> {
  if (isPage(bytes)) throw refused('page');
  await checkContents(name, bytes);
  const type = await typeOf(name, bytes);
  const isShown = PREVIEW_TYPES.some((shown) => shown === type);
  return { type, preview: isShown && !(type === PDF && pdfActs(bytes)) };
}
