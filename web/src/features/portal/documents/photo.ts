import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

// Even noise of four by three is below the limit so, and a page of print reads well.
const LONGEST_PX = 2600;
const QUALITY = 0.85;

async function shrink(photo: File): Promise<File> {
  const image = await createImageBitmap(photo);
  const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return new File([jpeg], `${photo.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

/** Returns true for a photo too large to send. */
export const isLargePhoto = ({ size, type }: File) => size > MAX_FILE_BYTES && type.startsWith('image/');

/** Makes a photo smaller so that it still reads well; returns it as it is where it cannot be read. */
export const fitPhoto = (photo: File): Promise<File> => shrink(photo).catch(() => photo);
