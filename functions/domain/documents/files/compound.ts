import type { RefusalKind } from './refusals.ts';

// Compound files: Word, Excel and PowerPoint before 2007, Outlook mails, Windows installers ([MS-CFB]).
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
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
// A presentation says in a record of its own that it has a macro project ([MS-PPT] VBAInfoContainer).
const PRESENTATION_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');

/** Whether an old workbook says at a place that it has a sheet of macros ([MS-XLS] BoundSheet8). */
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

/** The entries of all directories, found by their place and form, so that a broken chain of sectors hides none. */
function* entriesOf(bytes: Buffer): Generator<{ name: string; type: number; classId: string }> {
  for (let at = HEADER; at + ENTRY <= bytes.length; at += ENTRY) {
    const length = bytes.readUInt16LE(at + NAME_LENGTH_AT);
    const type = bytes.readUInt8(at + TYPE_AT);
    if (length < 2 || length > NAME_LENGTH_AT || !TYPES.includes(type)) continue;
    const name = bytes.toString('utf16le', at, at + length - 2).toLowerCase();
    yield { name, type, classId: bytes.toString('hex', at + CLASS_AT, at + CLASS_AT + 16) };
  }
}

/** Whether a file is a compound file. */
export const isCompound = (bytes: Buffer) => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** The kind that a compound file is refused as: an installer, or a document with macros. */
export function kindOfCompound(bytes: Buffer): RefusalKind | undefined {
  for (const { name, type, classId } of entriesOf(bytes)) {
    if (MACRO_NAMES.includes(name)) return 'macros';
    if (type === ROOT && INSTALLER.test(classId)) return 'disk';
  }
  return bytes.includes(PRESENTATION_MACROS) || hasMacroSheet(bytes) ? 'macros' : undefined;
}
