const EXTENSION = /\.\w+$/;

const isPhoto = ({ type }: File) => type.startsWith('image/');
const named = (file: File, name: string) =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });

/**
 * Calls photos by what they are pages of, as a camera calls them all alike: "Payslip – page 2 of 5.jpg"; anything else keeps
 * its name. `before` is how many pages came earlier, when nobody knew how many there would be.
 */
export function asPages(
  files: readonly File[],
  title: string | undefined,
  before: number,
  fromCamera: boolean,
): File[] {
  const photos = files.filter(isPhoto);
  if (!title || (photos.length < 2 && before === 0 && !fromCamera)) return [...files];
  const stem = title.replace(/[/\\]/g, '-');
  const of = before === 0 && !fromCamera ? ` of ${photos.length}` : '';
  return files.map((file) =>
    isPhoto(file)
      ? named(file, `${stem} – page ${before + photos.indexOf(file) + 1}${of}${EXTENSION.exec(file.name)?.[0] ?? ''}`)
      : file,
  );
}
