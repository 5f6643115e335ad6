import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { settingsFor } from '#infra/config.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Smith & Sons', 'Smith & Sons'],
  ['  ', 'Harbour Financial Planning'],
])('run for the firm "%s" the product is called %s in mail and on screens', async (firm, name) => {
  vi.stubEnv('FIRM_NAME', firm);
  expect(settingsFor('local', process.env).firmName).toBe(name);
  const outDir = await mkdtemp(path.join(tmpdir(), 'web-'));
  await build({ root: 'web', logLevel: 'error', build: { outDir } });
  const page = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const [, entry = ''] = /src="\/(assets\/[\w.-]+\.js)"/.exec(page) ?? [];
  expect(page).toContain(`<title>${name}</title>`);
  expect(await readFile(path.join(outDir, entry), 'utf8')).toContain(name);
  await rm(outDir, { recursive: true });
});
