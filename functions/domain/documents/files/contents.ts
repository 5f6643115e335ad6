import { createHash } from 'node:crypto';
import type { Budget } from './budget.ts';
import { refusalOfXml } from './office.ts';
import { type RefusalKind, refusalOfName, refused } from './refusals.ts';
import { refusalOfRichText } from './rich-text.ts';
import { textOf } from './text.ts';
import { isCompound, type Part, partsOf } from './unpack.ts';

const MAX_DEPTH = 3;

// Macros of Word, Excel, PowerPoint and LibreOffice: parts of a file, content types, XML elements.
const OFFICE_MACROS = /(^|\/)(vbaProject\.bin|vbaData\.xml)$|^xl\/macrosheets\//i;
const OPEN_DOCUMENT_MACROS = /^(Basic|Scripts)\/./;
const MACRO_WORDS = /macroEnabled|vbaProject|macrosPresent="yes"|<(ooo|script):module\b/i;

const CONTENT_TYPES = '[Content_Types].xml';
const MANIFEST = 'META-INF/manifest.xml';

const startsAsXml = (bytes: Buffer) =>
  /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<\0?[?\w]/.test(bytes.toString('latin1', 0, 64));
const isMacroXml = (bytes: Buffer) => startsAsXml(bytes) && MACRO_WORDS.test(textOf(bytes));

function kindOf({ bytes, isWhole }: Part, depth: number): RefusalKind | undefined {
  if (isCompound(bytes)) return isWhole ? kindOfCompound(bytes) : 'hidden';
  return kindOfProgram(bytes) ?? (depth === 0 && isMacroXml(bytes) ? 'macros' : undefined);
}

/** First bytes of a PDF, JPEG, PNG, GIF, WebP and HEIC, in hex. */
const PAPER =
  /^(25504446|ffd8ff|89504e470d0a1a0a|47494638|52494646.{8}57454250|.{8}66747970(68656963|68656978|6d696631))/;

function refusalOf(part: Part, depth: number): { kind: RefusalKind | undefined; ending?: string } {
  const named = refusalOfName(part.name, depth === 0 && PAPER.test(part.bytes.toString('hex', 0, HEAD)));
  // Office stores icons as pages or drawings within a document. Nothing opens these alone.
  return named && !(named.kind === 'page' && depth > 0) ? named : { kind: kindOf(part, depth) };
}

const isMacroPart = ({ name, bytes }: Part) =>
  OFFICE_MACROS.test(name) || (name === CONTENT_TYPES && isMacroXml(bytes));

async function checkPart(part: Part, budget: Budget, depth: number): Promise<void> {
  const { kind, ending } = refusalOf(part, depth);
  const refusal =
    kind ?? refusalOfRichText(part.bytes, budget) ?? (depth === 0 ? refusalOfXml(part.bytes, budget) : undefined);
  if (refusal) throw refused(refusal, depth > 0, ending);
  const parts = partsOf(part, budget);
  if (!parts) return;
  if (depth === MAX_DEPTH || !part.isWhole) throw refused('hidden');
  const names: string[] = [];
  for await (const inner of parts) {
    names.push(inner.name);
    if (isMacroPart(inner)) throw refused('macros', depth > 0);
    const remote = refusalOfXml(inner.bytes, budget);
    if (remote) throw refused(remote, depth > 0);
    await checkPart(inner, budget, depth + 1);
  }
  if (names.includes(MANIFEST) && names.some((name) => OPEN_DOCUMENT_MACROS.test(name)))
    throw refused('macros', depth > 0);
}

/** Refuses programs, scripts, shortcuts, disk images, macros, and archives that cannot be checked or unpack too far. */
export const checkContents = (name: string, bytes: Buffer, budget: Budget): Promise<void> =>
  checkPart({ name, bytes, isWhole: true }, budget, 0);

// First bytes of programs, in hex: ELF, Mach-O, Java class, Android dex, WebAssembly, script with "#!", Windows.
// Here "MZ" counts only with a zero byte behind it, so that a text may begin with these letters.
const PROGRAM = /^(7f454c46|feedfac[ef]|c[ef]faedfe|cafebab[ef]|6465780a|0061736d|(efbbbf)?2321|4d5a(..){0,60}?00)/;
const SHORTCUT = /^4c00000001140200/;
// VHDX, VHD, VMDK, WIM, macOS installer.
const DISK = /^(7668647866696c65|636f6e6563746978|4b444d56|4d5357494d00|78617221)/;
const HEAD = 64;

// ISO 9660 and macOS disk images have their marks further on.
const ISO_AT = 0x8001;
const TRAILER = 512;
const TRAILER_MARKS = /^(koly|conectix)/;

// Unix compress, 7z, RAR, xz, bzip2, Zstandard, lzip, LZ4, cabinet: nothing here unpacks them.
const ARCHIVE =
  /^(1f9d|1fa0|377abcaf271c|526172211a07|fd377a585a00|425a683\d314159265359|28b52ffd|4c5a4950|04224d18|4d534346)/;

const EICAR_LENGTH = 68;
// Spaces, line breaks and a byte-order mark, which a scanner may skip.
const BLANK = /^(\xef\xbb\xbf)?[\s\0]*/;
// Hash of the EICAR test file, because its text would trip virus scanners on this source.
const EICAR_SHA256 = '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f';

function isEicar(bytes: Buffer): boolean {
  const start = BLANK.exec(bytes.toString('latin1', 0, HEAD))?.[0].length ?? 0;
  const text = bytes.subarray(start, start + EICAR_LENGTH);
  return createHash('sha256').update(text).digest('hex') === EICAR_SHA256;
}

const hasDiskMark = (bytes: Buffer) =>
  bytes.toString('latin1', ISO_AT, ISO_AT + 5) === 'CD001' ||
  TRAILER_MARKS.test(bytes.subarray(-TRAILER).toString('latin1', 0, 8));

function kindOfProgram(bytes: Buffer): RefusalKind | undefined {
  const head = bytes.toString('hex', 0, HEAD);
  if (PROGRAM.test(head)) return 'program';
  if (SHORTCUT.test(head)) return 'shortcut';
  if (ARCHIVE.test(head)) return 'archive';
  if (DISK.test(head) || hasDiskMark(bytes)) return 'disk';
  return isEicar(bytes) ? 'virus' : undefined;
}

// Compound files: Word, Excel and PowerPoint before 2007, Outlook mails, Windows installers ([MS-CFB]).
const HEADER = 512;
const ENTRY = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const CLASS_AT = 80;
const ROOT = 5;
const TYPES = [1, 2, ROOT];

const MACRO_NAMES = ['_vba_project', '_vba_project_cur', 'vba', 'macros'];
// Installer, transform and patch: {000C1084-0000-0000-C000-000000000046} and its like.
const INSTALLER = /^8[246]100c0000000000c000000000000046$/;
// Record of a presentation's macro project ([MS-PPT] VBAInfoContainer).
const PRESENTATION_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');

/** Returns true if an entry at `at` declares a macro sheet ([MS-XLS] BoundSheet8). */
function isMacroSheet(bytes: Buffer, at: number): boolean {
  const [length, visibility = 0, kind, name = 0, wide = 0] = [2, 8, 9, 10, 11].map((i) => bytes[at + i]);
  return kind === 1 && visibility <= 2 && wide <= 1 && length === 8 + name * (wide + 1);
}

function hasMacroSheet(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1)
    if (
      bytes[at] === 0x85 &&
      bytes[at + 1] === 0 &&
      bytes[at + 3] === 0 &&
      bytes[at + 9] === 1 &&
      isMacroSheet(bytes, at)
    )
      return true;
  return false;
}

/** Returns all directory entries. Finds them by position and form, so that a broken sector chain hides none. */
function* entriesOf(bytes: Buffer): Generator<{ name: string; type: number; classId: string }> {
  for (let at = HEADER; at + ENTRY <= bytes.length; at += ENTRY) {
    const length = bytes.readUInt16LE(at + NAME_LENGTH_AT);
    const type = bytes.readUInt8(at + TYPE_AT);
    if (length < 2 || length > NAME_LENGTH_AT || !TYPES.includes(type)) continue;
    const name = bytes.toString('utf16le', at, at + length - 2).toLowerCase();
    yield { name, type, classId: bytes.toString('hex', at + CLASS_AT, at + CLASS_AT + 16) };
  }
}

function kindOfCompound(bytes: Buffer): RefusalKind | undefined {
  for (const { name, type, classId } of entriesOf(bytes)) {
    if (MACRO_NAMES.includes(name)) return 'macros';
    if (type === ROOT && INSTALLER.test(classId)) return 'disk';
  }
  return bytes.includes(PRESENTATION_MACROS) || hasMacroSheet(bytes) ? 'macros' : undefined;
}
