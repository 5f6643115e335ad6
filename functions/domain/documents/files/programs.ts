import { createHash } from 'node:crypto';
import type { RefusalKind } from './refusals.ts';

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
export function kindOfProgram(bytes: Buffer): RefusalKind | undefined {
  const head = bytes.toString('hex', 0, HEAD);
  if (PROGRAM.test(head)) return 'program';
  if (SHORTCUT.test(head)) return 'shortcut';
  if (ARCHIVE.test(head)) return 'archive';
  if (DISK.test(head) || hasDiskMark(bytes)) return 'disk';
  return isEicar(bytes) ? 'virus' : undefined;
}
