import * as z from 'zod/mini';
import { stageLink } from './fields.ts';

/** Largest file in bytes: a function's payload is 6 MB with base64 (contract, Documents). */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Answers a larger file, in words that say the limit. */
export const FILE_TOO_LARGE = 'Files can be at most 4 MB. Please choose a smaller file.';

/** Most documents that one client can have (contract, Documents: Quotas). */
export const MAX_DOCUMENTS = 1000;
/** Answers one document more, to adviser and client alike. */
export const DOCUMENTS_FULL =
  'There are 1,000 documents here already, which is as many as one client can have. An adviser can delete what is no longer needed.';

/** A stored document; nothing about keys or paths ever leaves the server. */
export const document = z.object({
  id: z.string(),
  clientId: z.string(),
  stageId: z.nullable(z.string()),
  name: z.string(),
  type: z.string(),
  fileSize: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.enum(['adviser', 'client']),
  encrypted: z.boolean(),
  requiresSignature: z.boolean(),
  signatureStatus: z.nullable(z.enum(['signed'])),
  /** Whether a browser may show it: one of {@link PREVIEW_TYPES}, and no PDF that acts. */
  preview: z.boolean(),
});
/** A stored document. */
export type Document = z.infer<typeof document>;

/** PATCH /api/documents/{id}: the stage it belongs to, or none. */
export const documentChange = z.strictObject({ stageId: stageLink });

/** Types that a browser may show from a Blob; everything else is downloaded only. */
export const PREVIEW_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'text/plain',
] as const;

/** Size in KB with one decimal (product 9). `bytes` is a count of bytes. */
export const formatFileSize = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

const MAX_NAME = 255;
// Control characters, and the marks that reorder text so that "fdp.exe" reads as "exe.pdf".
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** A file's name for people: no path, no control characters, at most 255 characters, never empty (contract, Documents). */
export function displayName(given: string): string {
  const base = given.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).pop()?.trim() ?? '';
  if (/^\.*$/.test(base)) return 'document';
  const characters = Array.from(base);
  if (base.length <= MAX_NAME) return base;
  const extension = /\.[^.]{1,10}$/u.exec(base)?.[0] ?? '';
  let stem = '';
  for (const character of characters) {
    if (stem.length + character.length + extension.length > MAX_NAME) break;
    stem += character;
  }
  return stem + extension;
}
