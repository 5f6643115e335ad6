import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startOrigin } from '#infra/local/origin.ts';
import { freePort } from '#infra/local/ports.ts';
import { compressedSite } from '../../web/compress.ts';

test('the local server sends the compressed file of the build, and the plain one to callers without Brotli', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'site-'));
  const stored = compressedSite(folder.path);
  for (const at of [folder.path, stored]) await mkdir(path.join(at, 'assets'), { recursive: true });
  await writeFile(path.join(folder.path, 'assets/a.js'), 'plain');
  await writeFile(path.join(stored, 'assets/a.js'), brotliCompressSync('compressed'));
  const port = await freePort();
  const close = await startOrigin(port, { site: folder.path, apiUrl: '', mailbox: async () => [] });
  const sent = async (encoding: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/assets/a.js`, { headers: { 'accept-encoding': encoding } });
    return [response.headers.get('content-encoding'), response.headers.get('vary'), await response.text()];
  };
  expect(await sent('gzip, br')).toEqual(['br', 'accept-encoding', 'compressed']);
  expect(await sent('gzip')).toEqual([null, 'accept-encoding', 'plain']);
  await close();
});
