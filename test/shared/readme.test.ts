import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the README has at most 90 lines and no broken link', async () => {
  const page = await readFile('README.md', 'utf8');
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  const links = [...page.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});
