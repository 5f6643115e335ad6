import { createHash } from 'node:crypto';
import type { RefusalKind } from '#shared/rules/refusals.ts';
import type { Budget } from './budget.ts';
import { entriesOf, streamsOf } from './compound.ts';
import { isMail, mailParts } from './mail.ts';
import { refusalOfXml } from './office.ts';
import { isPdf, pdfParts } from './pdf.ts';
import { refusalOfName, refused } from './refusals.ts';
import { readRichText } from './rich-text.ts';
import { textOf } from './text.ts';
import { COMPOUND, isCompound, type Part, partsOf, startsAsZip } from './unpack.ts';

/** A zip of mails with archives of Word documents with embedded workbooks has five. */
const MAX_DEPTH = 5;

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
  if (kind) throw refused(kind, depth > 0, ending);
  const rich = readRichText(part.bytes, budget);
  const refusal = rich?.refusal ?? (depth === 0 ? refusalOfXml(part.bytes, budget) : undefined);
  if (refusal) throw refused(refusal, depth > 0);
  const names: string[] = [];
  for await (const inner of partsWithin(part, rich?.objects ?? [], budget)) {
    if (depth === MAX_DEPTH) throw refused('hidden');
    names.push(inner.name);
    if (isMacroPart(inner)) throw refused('macros', depth > 0);
    const remote = refusalOfXml(inner.bytes, budget);
    if (remote) throw refused(remote, depth > 0);
    await checkPart(inner, budget, depth + 1);
  }
  if (names.includes(MANIFEST) && names.some((name) => OPEN_DOCUMENT_MACROS.test(name)))
    throw refused('macros', depth > 0);
}

/** Returns the files in a file. One may be a mail and an archive at once. Throws 400 if it cannot be read to its end. */
async function* partsWithin(part: Part, objects: readonly Buffer[], budget: Budget): AsyncGenerator<Part> {
  const { name, bytes, isWhole } = part;
  const packed = partsOf(part, budget);
  const isContainer = isPdf(bytes) || isMail(name, bytes);
  if (!isWhole && (packed || isContainer)) throw refused('hidden');
  yield* objects.map(objectPart);
  if (isCompound(bytes)) yield* streamParts(bytes, budget);
  else if (isPdf(bytes)) yield* pdfParts(bytes, budget);
  else if (isMail(name, bytes)) yield* mailParts(bytes, budget);
  if (packed) yield* packed;
}

const PACKAGE = /package\0/i;
const OBJECT_HEAD = 1024;

/** Returns the place after the header of an object: version, format, three texts with their lengths, size. */
function afterHeader(object: Buffer): number {
  let at = 8;
  for (let text = 0; text < 3 && at + 4 <= object.length; text += 1) at += 4 + object.readUInt32LE(at);
  return at + 4;
}

/** Returns the file in an object of rich text. Throws 400 for a package, which may hold any file. */
function objectPart(object: Buffer): Part {
  if (PACKAGE.test(object.toString('latin1', 0, OBJECT_HEAD))) throw refused('hidden');
  const at = object.subarray(0, OBJECT_HEAD).indexOf(COMPOUND);
  return { name: '', bytes: object.subarray(at < 0 ? afterHeader(object) : at), isWhole: true };
}

/** Properties of an attachment in an Outlook message ([MS-OXMSG] 2.2.2): its bytes, and its short and long name. */
const ATTACHED = '__substg1.0_37010102';
const ATTACHED_NAME = /^__substg1\.0_370[47]001[ef]$/i;

/** Returns true for a stream that is a file by its first bytes. */
const isFile = (bytes: Buffer) =>
  startsAsZip(bytes) || isCompound(bytes) || isPdf(bytes.subarray(0, HEAD)) || kindOfProgram(bytes) === 'program';

/** Returns the attachments of an Outlook message, and the embedded files of an Office document. */
function* streamParts(bytes: Buffer, budget: Budget): Generator<Part> {
  const streams = streamsOf(bytes);
  const named = streams.filter(({ name }) => ATTACHED_NAME.test(name));
  const namesIn = Map.groupBy(named, ({ storage }) => storage);
  for (const { name, storage, bytes: content } of streams) {
    budget.token();
    const isAttached = name === ATTACHED;
    if (!isAttached && !isFile(content)) continue;
    const names = isAttached ? (namesIn.get(storage) ?? []).map((stream) => textOf(stream.bytes)) : [];
    budget.unpack(content.length);
    yield { name: names[0] ?? '', bytes: content, isWhole: true };
    for (const other of names.slice(1)) yield { name: other, bytes: Buffer.alloc(0), isWhole: true };
  }
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

// TNEF of Outlook, Unix compress, 7z, RAR, xz, bzip2, Zstandard, lzip, LZ4, cabinet: nothing here unpacks them.
const ARCHIVE =
  /^(789f3e22|1f9d|1fa0|377abcaf271c|526172211a07|fd377a585a00|425a683\d314159265359|28b52ffd|4c5a4950|04224d18|4d534346)/;

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

// Compound files: Word, Excel and PowerPoint before 2007, Outlook mails, Windows installers.

/** Stream of a package: a file of any kind, or a program. */
const PACKAGE_NAME = '\x01ole10native';
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

function kindOfCompound(bytes: Buffer): RefusalKind | undefined {
  for (const { name, isRoot, classId } of entriesOf(bytes)) {
    if (MACRO_NAMES.includes(name)) return 'macros';
    if (name === PACKAGE_NAME) return 'hidden';
    if (isRoot && INSTALLER.test(classId)) return 'disk';
  }
  return bytes.includes(PRESENTATION_MACROS) || hasMacroSheet(bytes) ? 'macros' : undefined;
}
