import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { drawOnWhite } from './draw-on-white.ts';
import { nextEncoding } from './photo-size.ts';
import { FileError, fileRefusal } from './refusals.ts';
import { expectUnchanged } from './send-file.ts';

const TOO_LONG =
  'This picture is too large to send, and would be unreadable if made smaller. Please send it in parts, such as several screenshots.';

class UnreadableError extends FileError {}

async function encode(image: ImageBitmap): Promise<Blob> {
  // One canvas for all attempts, as each takes up to 64 MB.
  const canvas = new OffscreenCanvas(1, 1);
  for (let next = nextEncoding(image); next; ) {
    const { width, height, quality } = next;
    Object.assign(canvas, { width, height });
    drawOnWhite(image, canvas);
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (jpeg.size <= MAX_FILE_BYTES) return jpeg;
    next = nextEncoding(image, { ...next, bytes: jpeg.size });
  }
  throw new UnreadableError(TOO_LONG);
}

async function shrink(photo: File): Promise<File> {
  await expectUnchanged(photo);
  const image = await createImageBitmap(photo);
  try {
    return new File([await encode(image)], `${photo.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  } finally {
    image.close();
  }
}

/**
 * Shrinks a photo to the size of one request. Returns it unchanged if the browser cannot, or if it would be unreadable
 * and the firm's limit allows it. Throws a {@link FileError} otherwise.
 */
export const fitPhoto = (photo: File, maxMb: number): Promise<File> =>
  shrink(photo).catch((error: unknown) => {
    const isKept = error instanceof UnreadableError && fileRefusal(photo, maxMb) === undefined;
    if (error instanceof FileError && !isKept) throw error;
    return photo;
  });
