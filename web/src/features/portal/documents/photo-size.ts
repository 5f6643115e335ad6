import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

interface Size {
  width: number;
  height: number;
}

/** One way to encode a photo: its size in pixels, and the quality of the JPEG from 0 to 1. */
export interface Encoding extends Size {
  quality: number;
}

// Fewer pixels make print unreadable sooner than a lower quality does.
const QUALITIES = [0.85, 0.7, 0.55] as const;
// Safari on older iPhones draws nothing on a canvas of more than 16.7 million pixels.
const MAX_PIXELS = 16_000_000;
// The text of a phone's screenshot, which is 1080 to 1290 pixels wide, can be read down to this width.
const READABLE_PX = 800;
// Each of fewer pixels has more detail, and takes more bytes.
const MARGIN = 0.9;

/** Returns a photo's size at a scale from 0 to 1. */
const sizeAt = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

/** Returns the next encoding of a photo to try after `last`, or undefined if a smaller one could not be read. */
export function nextEncoding(photo: Size, last?: Encoding & { bytes: number }): Encoding | undefined {
  const smallest = Math.min(1, READABLE_PX / Math.min(photo.width, photo.height));
  if (!last) {
    const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (photo.width * photo.height)));
    return scale < smallest ? undefined : { ...sizeAt(photo, scale), quality: QUALITIES[0] };
  }
  const { width, height, quality, bytes } = last;
  const lower = QUALITIES.find((one) => one < quality);
  if (lower !== undefined) return { width, height, quality: lower };
  const scale = (width / photo.width) * Math.sqrt(MAX_FILE_BYTES / bytes) * MARGIN;
  const size = sizeAt(photo, Math.max(scale, smallest));
  return size.width < width || size.height < height ? { ...size, quality } : undefined;
}
