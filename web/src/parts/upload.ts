import { addressOf } from '#shared/contract/address.ts';
import type { Document } from '#shared/contract/documents.ts';
import { ApiError, ConnectionError, headersOf } from '../lib/api.ts';

/** A file for a client, perhaps for one stage; `token` where the client sends it; progress runs from 0 to 1. */
export interface Upload {
  clientId: string;
  file: File;
  stageId?: string;
  token?: string;
  onProgress?: (fraction: number) => void;
}

/** Uploads a document, telling how far it is, which `fetch` cannot; throws as `call` does. */
export function uploadDocument({ clientId, file, stageId, token, onProgress }: Upload): Promise<Document> {
  const { method, url } = addressOf('POST /api/clients/{id}/documents', { id: clientId });
  const form = new FormData();
  form.set('file', file);
  if (stageId) form.set('stageId', stageId);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [header, value] of Object.entries(headersOf({ body: form, token }))) xhr.setRequestHeader(header, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    xhr.onerror = () => reject(new ConnectionError());
    xhr.onload = () => {
      if (xhr.status === 201) resolve(JSON.parse(xhr.responseText));
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText));
    };
    xhr.send(form);
  });
}
