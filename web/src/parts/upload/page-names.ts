const EXTENSION = /\.\w+$/;

const isImage = ({ type }: { type: string }) => type.startsWith('image/');

export const isQueuedPhoto = ({ file }: { file: File }) => isImage(file);

const PHOTO_NAME = /\.(jpe?g|png|webp|gif|hei[cf]|avif)$/i;

/** Returns how many documents are photos, which count as pages. */
export const photosIn = (documents: readonly { name: string }[]) =>
  documents.filter(({ name }) => PHOTO_NAME.test(name)).length;

const named = (file: File, name: string) =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });

/**
 * Names photos as pages of a task, as cameras name them all alike: "Payslip – page 2 of 5.jpg". `before` counts earlier
 * photos; the total is then unknown and omitted.
 */
export function asPages(
  files: readonly File[],
  title: string | undefined,
  before: number,
  fromCamera: boolean,
): File[] {
  const photos = files.filter(isImage);
  if (!title || (photos.length < 2 && before === 0 && !fromCamera)) return [...files];
  const stem = title.replace(/[/\\]/g, '-');
  const of = before === 0 && !fromCamera ? ` of ${photos.length}` : '';
  return files.map((file) =>
    isImage(file)
      ? named(file, `${stem} – page ${before + photos.indexOf(file) + 1}${of}${EXTENSION.exec(file.name)?.[0] ?? ''}`)
      : file,
  );
}
