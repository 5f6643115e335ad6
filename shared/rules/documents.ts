import { grouped } from './counted-words.ts';
import { MAX_DOCUMENTS, MAX_FILE_MB } from './limits.ts';
import { isVisible } from './text.ts';

export const fileTooLarge = (maxMb: number) => `Files can be at most ${maxMb} MB. Please choose a smaller file.`;

/** For a file in one request; larger files are sent in parts. */
export const FILE_TOO_LARGE = fileTooLarge(MAX_FILE_MB);

export const STORAGE_FULL = 'There is no room for more files here. An adviser can delete what is no longer needed.';

export const DOCUMENTS_FULL = `There are already ${grouped(MAX_DOCUMENTS)} documents here, which is the limit. An adviser can delete some that are no longer needed.`;

/** Types that a browser may show from a Blob; all others are only downloaded. */
export const PREVIEW_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'text/plain',
] as const;

const KB = 1024;
const MB = KB * KB;

/** Returns "12.3 KB", and from 1 MB on "6451.2 KB (6.3 MB)". */
export function formatFileSize(bytes: number): string {
  const size = `${(bytes / KB).toFixed(1)} KB`;
  return bytes < MB ? size : `${size} (${Math.round((bytes / MB) * 10) / 10}\u00a0MB)`;
}

const MAX_NAME = 255;

// Control characters, and the marks that reorder text so that "fdp.exe" reads as "exe.pdf".
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Returns a safe file name: no path, no control characters, at most 255 characters, never invisible. */
export function displayName(given: string): string {
  const base = given.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).pop()?.trim() ?? '';
  const extension = /\.[^.]{1,10}$/u.exec(base)?.[0] ?? '';
  if (!isVisible(base.slice(0, base.length - extension.length).replaceAll('.', '')))
    return isVisible(extension.slice(1)) ? `document${extension}` : 'document';
  if (base.length <= MAX_NAME) return base;
  let stem = '';
  for (const character of base) {
    if (stem.length + character.length + extension.length > MAX_NAME) break;
    stem += character;
  }
  return stem + extension;
}
