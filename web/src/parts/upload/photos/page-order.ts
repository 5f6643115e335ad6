const stemOf = ({ name }: File) => name.replace(/\.\w+$/, '');
const withoutNumbers = (file: File) => stemOf(file).replace(/\d+/g, '#');

const isAlike = <T>(values: readonly T[]) => new Set(values).size <= 1;

/**
 * Returns photos in the order of their pages. Systems hand over the one that was pressed last first. Names that differ in
 * a number alone decide, then the times of files whose names are all alike, as a camera's.
 */
export function inPageOrder(photos: readonly File[]): File[] {
  if (!isAlike(photos.map(withoutNumbers))) return [...photos];
  if (isAlike(photos.map(stemOf))) return photos.toSorted((a, b) => a.lastModified - b.lastModified);
  return photos.toSorted((a, b) => stemOf(a).localeCompare(stemOf(b), 'en', { numeric: true }));
}
