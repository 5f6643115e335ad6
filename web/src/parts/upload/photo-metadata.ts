/**
 * Removes a photo's metadata, above all its location, without encoding the picture again. A JPEG keeps its orientation
 * and colour profile; in HEIC, AVIF, TIFF and GIF only location and XMP are blanked.
 */

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

function startsWith(bytes: Uint8Array, text: string, at = 0) {
  return ascii(text).every((byte, i) => bytes[at + i] === byte);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Tags, types and layout of an IFD: TIFF 6.0, sections 2 and 8; Exif 2.32, 4.6.
const ORIENTATION = 0x0112;
const GPS = 0x8825;
const ENTRY_BYTES = 12;
/** Bytes per value, by type number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

interface IfdEntry {
  tag: number;
  at: number;
}

/** Returns an IFD's entries; those beyond a truncated block are missing. */
function entriesOf(tiff: DataView, ifd: number, little: boolean): IfdEntry[] {
  if (ifd < 8 || ifd + 2 > tiff.byteLength) return [];
  const count = tiff.getUint16(ifd, little);
  const found = Array.from({ length: count }, (_, i) => ifd + 2 + i * ENTRY_BYTES);
  return found
    .filter((at) => at + ENTRY_BYTES <= tiff.byteLength)
    .map((at) => ({ tag: tiff.getUint16(at, little), at }));
}

function readTiff(block: Uint8Array) {
  const tiff = viewOf(block);
  const little = startsWith(block, 'II');
  const entries = block.length < 8 ? [] : entriesOf(tiff, tiff.getUint32(4, little), little);
  return { tiff, little, find: (tag: number) => entries.find((entry) => entry.tag === tag) };
}

function orientationOf(block: Uint8Array): number {
  const { tiff, little, find } = readTiff(block);
  const entry = find(ORIENTATION);
  return entry ? tiff.getUint16(entry.at + 8, little) : 1;
}

/** Overwrites the location in a TIFF block with zeros, without moving a byte. */
function blankPlace(block: Uint8Array) {
  const { tiff, little, find } = readTiff(block);
  const pointer = find(GPS);
  if (!pointer) return;
  const ifd = tiff.getUint32(pointer.at + 8, little);
  const entries = entriesOf(tiff, ifd, little);
  for (const { at } of entries) {
    const size = (TYPE_BYTES[tiff.getUint16(at + 2, little)] ?? 1) * tiff.getUint32(at + 4, little);
    const offset = tiff.getUint32(at + 8, little);
    if (size > 4) block.fill(0, offset, offset + size);
    block.fill(0, at, at + ENTRY_BYTES);
  }
  if (entries.length > 0) tiff.setUint16(ifd, 0, little);
}

const EXIF = 'Exif\0\0';
const SOI = Uint8Array.of(0xff, 0xd8);
const EOI = Uint8Array.of(0xff, 0xd9);

/** Returns an Exif segment with only the orientation. */
const orientationSegment = (orientation: number) =>
  concat([
    Uint8Array.of(0xff, 0xe1, 0, 34),
    ascii(EXIF),
    ascii('MM\0*'),
    Uint8Array.of(0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);

/** Application data that affects the picture: JFIF, colour profile, Adobe's colour transform. */
const isOfPicture = (code: number, segment: Uint8Array) =>
  code === 0xe0 || code === 0xee || (code === 0xe2 && startsWith(segment, 'ICC_PROFILE\0', 4));
const isApplicationData = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe;

/** Returns the offset of the next marker after the coded data of a scan. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0;
    // A stuffed zero and restart markers belong to the scan.
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Keeps the segments of the picture. Data after its end, such as a second picture of some phones, is removed. */
function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const kept: Uint8Array[] = [];
  let orientation = 1;
  let hasPicture = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const code = bytes[at + 1] ?? 0;
    if (code === 0xd9 && bytes[at] === 0xff) break;
    // Fill bytes, stray bytes and markers without a length may precede a marker, and readers skip them.
    if (bytes[at] !== 0xff || code === 0xff || code <= 1 || (code >= 0xd0 && code <= 0xd8)) {
      at += 1;
      continue;
    }
    let end = at + 2 + viewOf(bytes).getUint16(at + 2);
    const segment = bytes.subarray(at, end);
    if (code === 0xe1 && startsWith(segment, EXIF, 4)) orientation = orientationOf(segment.subarray(4 + EXIF.length));
    if (code === 0xda) {
      hasPicture = true;
      end = endOfScan(bytes, end);
    }
    if (!isApplicationData(code) || isOfPicture(code, segment)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (!hasPicture) return undefined;
  const turned = orientation > 1 && orientation <= 8;
  return concat([SOI, ...(turned ? [orientationSegment(orientation)] : []), ...kept, EOI]);
}

const PNG_ASIDE = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];
const WEBP_ASIDE = ['EXIF', 'XMP '];
const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Keeps the chunks of the picture up to its end, or to the file's end if it is truncated after its first pixels. */
function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const kept = [bytes.subarray(0, 8)];
  let isReadable = false;
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = nameAt(bytes, at + 4);
    const end = at + 12 + viewOf(bytes).getUint32(at);
    if (!PNG_ASIDE.includes(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IDAT' || name === 'IEND') isReadable = true;
    if (name === 'IEND') break;
    at = end;
  }
  return isReadable ? concat(kept) : undefined;
}

function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [bytes.subarray(0, 12)];
  const length = Math.min(bytes.length, viewOf(bytes).getUint32(4, true) + 8);
  for (let at = 12; at + 8 <= length; ) {
    const size = viewOf(bytes).getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (!WEBP_ASIDE.includes(nameAt(bytes, at))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const all = concat(kept);
  viewOf(all).setUint32(4, all.length - 8, true);
  // Flags of the extended header for Exif (8) and XMP (4).
  if (nameAt(all, 12) === 'VP8X') all[20] = (all[20] ?? 0) & ~0x0c;
  return all;
}

/** Start of an XMP packet; writers choose the prefixes, and may omit the outer element. */
const XMP = /<((?:[^\s<>/:]{1,40}:)?(?:xmpmeta|RDF))[\s>]/g;
/** End of the namespace that every XMP packet declares. */
const RDF = '22-rdf-syntax-ns#';
const SPACE = 0x20;

function indexOf(bytes: Uint8Array, text: string, from: number): number {
  const first = text.charCodeAt(0);
  let at = bytes.indexOf(first, from);
  while (at >= 0 && !startsWith(bytes, text, at)) at = bytes.indexOf(first, at + 1);
  return at;
}

/** Overwrites all XMP with spaces. Returns false if some is left, such as a packet without an end. */
function blankXmp(bytes: Uint8Array): boolean {
  // Latin-1 has one character for each byte, so offsets match.
  const text = new TextDecoder('latin1').decode(bytes);
  let blanked = 0;
  for (const { index, 1: name } of text.matchAll(XMP)) {
    if (index < blanked) continue;
    const end = `</${name}>`;
    const last = text.indexOf(end, index);
    if (last < 0) return false;
    blanked = last + end.length;
    bytes.fill(SPACE, index, blanked);
  }
  return indexOf(bytes, RDF, 0) < 0 && indexOf(bytes, 'xmpmeta', 0) < 0;
}

/** Blanks the location in every TIFF block, and all XMP, without moving a byte, as files refer to offsets. */
function blankInPlace(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const all = Uint8Array.from(bytes);
  for (const order of ['II*\0', 'MM\0*'])
    for (let at = indexOf(all, order, 0); at >= 0; at = indexOf(all, order, at + 1)) blankPlace(all.subarray(at));
  return blankXmp(all) ? all : undefined;
}

type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined;
/** Strip function of each format, by the text at an offset. */
const KINDS: readonly (readonly [text: string, at: number, strip: Strip])[] = [
  ['\xff\xd8', 0, stripJpeg],
  ['\x89PNG\r\n', 0, stripPng],
  ['WEBP', 8, stripWebp],
  ['ftyp', 4, blankInPlace],
  ['II*\0', 0, blankInPlace],
  ['MM\0*', 0, blankInPlace],
  ['GIF8', 0, blankInPlace],
  // BigTIFF has larger entries.
  ['II+\0', 0, () => undefined],
  ['MM\0+', 0, () => undefined],
];
const kindOf = (bytes: Uint8Array) => KINDS.find(([text, at]) => startsWith(bytes, text, at));

/** Returns true if an unreadable file may have a location: it begins like a photo, or contains Exif, TIFF or XMP. */
export const mayHoldPlace = (bytes: Uint8Array) =>
  kindOf(bytes) !== undefined ||
  ['Exif\0', 'II*\0', 'MM\0*', 'xmpmeta', RDF].some((text) => indexOf(bytes, text, 0) >= 0);

/** Returns a photo without its metadata; undefined for an unknown format or a broken file. */
export function stripMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    return kindOf(bytes)?.[2](bytes);
  } catch (error) {
    // A length in the file points beyond its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
