import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Smith & Sons', 'Smith & Sons'],
  ['', 'Client Onboarding'],
])('built for the firm "%s" the app is called %s', async (firm, name) => {
  vi.stubEnv('FIRM_NAME', firm);
  const outDir = await mkdtemp(path.join(tmpdir(), 'web-'));
  await build({ root: 'web', logLevel: 'error', build: { outDir } });
  const page = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const [, entry = ''] = /src="\/(assets\/[\w.-]+\.js)"/.exec(page) ?? [];
  expect(page).toContain(`<title>${name}</title>`);
  expect(await readFile(path.join(outDir, entry), 'utf8')).toContain(name);
  await rm(outDir, { recursive: true });
});
