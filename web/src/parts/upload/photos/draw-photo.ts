import { drawOnWhite } from '../draw-on-white.ts';
import { MAX_PIXELS, READABLE_PX, type Size, scaled } from '../photo-limits.ts';

/** 290 dpi on A4, at which small print is readable. */
const LONGEST_PX = 2400;
const QUALITY = 0.82;
/** Shows no difference to the photo. */
const FULL_QUALITY = 0.92;
/** Twice the size of its box, for sharp screens. */
const THUMBNAIL_PX = 160;

/**
 * Returns a photo's size in the PDF. Full size keeps all pixels, as a user expects the same details as in the photo.
 * The shorter side stays readable in screenshots of whole pages.
 */
export function sizeInPdf(photo: Size, isFull: boolean): Size {
  const { width, height } = photo;
  const drawable = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const readable = Math.max(LONGEST_PX / Math.max(width, height), READABLE_PX / Math.min(width, height));
  return scaled(photo, isFull ? drawable : Math.min(drawable, readable));
}

/** Encodes a photo upright, without its metadata such as the location. */
async function encode(image: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  drawOnWhite(image, canvas);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

export interface DrawnPhoto extends Size {
  jpeg: Blob;
  thumbnail: Blob;
}

async function draw(photo: File, isFull: boolean): Promise<DrawnPhoto> {
  const image = await createImageBitmap(photo);
  try {
    const size = sizeInPdf(image, isFull);
    const small = scaled(image, THUMBNAIL_PX / Math.max(image.width, image.height));
    return {
      ...size,
      jpeg: await encode(image, size, isFull ? FULL_QUALITY : QUALITY),
      thumbnail: await encode(image, { width: small.width || 1, height: small.height || 1 }, QUALITY),
    };
  } finally {
    image.close();
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Draws a photo after all earlier ones, as an old phone lacks the memory for several. Rejects if it is unreadable. */
export function drawNext(photo: File, isFull: boolean, signal: AbortSignal): Promise<DrawnPhoto> {
  const next = last.then(() => {
    signal.throwIfAborted();
    return draw(photo, isFull);
  });
  last = next.catch(() => undefined);
  return next;
}
