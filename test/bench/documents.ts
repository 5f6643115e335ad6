import { randomBytes } from 'node:crypto';
import { partCount } from '#shared/rules/uploads.ts';
import { makeWorld } from '../api/requests/world.ts';
import { fileForm } from '../support/builders.ts';
import { eventOf } from '../support/event.ts';
import { largeFile, partOf, uploaderOf } from '../support/large-file.ts';
import { inFreshProcess, median } from './child.ts';

const TURNS = 5;
const BYTES = 4 * 2 ** 20;

interface Used {
  megabytes: number;
  ms: number;
}

/** G8: memory over idle and CPU of an upload and a download of 4 MiB, the CPU as a multiple of the cipher's own. */
export async function largeDocuments(): Promise<string[]> {
  const { owner, client } = await makeWorld();
  const params = { id: client.id };
  const upload = (content: Buffer) =>
    eventOf(owner, 'POST /api/clients/{id}/documents', { params, form: fileForm(content, 'statement.pdf') });
  const input = {
    warmUp: await upload(Buffer.from('small')),
    upload: await upload(randomBytes(BYTES)),
    download: await eventOf(owner, 'GET /api/documents/{id}/download'),
    bytes: BYTES,
  };
  const turns: Record<'cipher' | 'up' | 'down', Used>[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) turns.push(await inFreshProcess('large-document.ts', [], input));
  const cipher = median(turns.map((turn) => turn.cipher.ms));
  return (['up', 'down'] as const).map((way) => {
    const [megabytes, ms] = [
      median(turns.map((turn) => turn[way].megabytes)),
      median(turns.map((turn) => turn[way].ms)),
    ];
    return `${way === 'up' ? 'upload' : 'download'}  ${megabytes.toFixed(0)} MB over idle, CPU ${(ms / cipher).toFixed(1)} times the cipher's (${ms.toFixed(0)} : ${cipher.toFixed(1)} ms)`;
  });
}

const LARGE = 50 * 2 ** 20;

/** G8: memory over idle, time and AWS calls of a part, of the check of 50 MB, and of a downloaded part. */
export async function filesOf50Mb(): Promise<string[]> {
  const { owner, client } = await makeWorld();
  const bytes = largeFile(LARGE);
  const sender = uploaderOf(owner);
  const begun = async (): Promise<string> => (await sender.begin(client.id, LARGE)).body.id;
  const sent = async (id: string) => {
    for (let index = 0; index < partCount(LARGE); index += 1) await sender.part(id, index, partOf(bytes, index));
    return id;
  };
  const part = (id: string, index: number) =>
    eventOf(owner, 'POST /api/uploads/{id}/parts/{index}', {
      params: { id, index: String(index) },
      raw: partOf(bytes, index) as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const finish = (id: string) => eventOf(owner, 'POST /api/uploads/{id}/finish', { params: { id }, body: {} });
  const first = (id: string) =>
    eventOf(owner, 'GET /api/documents/{id}/download', { params: { id }, query: { part: '0' } });
  const [one, other] = [await begun(), await sent(await begun())];
  const steps = [
    { name: 'first part', lambda: 'uploads', event: await part(one, 0) },
    { name: 'next part', lambda: 'uploads', event: await part(one, 1) },
    { name: 'finish', lambda: 'uploads', event: await finish(other) },
    { name: 'first part back', lambda: 'documents', event: await first(other) },
  ];
  const used = await inFreshProcess<(Used & { name: string; seconds: number; calls: number; rounds: number })[]>(
    'large-upload.ts',
    [],
    steps,
  );
  return used.map(
    ({ name, megabytes, seconds, calls, rounds }) =>
      `${name.padEnd(16)}${megabytes.toFixed(0)} MB over idle, ${seconds.toFixed(2)} s, ${calls} calls in ${rounds} rounds`,
  );
}
