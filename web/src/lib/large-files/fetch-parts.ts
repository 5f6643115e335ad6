import type { Document } from '#shared/contract/documents.ts';
import type { DownloadOptions } from '../files/download.ts';
import { send } from '../http/api.ts';
import { eachPart, sha256Of } from './parts.ts';

/** Fetches a document in parts. Rejects if a part or the whole differs from what was uploaded. */
export async function fetchParts(
  { id, parts, fileSize, sha256 }: Document,
  { token, signal, onProgress }: DownloadOptions,
): Promise<Blob> {
  const bytes: ArrayBuffer[] = [];
  let loaded = 0;
  const fetchPart = async (index: number, headers: Record<string, string> = {}) => {
    const sent = { params: { id }, query: { part: String(index) }, token, signal, headers };
    const response = await send('GET /api/documents/{id}/download', sent);
    const part = await response.arrayBuffer();
    bytes[index] = part;
    loaded += part.byteLength;
    onProgress?.(loaded / fileSize);
    return response.headers.get('x-parts') ?? '';
  };
  onProgress?.(0);
  // Part 0 writes the audit entry. Its answer holds the proof of that, which the other parts require.
  const proof = await fetchPart(0);
  const others = Array.from({ length: parts - 1 }, (_, i) => i + 1);
  await eachPart(others, async (index) => void (await fetchPart(index, { 'x-parts': proof })));
  const content = new Blob(bytes, { type: 'application/octet-stream' });
  if ((await sha256Of(await content.arrayBuffer())) !== sha256) throw new Error('The parts are not the document');
  return content;
}
