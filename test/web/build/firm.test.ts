import { readFileSync } from 'node:fs';
import { loadConfigFromFile } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { settingsFor } from '#infra/config.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Smith & Sons', 'Smith & Sons'],
  ['  ', 'Your firm'],
])('the firm name "%s" becomes the product name %s in emails and on screens', async (firm, name) => {
  vi.stubEnv('FIRM_NAME', firm);
  expect(settingsFor('local', process.env).firmName).toBe(name);
  const { config } = (await loadConfigFromFile({ command: 'build', mode: 'production' }, 'web/vite.config.ts')) ?? {};
  expect(config?.define).toMatchObject({ 'import.meta.env.FIRM_NAME': JSON.stringify(name) });
  // Vite replaces the placeholder.
  expect(readFileSync('web/index.html', 'utf8')).toContain('<title>%FIRM_NAME%</title>');
});
