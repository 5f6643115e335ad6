import type { SentMark } from '#shared/contract/signing.ts';

/** Picture as canvases have it: four bytes a dot, the last of which says how much it covers. */
interface Pixels {
  width: number;
  height: number;
  data: ArrayLike<number>;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Dots that are covered by half count as ink, as the edges of a line are smoothed. */
const INK = 128;

const isInk = ({ width, data }: Pixels, x: number, y: number) => (data[4 * (y * width + x) + 3] ?? 0) >= INK;

/** Returns the smallest area with all ink; undefined if there is none. */
export function inkIn(pixels: Pixels): Area | undefined {
  let [left, top, right, bottom] = [pixels.width, pixels.height, -1, -1];
  for (let y = 0; y < pixels.height; y++)
    for (let x = 0; x < pixels.width; x++)
      if (isInk(pixels, x, y)) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  return bottom < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const rowOf = (width: number) => Math.ceil(width / 8);

/** Returns a picture as it is sent: one bit a dot, each row filled to a byte. */
export function bitsOf(pixels: Pixels): SentMark {
  const { width, height } = pixels;
  const bytes = new Uint8Array(rowOf(width) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isInk(pixels, x, y)) {
        const at = y * rowOf(width) + (x >> 3);
        bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { width, height, bits: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

/** Returns the black dots of a picture that is sent, to show them. */
export function pixelsOf({ width, height, bits }: SentMark): Uint8ClampedArray<ArrayBuffer> {
  const bytes = atob(bits);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bytes.charCodeAt(y * rowOf(width) + (x >> 3)) & (0x80 >> (x & 7))) data[4 * (y * width + x) + 3] = 255;
  return data;
}
