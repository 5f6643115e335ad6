import { addressOf } from '#shared/contract/address.ts';
import type { Document } from '#shared/contract/documents.ts';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { ApiError, ConnectionError, headersOf, PlainError } from '../../lib/http/api.ts';

/** A file for a client, perhaps for one stage or one task; `token` where the client sends it; progress runs from 0 to 1. */
export interface Upload {
  clientId: string;
  file: File;
  stageId?: string | undefined;
  /** The document gets the stage of its task, so that `stageId` is left out. */
  taskId?: string | undefined;
  token?: string;
  onProgress?: (fraction: number) => void;
  /** Ends it: no answer comes. */
  signal?: AbortSignal;
}

/** How long a file may make no progress: phones lose the line without an error. API Gateway itself answers within 29 s. */
const STALLED_MS = 30_000;

/** A file that can never be sent as it is, in a sentence for people. */
export class FileError extends PlainError {}

const EMPTY = 'This file is empty. Please choose another one.';

/** Why a file can never be sent, in a sentence for people; `undefined` where it can (contract, Documents). */
export const fileRefusal = ({ size }: File) =>
  size === 0 ? EMPTY : size > MAX_FILE_BYTES ? FILE_TOO_LARGE : undefined;

// Some systems give a HEIC no type.
const isPhoto = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** Returns a photo without the place where it was taken, and any other file as it is. */
async function withoutMetadata(file: File): Promise<File> {
  if (!isPhoto(file)) return file;
  const { stripMetadata } = await import('./photo-metadata.ts');
  const bytes = stripMetadata(new Uint8Array(await file.arrayBuffer()));
  return bytes ? new File([bytes], file.name, { type: file.type }) : file;
}

/** Uploads a document and reports its progress, which `fetch` cannot; throws as `call` does, also where nothing moves. */
export async function uploadDocument({
  clientId,
  file,
  stageId,
  taskId,
  token,
  onProgress,
  signal,
}: Upload): Promise<Document> {
  const { method, url } = addressOf('POST /api/clients/{id}/documents', { id: clientId });
  const form = new FormData();
  form.set('file', await withoutMetadata(file));
  if (stageId) form.set('stageId', stageId);
  if (taskId) form.set('taskId', taskId);
  if (signal?.aborted) throw new ConnectionError();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [header, value] of Object.entries(headersOf({ body: form, token }))) xhr.setRequestHeader(header, value);
    let stalled: ReturnType<typeof setTimeout>;
    const moves = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => xhr.abort(), STALLED_MS);
    };
    xhr.upload.onprogress = ({ loaded, total }) => {
      moves();
      onProgress?.(total ? loaded / total : 0);
    };
    xhr.onloadend = () => clearTimeout(stalled);
    xhr.onerror = () => reject(new ConnectionError());
    xhr.onabort = () => reject(new ConnectionError());
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.onload = () => {
      if (xhr.status === 201) resolve(JSON.parse(xhr.responseText));
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText));
    };
    moves();
    xhr.send(form);
  });
}
