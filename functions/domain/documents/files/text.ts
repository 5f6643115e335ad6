import { isUtf8 } from 'node:buffer';

const LITTLE_ENDIAN = 0xfffe;
const BIG_ENDIAN = 0xfeff;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/** Returns the UTF-16 encoding of a byte-order mark. UTF-32 has further zeros. */
function marked(bytes: Buffer): string | undefined {
  if (bytes.length < 2) return undefined;
  const mark = bytes.readUInt16BE(0);
  if (mark === LITTLE_ENDIAN && !(bytes[2] === 0 && bytes[3] === 0)) return 'utf-16le';
  return mark === BIG_ENDIAN ? 'utf-16be' : undefined;
}

/** Returns the encoding of a text: UTF-16 with its mark, UTF-8 if valid, otherwise Windows-1252. */
export const charsetOf = (bytes: Buffer) => marked(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/** Returns true for UTF-16 with its mark, and for bytes without control characters. */
export const isText = (bytes: Buffer) => marked(bytes) !== undefined || !CONTROL.test(bytes.toString('latin1'));

/** Returns the text of a file in UTF-8, UTF-16 or any other encoding that keeps ASCII, without NUL bytes. */
export function textOf(bytes: Buffer): string {
  const first = bytes.indexOf(0);
  if (first < 0) return bytes.toString('latin1');
  const kept = Buffer.from(bytes);
  let length = first;
  for (let at = first; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0) {
      kept[length] = byte;
      length += 1;
    }
  }
  return kept.toString('latin1', 0, length);
}

const BLANKS = new Set([0, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

/** Returns the index of the first byte after blanks and byte-order marks. */
export function startOf(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length && BLANKS.has(bytes[at] ?? 1)) at += 1;
  return at;
}
