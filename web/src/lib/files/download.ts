import type { Document } from '#shared/contract/documents.ts';
import { ConnectionError, send } from '../http/api.ts';

export interface DownloadOptions {
  /** For clients. */
  token?: string | undefined;
  /** Cancels the download of a large file. */
  signal?: AbortSignal | undefined;
  /** Called for large files only, with 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Fetches a document's bytes, typed as the server decided. Large files come in parts, without a type. */
export async function download(document: Document, options: DownloadOptions = {}): Promise<Blob> {
  if (document.parts === 1) {
    const { id } = document;
    const response = await send('GET /api/documents/{id}/download', { params: { id }, token: options.token });
    return response.blob();
  }
  const { fetchParts } = await import('../large-files/fetch-parts.ts').catch((cause: unknown) => {
    throw new ConnectionError(undefined, { cause });
  });
  return fetchParts(document, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw error;
  });
}

/** Returns true for the error of a cancelled download, which needs no toast. */
export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
