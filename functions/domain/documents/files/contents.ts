import { createHash } from 'node:crypto';
import { isCompound, kindOfCompound } from './compound.ts';
import { kindOfName } from './extensions.ts';
import { type RefusalKind, refused } from './refusals.ts';
import { type Left, type Part, partsOf } from './unpack.ts';

const MAX_RATIO = 100;
const MAX_FILES_OF_ALL = 10_000;
const MAX_DEPTH = 3;
/** In milliseconds; what people send takes a tenth of a second. */
const MAX_TIME = 8000;

// What Word, Excel, PowerPoint and LibreOffice call their macros: parts of a file, content types, elements of plain XML.
const OFFICE_MACROS = /(^|\/)(vbaProject\.bin|vbaData\.xml)$|^xl\/macrosheets\//i;
const OPEN_DOCUMENT_MACROS = /^(Basic|Scripts)\/./;
const MACRO_WORDS = /macroEnabled|vbaProject|macrosPresent="yes"|<(ooo|script):module\b/i;

const RELATIONSHIPS = /\.rels$/i;
const TEMPLATE = /attachedTemplate/i;
const TARGETS = /\sTarget\s*=\s*["']([^"']*)/gi;
// Word keeps the path of the template that a document was made from: on a drive, or relative to the document.
const LOCAL = /^(file:\/\/\/)?[a-z]:|^(?![/\\])[^:]*$/i;
const ENTITY = /&#(x[0-9a-f]+|\d+);/gi;

const CONTENT_TYPES = '[Content_Types].xml';
const MANIFEST = 'META-INF/manifest.xml';

const startsAsXml = (bytes: Buffer) =>
  /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<\0?[?\w]/.test(bytes.toString('latin1', 0, 64));
const isMacroXml = (bytes: Buffer) =>
  startsAsXml(bytes) && MACRO_WORDS.test(bytes.toString('latin1').replaceAll('\0', ''));

function kindOf({ name, bytes, isWhole }: Part, depth: number): RefusalKind | undefined {
  const named = kindOfName(name);
  // A web page or drawing inside of a document is never opened by itself: Office keeps icons so.
  if (named && !(named === 'page' && depth > 0)) return named;
  if (isCompound(bytes)) return isWhole ? kindOfCompound(bytes) : 'hidden';
  return kindOfProgram(bytes) ?? (depth === 0 && isMacroXml(bytes) ? 'macros' : undefined);
}

const isMacroPart = ({ name, bytes }: Part) =>
  OFFICE_MACROS.test(name) || (name === CONTENT_TYPES && isMacroXml(bytes));

const unescaped = (text: string) =>
  text.replace(ENTITY, (_, code: string) => String.fromCharCode(Number(code.replace(/^x/i, '0x'))));

/** Returns true if a part has Word fetch a template from the web or another computer when the document is opened. */
function isRemoteTemplate({ name, bytes }: Part): boolean {
  if (!RELATIONSHIPS.test(name)) return false;
  const text = unescaped(bytes.toString('latin1').replaceAll('\0', ''));
  return TEMPLATE.test(text) && [...text.matchAll(TARGETS)].some(([, target = '']) => !LOCAL.test(target));
}

async function checkPart(part: Part, left: Left, depth: number): Promise<void> {
  const kind = kindOf(part, depth);
  if (kind) throw refused(kind, depth > 0);
  const parts = partsOf(part, left);
  if (!parts) return;
  if (depth === MAX_DEPTH || !part.isWhole) throw refused('hidden');
  const names: string[] = [];
  for await (const inner of parts) {
    names.push(inner.name);
    if (isMacroPart(inner)) throw refused('macros', depth > 0);
    if (isRemoteTemplate(inner)) throw refused('template', depth > 0);
    await checkPart(inner, left, depth + 1);
  }
  if (names.includes(MANIFEST) && names.some((name) => OPEN_DOCUMENT_MACROS.test(name)))
    throw refused('macros', depth > 0);
}

/**
 * Looks into an uploaded file, and into what it holds where it is an archive or a document made of files: refuses programs,
 * scripts, shortcuts, disk images, macros and archives that nobody can look into or that unpack to far more than they are.
 */
export const checkContents = (
  name: string,
  bytes: Buffer,
  until: AbortSignal = AbortSignal.timeout(MAX_TIME),
): Promise<void> =>
  checkPart({ name, bytes, isWhole: true }, { bytes: bytes.length * MAX_RATIO, files: MAX_FILES_OF_ALL, until }, 0);

// First bytes, in hex. What machines run: ELF, Mach-O, Java class, Android dex, WebAssembly, a script that names its
// program, and DOS and Windows programs, whose header has a zero byte, which no text has that begins with the same letters.
const PROGRAM = /^(7f454c46|feedfac[ef]|c[ef]faedfe|cafebab[ef]|6465780a|0061736d|(efbbbf)?2321|4d5a(..){0,60}?00)/;
const SHORTCUT = /^4c00000001140200/;
// VHDX, VHD, VMDK, WIM, macOS installer.
const DISK = /^(7668647866696c65|636f6e6563746978|4b444d56|4d5357494d00|78617221)/;
const HEAD = 64;

// ISO 9660 and macOS disk images have their marks further on.
const ISO_AT = 0x8001;
const TRAILER = 512;
const TRAILER_MARKS = /^(koly|conectix)/;

// 7z, RAR, xz, bzip2, Zstandard, lzip, LZ4, cabinet: nothing here unpacks them.
const ARCHIVE = /^(377abcaf271c|526172211a07|fd377a585a00|425a683\d314159265359|28b52ffd|4c5a4950|04224d18|4d534346)/;

const EICAR_LENGTH = 68;
// Spaces, line breaks and a byte-order mark, which a scanner may skip.
const BLANK = /^(\xef\xbb\xbf)?[\s\0]*/;
// A digest, as the text itself would have this file taken for the virus.
const EICAR_SHA256 = '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f';

function isEicar(bytes: Buffer): boolean {
  const start = BLANK.exec(bytes.toString('latin1', 0, HEAD))?.[0].length ?? 0;
  const text = bytes.subarray(start, start + EICAR_LENGTH);
  return createHash('sha256').update(text).digest('hex') === EICAR_SHA256;
}

const hasDiskMark = (bytes: Buffer) =>
  bytes.toString('latin1', ISO_AT, ISO_AT + 5) === 'CD001' ||
  TRAILER_MARKS.test(bytes.subarray(-TRAILER).toString('latin1', 0, 8));

/** The kind of program, disk or archive that a file's own bytes show it to be, where they do. */
function kindOfProgram(bytes: Buffer): RefusalKind | undefined {
  const head = bytes.toString('hex', 0, HEAD);
  if (PROGRAM.test(head)) return 'program';
  if (SHORTCUT.test(head)) return 'shortcut';
  if (ARCHIVE.test(head)) return 'archive';
  if (DISK.test(head) || hasDiskMark(bytes)) return 'disk';
  return isEicar(bytes) ? 'virus' : undefined;
}
