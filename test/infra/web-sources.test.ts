import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCES } from '#infra/tools/web.ts';

test('a change to any file of the web app, and to none that the build makes, has the app built again', () => {
  const sources = new Set(globSync(SOURCES));
  const files = globSync('web/**/*').filter((file) => !file.startsWith('web/dist'));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => !sources.has(file))).toEqual([]);
  expect([...sources].filter((file) => file.startsWith('web/dist/'))).toEqual([]);
});
