import { randomBytes } from 'node:crypto';
import { makeWorld } from '../api/requests/world.ts';
import { fileForm } from '../support/builders.ts';
import { eventOf } from '../support/event.ts';
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
