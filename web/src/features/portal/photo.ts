import { MAX_FILE_BYTES } from '#shared/documents.ts';

const LONGEST_PX = 2600;
const QUALITY = 0.85;

/** A photo too large to send, made smaller so that it still reads well; anything else as it is. */
export async function fitPhoto(file: File): Promise<File> {
  if (file.size <= MAX_FILE_BYTES || !file.type.startsWith('image/')) return file;
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}
