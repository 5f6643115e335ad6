import { addressOf } from '#shared/contract/address.ts';
import type { Document } from '#shared/contract/documents.ts';
import { displayName } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { ApiError, attempts, ConnectionError, headersOf, PlainError, settling } from '../../lib/http/api.ts';
import type { Progress } from './queued-file.ts';
import { FileError } from './refusals.ts';

/** A file for a client, perhaps for one stage, task or request. `token` is for clients. */
export interface FileToSend {
  clientId: string;
  file: File;
  stageId?: string | undefined;
  /** The document gets the stage of its task or request, so omit `stageId`. */
  taskId?: string | undefined;
  requestId?: string | undefined;
  token?: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** Aborts the upload, which then rejects with a {@link ConnectionError}. */
  signal?: AbortSignal;
}

/** Headers, progress in bytes and limits of a request. */
interface Sending {
  headers: Record<string, string>;
  /** Milliseconds without progress until an abort, as phones lose connections silently. */
  stalledMs: number;
  onProgress: (loaded: number, total: number) => void;
  signal: AbortSignal | undefined;
}

/** API Gateway needs up to 29 s. */
const STALLED_MS = 30_000;

export const CHANGED = 'This file has changed or moved since you chose it. Please choose it again.';
const BLOCKED = 'Your network did not let this file through. Please try again on another connection.';
/** Shortens words over 24 characters, too long for a line on a phone. Keeps both ends, as page numbers come last. */
const shortened = (name: string) => name.replace(/(\S{12})\S+(\S{12})/gu, '$1…$2');
/** Names the photo, as one Try Again in the portal covers all failed files. */
const locationWarning = (name: string) =>
  `“${shortened(displayName(name))}” may say where it was taken, and we could not check it. Choose Try Again to send it as it is, or send another photo.`;

const PHOTO_NAME = /\.(jpe?g|jfif|png|webp|gif|hei[cf]|avif|tiff?|dng)$/i;
// Systems give no type to files of unknown formats, such as HEIC or AVIF.
const isPhoto = ({ type, name }: File) => type.startsWith('image/') || PHOTO_NAME.test(name);

/** Throws a {@link FileError} if a file was changed, moved or deleted. Browsers notice this when one byte is read. */
export const expectUnchanged = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new FileError(CHANGED, { cause });
    });

/** Photos whose sender was warned that the location may remain. */
const warned = new WeakSet<File>();

/** Removes the location from a photo. Throws once if a photo may hold a location and cannot be read. */
export async function withoutMetadata(file: File): Promise<File> {
  if (!isPhoto(file)) return file;
  const { stripMetadata, mayHoldPlace } = await import('./photo-metadata.ts').catch((cause: unknown) => {
    throw new ConnectionError(undefined, { cause });
  });
  const original = new Uint8Array(await file.arrayBuffer());
  const bytes = stripMetadata(original);
  if (bytes) return new File([bytes], file.name, { type: file.type });
  if (warned.has(file) || !mayHoldPlace(original)) return file;
  warned.add(file);
  throw new PlainError(locationWarning(file.name));
}

/** Returns the parsed response. Throws an {@link ApiError}, or a {@link PlainError} if a proxy responded. */
export function answerOf<T>({ status, statusText, responseText }: XMLHttpRequest): T {
  if (status === 200 || status === 201) return JSON.parse(responseText);
  const error = new ApiError(status, statusText, responseText);
  throw error.serverMessage || status >= 500 ? error : new PlainError(BLOCKED);
}

/** Posts a body and reports its progress, which `fetch` cannot. Rejects if the request stalls. */
export async function post(
  url: string,
  body: XMLHttpRequestBodyInit,
  { headers, stalledMs, onProgress, signal }: Sending,
): Promise<XMLHttpRequest> {
  if (signal?.aborted) throw new ConnectionError();
  const xhr = new XMLHttpRequest();
  await new Promise<void>((resolve, reject) => {
    xhr.open('POST', url);
    for (const [header, value] of Object.entries(headers)) xhr.setRequestHeader(header, value);
    let stalled: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => xhr.abort(), stalledMs);
    };
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(loaded, total);
    };
    xhr.onloadend = () => clearTimeout(stalled);
    xhr.onerror = () => reject(new ConnectionError());
    xhr.onabort = () => reject(new ConnectionError());
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.onload = () => resolve();
    restartTimer();
    xhr.send(body);
  });
  return xhr;
}

/** Sends a document in one request. */
async function sendWhole(
  { clientId, file: chosen, stageId, taskId, requestId, token, onProgress, signal }: FileToSend,
  file: File,
): Promise<Document> {
  const { url } = addressOf('POST /api/clients/{id}/documents', { id: clientId });
  const form = new FormData();
  form.set('file', file);
  if (stageId) form.set('stageId', stageId);
  if (taskId) form.set('taskId', taskId);
  if (requestId) form.set('requestId', requestId);
  const attempt = (await attempts())?.attemptWithFile(chosen);
  const sending = post(url, form, {
    headers: headersOf({ body: form, token, idempotencyKey: attempt?.key }),
    stalledMs: STALLED_MS,
    onProgress: (loaded, total) => onProgress?.({ fraction: total ? loaded / total : 0 }),
    signal,
  });
  return settling(attempt, sending.then(answerOf<Document>));
}

let large: Promise<typeof import('./large/send-parts.ts')> | undefined;

/** Loads the code for large files once one is sent. */
const loadLarge = () => {
  large ??= import('./large/send-parts.ts').catch((cause: unknown) => {
    large = undefined;
    throw new ConnectionError(undefined, { cause });
  });
  return large;
};

/** Deletes the parts of a large file that has been cancelled. Never rejects. */
export const discardSent = async (file: File): Promise<void> =>
  large?.then(({ discard }) => discard(file)).catch(() => undefined);

async function sendFile(upload: FileToSend): Promise<Document> {
  const file = await withoutMetadata(upload.file);
  if (file.size <= MAX_FILE_BYTES) return sendWhole(upload, file);
  const { sendParts } = await loadLarge();
  return sendParts(upload, file);
}

/** Uploads a document. Throws a {@link FileError} if the file changed since it was chosen, also during the upload. */
export async function sendDocument(upload: FileToSend): Promise<Document> {
  await expectUnchanged(upload.file);
  try {
    return await sendFile(upload);
  } catch (error) {
    if (!(error instanceof ApiError)) await expectUnchanged(upload.file);
    throw error;
  }
}
