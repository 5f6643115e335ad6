/** 200 MB in a browser; phones send photos of 12 to 50 million points. */
const MAX_POINTS = 50_000_000;

/** Width and height of one picture of a file. */
type Size = readonly [width: number, height: number];

const IHDR = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

function* sizesOfPng(bytes: Buffer): Generator<Size> {
  if (bytes.toString('latin1', 0, 16) === IHDR) yield [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const JPEG_FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const END_OF_IMAGE = 0xd9;
/** Stuffed zeros, TEM, restart markers and starts of an image. */
const hasNoLength = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);

/** Returns the size in every frame header. As browsers do, skips bytes that belong to no segment, such as those of a scan. */
function* sizesOfJpeg(bytes: Buffer): Generator<Size> {
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 4 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === END_OF_IMAGE) return;
    if (JPEG_FRAMES.includes(marker)) yield [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    // Fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else at = bytes.indexOf(0xff, at + 2 + (hasNoLength(marker) ? 0 : bytes.readUInt16BE(at + 2)));
  }
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/** Bytes of a GIF's colour table, by the flags before it. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += 1 + size;
  return at + 1;
}

/** Returns the size of the screen for every frame, as browsers enlarge the screen to hold a frame. */
function* sizesOfGif(bytes: Buffer): Generator<Size> {
  const sumAt = (a: number, b: number) => bytes.readUInt16LE(a) + bytes.readUInt16LE(b);
  let at = 13 + tableBytes(bytes.readUInt8(10));
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === IMAGE) {
      yield [
        Math.max(bytes.readUInt16LE(6), sumAt(at + 1, at + 5)),
        Math.max(bytes.readUInt16LE(8), sumAt(at + 3, at + 7)),
      ];
      at = endOfBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)));
    } else if (bytes[at] === EXTENSION) at = endOfBlocks(bytes, at + 2);
    else throw new RangeError('A GIF with an unknown block');
  }
}

const sizeOfVp8 = (data: Buffer): Size => [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];

function sizeOfVp8l(data: Buffer): Size {
  const bits = data.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** Returns a size whose width and height less one are three bytes each. */
const sizeAt = (data: Buffer, at: number): Size => [data.readUIntLE(at, 3) + 1, data.readUIntLE(at + 3, 3) + 1];

const WEBP_FIRST = /^RIFF.{4}WEBPVP8[ LX]/s;
const FRAME_HEADER = 16;

/** Returns the sizes in a run of chunks. Throws if a chunk is longer than the run, or if a frame holds frames. */
function* sizesOfChunks(bytes: Buffer, isFrame = false): Generator<Size> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (data.length < size || (isFrame && kind === 'ANMF')) throw new RangeError('A WebP with a misplaced chunk');
    if (kind === 'VP8X') yield sizeAt(data, 4);
    if (kind === 'VP8 ') yield sizeOfVp8(data);
    if (kind === 'VP8L') yield sizeOfVp8l(data);
    if (kind === 'ANMF') {
      yield sizeAt(data, 6);
      yield* sizesOfChunks(data.subarray(FRAME_HEADER), true);
    }
    at += 8 + size + (size % 2);
  }
}

function sizesOf(bytes: Buffer): Iterable<Size> {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG')) return sizesOfPng(bytes);
  if (head.startsWith('GIF8')) return sizesOfGif(bytes);
  if (head.startsWith('\xff\xd8')) return sizesOfJpeg(bytes);
  return WEBP_FIRST.test(head) ? sizesOfChunks(bytes.subarray(12)) : [];
}

/**
 * Returns true if every picture in a PNG, JPEG, GIF or WebP has at most 50 million points by its header.
 * Returns false if there is none, or if a header cannot be read.
 */
export function isSmall(bytes: Buffer): boolean {
  try {
    let isAny = false;
    for (const [width, height] of sizesOf(bytes)) {
      isAny = true;
      if (!(width * height > 0 && width * height <= MAX_POINTS)) return false;
    }
    return isAny;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
