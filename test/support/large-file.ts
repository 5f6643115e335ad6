import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { CallName } from '#shared/contract/api.ts';
import type { Document } from '#shared/contract/documents.ts';
import { PART_BYTES, partCount } from '#shared/rules/uploads.ts';
import type { Answered, Caller, Sent } from './api.ts';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns bytes of no known type; another `seed` makes other bytes. */
export const largeFile = (size: number, seed = 1): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed + (i >> 8)) % 256));

export const partOf = (bytes: Uint8Array, index: number) =>
  bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);

type Call = (name: CallName, sent: Sent) => Promise<Answered>;

/** Calls about an upload in parts, over HTTP or on handlers. */
export const uploader = (call: Call) => ({
  begin: (clientId: string, size: number, more: object = {}) =>
    call('POST /api/clients/{id}/uploads', { params: { id: clientId }, body: { name: 'scan.bin', size, ...more } }),
  part: (id: string, index: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    call('POST /api/uploads/{id}/parts/{index}', {
      params: { id, index: String(index) },
      raw: bytes as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    }),
  finish: (id: string, body: object = {}) => call('POST /api/uploads/{id}/finish', { params: { id }, body }),
  cancel: (id: string) => call('DELETE /api/uploads/{id}', { params: { id } }),
  read: (id: string) => call('GET /api/uploads/{id}', { params: { id } }),
  list: (clientId: string) => call('GET /api/clients/{id}/uploads', { params: { id: clientId } }),
  download: (id: string, part: number, token?: string) =>
    call('GET /api/documents/{id}/download', {
      params: { id },
      query: { part: String(part) },
      ...(token && { headers: { 'x-parts': token } }),
    }),
});

export const uploaderOf = (caller: Caller) => uploader((name, sent) => caller.call(name, sent));

/** Sends a file in parts, in order, and returns the document. */
export async function uploadLarge(
  sender: ReturnType<typeof uploader>,
  clientId: string,
  bytes: Buffer,
  more: object = {},
): Promise<Document> {
  const { id } = (await sender.begin(clientId, bytes.length, more)).body;
  for (let index = 0; index < partCount(bytes.length); index += 1)
    equal((await sender.part(id, index, partOf(bytes, index))).status, 200);
  const finished = await sender.finish(id);
  equal(finished.status, 201, JSON.stringify(finished.body));
  return finished.body;
}

/** Downloads all parts. */
export async function downloadLarge(sender: ReturnType<typeof uploader>, { id, parts }: Document): Promise<Buffer> {
  const first = await sender.download(id, 0);
  const rest: Uint8Array[] = [];
  for (let index = 1; index < parts; index += 1)
    rest.push((await sender.download(id, index, first.headers.get('x-parts') ?? '')).body);
  return Buffer.concat([first.body, ...rest]);
}
