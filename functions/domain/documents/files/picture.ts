/** 200 MB in a browser; phones send photos of 12 to 50 million points. */
const MAX_POINTS = 50_000_000;

interface Size {
  width: number;
  height: number;
}

const JPEG_FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const WITHOUT_LENGTH = /^(01|d[0-8])$/;

function ofJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    // As browsers do, passes over what is no marker.
    if (bytes[at] !== 0xff) {
      at += 1;
      continue;
    }
    const marker = bytes.readUInt8(at + 1);
    if (JPEG_FRAMES.includes(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1;
    else at += 2 + (WITHOUT_LENGTH.test(marker.toString(16).padStart(2, '0')) ? 0 : bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;

/** Returns the size of the screen, or of the first image if that is larger, as browsers take it. */
function ofGif(bytes: Buffer): Size {
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes.readUInt8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes[at] === EXTENSION) {
    at += 2;
    while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at);
    at += 1;
  }
  if (bytes[at] !== IMAGE) return screen;
  const [width, height] = [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7)];
  return { width: Math.max(width, screen.width), height: Math.max(height, screen.height) };
}

function ofWebp(bytes: Buffer): Size | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function sizeOf(bytes: Buffer): Size | undefined {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (head.startsWith('GIF8')) return ofGif(bytes);
  if (head.startsWith('\xff\xd8')) return ofJpeg(bytes);
  return /^RIFF.{4}WEBP/s.test(head) ? ofWebp(bytes) : undefined;
}

/** Returns true if a picture unpacks to more than 50 million points by its header: PNG, JPEG, GIF or WebP. */
export function isTooLarge(bytes: Buffer): boolean {
  try {
    const size = sizeOf(bytes);
    return size !== undefined && size.width * size.height > MAX_POINTS;
  } catch {
    // Cut off within its header: no browser unpacks it.
    return false;
  }
}
