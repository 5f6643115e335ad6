import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

interface Size {
  width: number;
  height: number;
}

/** Size in pixels, and quality of the JPEG from 0 to 1. */
export interface Encoding extends Size {
  quality: number;
}

// Lower quality comes first: print becomes unreadable sooner with fewer pixels.
const QUALITIES = [0.85, 0.7, 0.55] as const;
// Safari on older iPhones draws nothing on a canvas of more than 16.7 million pixels.
const MAX_PIXELS = 16_000_000;
// Text of a phone screenshot (1080 to 1290 pixels wide) is readable down to this width.
const READABLE_PX = 800;
// After scaling down, each pixel holds more detail and takes more bytes.
const MARGIN = 0.9;

const sizeAt = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

/** Returns the encoding to try after `last`, or undefined if a smaller photo would be unreadable. */
export function nextEncoding(photo: Size, last?: Encoding & { bytes: number }): Encoding | undefined {
  const smallest = Math.min(1, READABLE_PX / Math.min(photo.width, photo.height));
  if (!last) {
    const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (photo.width * photo.height)));
    return scale < smallest ? undefined : { ...sizeAt(photo, scale), quality: QUALITIES[0] };
  }
  const { width, height, quality, bytes } = last;
  const lower = QUALITIES.find((other) => other < quality);
  if (lower !== undefined) return { width, height, quality: lower };
  const scale = (width / photo.width) * Math.sqrt(MAX_FILE_BYTES / bytes) * MARGIN;
  const size = sizeAt(photo, Math.max(scale, smallest));
  return size.width < width || size.height < height ? { ...size, quality } : undefined;
}
