import { MAX_FILE_BYTES } from '#shared/documents.ts';

/** What is tried in turn until the photo is small enough: a page of print reads well in the first two. */
const SIZES = [
  { longest: 2600, quality: 0.85 },
  { longest: 2000, quality: 0.75 },
  { longest: 1400, quality: 0.6 },
];

function asJpeg(image: ImageBitmap, { longest, quality }: (typeof SIZES)[number]): Promise<Blob> {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

async function shrink(photo: File): Promise<File> {
  const image = await createImageBitmap(photo);
  for (const size of SIZES) {
    const jpeg = await asJpeg(image, size);
    if (jpeg.size <= MAX_FILE_BYTES)
      return new File([jpeg], `${photo.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  }
  return photo;
}

/** A photo too large to send, made smaller so that it still reads well; as it is where it is none, or cannot be read. */
export const fitPhoto = async (file: File): Promise<File> =>
  file.size > MAX_FILE_BYTES && file.type.startsWith('image/') ? shrink(file).catch(() => file) : file;
