import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCES } from '#infra/tools/web.ts';

test('a change to any web source, but not to build output, triggers a new build of the app', () => {
  const sources = new Set(globSync(SOURCES));
  const files = globSync('web/**/*').filter((file) => !file.startsWith('web/dist'));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => !sources.has(file))).toEqual([]);
  expect([...sources].filter((file) => file.startsWith('web/dist/'))).toEqual([]);
});
