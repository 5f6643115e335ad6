import { addressOf } from '#shared/contract/address.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Upload as StoredUpload } from '#shared/contract/uploads.ts';
import { PART_BYTES, partCount, partLength } from '#shared/rules/uploads.ts';
import { ApiError, ConnectionError, call, headersOf, PlainError, settling } from '../../../lib/http/api.ts';
import { attemptWithFile } from '../../../lib/http/attempts.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { eachPart, sha256Of } from '../../../lib/large-files/parts.ts';
import { forgetUpload, rememberUpload, type UploadOwner } from '../../../lib/storage/unfinished-uploads.ts';
import { FileError } from '../refusals.ts';
import { answerOf, CHANGED, type FileToSend, post } from '../send-file.ts';
import { liveUploads } from '../use-unfinished.ts';
import { whileSending } from './locks.ts';
import { patiently } from './patience.ts';

/** Milliseconds without progress until a part begins again. */
const STALLED_MS = 20_000;

const ENDED = 'The upload was stopped, perhaps in another window. Please send the file again.';

/** An upload that the server keeps open. */
interface Open {
  id: string;
  token: string | undefined;
  /** Indices of the stored parts. */
  stored: Set<number>;
}

/** Open uploads by the chosen file, so that a paused or failed one continues where it stopped. */
const opened = new WeakMap<File, Promise<Open>>();

/** Returns the length of the stored parts of a file. */
export const storedBytes = (size: number, indices: Iterable<number>) =>
  [...indices].reduce((sum, index) => sum + partLength(size, index), 0);

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

export const uploadOwner = (token: string | undefined): UploadOwner => (token === undefined ? 'staff' : 'client');

async function begin({ clientId, file, stageId, taskId, requestId, token }: FileToSend, sent: File): Promise<Open> {
  const place = { stageId, taskId, requestId };
  const body = { name: file.name.toWellFormed(), size: sent.size, ...place };
  const attempt = attemptWithFile(file);
  const given = { params: { id: clientId }, body, token, idempotencyKey: attempt.key };
  const { id, endsAt } = await settling(attempt, call('POST /api/clients/{id}/uploads', given));
  const { name, size, lastModified } = file;
  const begun = { uploadId: id, clientId: personIdIn(token ?? clientId) };
  rememberUpload(uploadOwner(token), { ...begun, ...place, name, size, lastModified, endsAt });
  liveUploads.add(id);
  return { id, token, stored: new Set() };
}

function opening(upload: FileToSend, sent: File): Promise<Open> {
  const known = opened.get(upload.file);
  if (known) return known;
  const begun = begin(upload, sent);
  opened.set(upload.file, begun);
  begun.catch(() => opened.delete(upload.file));
  return begun;
}

/** Continues the given upload with a file that was chosen again, instead of a new one. */
export function adopt(file: File, { id, parts }: StoredUpload, token: string | undefined): void {
  liveUploads.add(id);
  opened.set(file, Promise.resolve({ id, token, stored: new Set(parts.map(({ index }) => index)) }));
}

function forget(file: File, { id, token }: Open): void {
  opened.delete(file);
  liveUploads.delete(id);
  forgetUpload(uploadOwner(token), id);
}

/** Deletes an upload of which nothing is kept. Without a connection, the server deletes it after seven days. */
export async function deleteUpload(id: string, token: string | undefined): Promise<void> {
  forgetUpload(uploadOwner(token), id);
  await call('DELETE /api/uploads/{id}', { params: { id }, token }).catch(() => undefined);
}

/** Deletes the upload of a file that is not sent any more. */
export async function discard(file: File): Promise<void> {
  const upload = await opened.get(file);
  if (!upload) return;
  forget(file, upload);
  await deleteUpload(upload.id, upload.token);
}

/** Reads a part into memory first, as Safari stalls on requests whose body is a slice of a file. */
export const readPart = (file: File, index: number): Promise<ArrayBuffer> => {
  const start = index * PART_BYTES;
  return file
    .slice(start, start + partLength(file.size, index))
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new FileError(CHANGED, { cause });
    });
};

/** Reports the bytes of all parts, and a lost connection once no part is under way. */
function progressOf({ onProgress }: FileToSend, { size }: File, { stored }: Open) {
  const underWay = new Map<number, number>();
  let isCutOff = false;
  const report = () => {
    const kept = storedBytes(size, stored);
    const bytes = [...underWay.values()].reduce((sum, length) => sum + length, kept);
    // 1 means that the server has all parts, so that nothing can be cancelled.
    const fraction = kept === size ? 1 : Math.min(bytes / size, 0.99);
    onProgress?.({ fraction, stored: kept / size, isCutOff: isCutOff && underWay.size === 0 });
  };
  return {
    report,
    set: (index: number, bytes: number) => {
      underWay.set(index, bytes);
      isCutOff = false;
      report();
    },
    end: (index: number) => {
      underWay.delete(index);
      report();
    },
    resume: () => {
      isCutOff = false;
      report();
    },
    cutOff: () => {
      isCutOff = true;
      report();
    },
  };
}

/** Returns the digests of all parts, as a file on a shared drive can change while it is sent. */
async function digestsOf(file: File, token: string | undefined): Promise<string[] | undefined> {
  // Phones hand over a copy, which cannot change.
  if (token !== undefined) return undefined;
  const digests: string[] = [];
  for (let index = 0; index < partCount(file.size); index += 1)
    digests.push(await sha256Of(await readPart(file, index)));
  return digests;
}

async function sendAll(upload: FileToSend, sent: File, open: Open): Promise<Document> {
  const { token } = upload;
  const stop = new AbortController();
  const { signal } = stop;
  upload.signal?.addEventListener('abort', () => stop.abort());
  if (upload.signal?.aborted) stop.abort();
  const progress = progressOf(upload, sent, open);
  const patience = { signal, onCutOff: progress.cutOff };

  const sendPart = async (index: number) => {
    const bytes = await readPart(sent, index);
    const { url } = addressOf('POST /api/uploads/{id}/parts/{index}', { id: open.id, index: String(index) });
    const headers = {
      ...headersOf({ token }),
      'content-type': 'application/octet-stream',
      'x-sha256': await sha256Of(bytes),
    };
    await patiently(async () => {
      progress.set(index, 0);
      try {
        const onPart = (loaded: number) => progress.set(index, Math.min(loaded, bytes.byteLength));
        const xhr = await post(url, bytes, { headers, stalledMs: STALLED_MS, signal, onProgress: onPart });
        const { parts } = answerOf<{ parts: number[] }>(xhr);
        for (const part of parts) open.stored.add(part);
      } catch (error) {
        const status = statusOf(error);
        // Parts of another file are stored, so that this one has to begin again.
        if (status === 409) await discard(upload.file);
        // The part was damaged on its way.
        throw status === 400 ? new ConnectionError(undefined, { cause: error }) : error;
      } finally {
        progress.end(index);
      }
    }, patience);
  };

  progress.report();
  const missing = Array.from({ length: partCount(sent.size) }, (_, i) => i).filter((index) => !open.stored.has(index));
  try {
    await eachPart(missing, sendPart);
  } catch (error) {
    stop.abort();
    throw error;
  }
  const parts = await digestsOf(sent, token);
  return patiently(() => {
    progress.resume();
    return call('POST /api/uploads/{id}/finish', { params: { id: open.id }, body: { parts }, token });
  }, patience);
}

/** Sends a file in parts, or the parts that the server lacks. Resolves with the stored document. */
export async function sendParts(upload: FileToSend, sent: File): Promise<Document> {
  const open = await opening(upload, sent);
  try {
    const document = await whileSending(open.id, upload.signal, () => sendAll(upload, sent, open));
    forget(upload.file, open);
    return document;
  } catch (error) {
    const status = statusOf(error);
    // Refused, or changed while it was sent.
    if (status === 400) await discard(upload.file);
    if (status !== 404) throw error;
    forget(upload.file, open);
    throw new PlainError(ENDED, { cause: error });
  }
}
