import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { MAX_PIXELS, READABLE_PX, type Size, scaled } from './photo-limits.ts';

/** Size in pixels, and quality of the JPEG from 0 to 1. */
export interface Encoding extends Size {
  quality: number;
}

// Lower quality comes first: print becomes unreadable sooner with fewer pixels.
const QUALITIES = [0.85, 0.7, 0.55] as const;
// After scaling down, each pixel holds more detail and takes more bytes.
const MARGIN = 0.9;

/** Returns the encoding to try after `last`, or undefined if a smaller photo would be unreadable. */
export function nextEncoding(photo: Size, last?: Encoding & { bytes: number }): Encoding | undefined {
  const smallest = Math.min(1, READABLE_PX / Math.min(photo.width, photo.height));
  if (!last) {
    const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (photo.width * photo.height)));
    return scale < smallest ? undefined : { ...scaled(photo, scale), quality: QUALITIES[0] };
  }
  const { width, height, quality, bytes } = last;
  const lower = QUALITIES.find((other) => other < quality);
  if (lower !== undefined) return { width, height, quality: lower };
  const scale = (width / photo.width) * Math.sqrt(MAX_FILE_BYTES / bytes) * MARGIN;
  const size = scaled(photo, Math.max(scale, smallest));
  return size.width < width || size.height < height ? { ...size, quality } : undefined;
}
